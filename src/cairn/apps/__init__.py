"""The five apps. Each is a folder that knows nothing of the others."""

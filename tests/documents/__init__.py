"""The five documents in docs/schemas, read as plain values, and what every app's tests hold its declaration to."""

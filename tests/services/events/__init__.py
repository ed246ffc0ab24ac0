"""Events: what has happened, and who is told."""

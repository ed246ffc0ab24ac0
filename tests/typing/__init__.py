"""What the type checker infers of typed tables, and the mistakes that it reports."""

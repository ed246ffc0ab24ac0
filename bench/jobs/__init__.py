"""How many jobs a second go through the embedded engine, from being enqueued to being done."""

"""Pages of RuneScape goals."""

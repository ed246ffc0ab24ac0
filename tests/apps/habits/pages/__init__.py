"""Pages of habits."""

"""Charts, as pictures and as tables."""

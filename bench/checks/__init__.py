"""How many checks one process runs, how late they are, and what it costs to look at them."""

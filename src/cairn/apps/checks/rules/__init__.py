"""What follows from what a run found: states, incidents, uptime, prices, when to look again. Pure functions, no I/O."""

"""What follows from readings of a character: levels, how far a goal is, when it will be reached. Pure functions, no I/O."""

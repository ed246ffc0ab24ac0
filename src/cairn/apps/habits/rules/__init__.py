"""What follows from the entries of a habit: units, streaks, strength, points, achievements. Pure functions, no I/O."""

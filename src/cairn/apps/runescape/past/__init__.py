"""Where a character's past is known from: Wise Old Man, which has kept snapshots of Old School's players for years."""

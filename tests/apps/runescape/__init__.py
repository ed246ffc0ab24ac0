"""RuneScape goals: a person sets a goal for a character and is told how it comes."""

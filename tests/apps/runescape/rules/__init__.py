"""What the rules of RuneScape goals promise."""

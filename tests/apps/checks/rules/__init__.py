"""What the rules of checks promise."""

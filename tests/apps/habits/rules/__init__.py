"""What the rules of habits promise."""

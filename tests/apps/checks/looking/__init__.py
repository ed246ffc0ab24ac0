"""What is found in answers."""

"""What the answers of the hiscores mean."""

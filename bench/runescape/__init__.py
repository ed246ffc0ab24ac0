"""What RuneScape goals cost: a poll, a day of a hundred thousand characters, a goal's page after ten years."""

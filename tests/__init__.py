"""What Cairn promises, room by room; the folders mirror src/cairn."""

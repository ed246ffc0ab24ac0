"""What files of habits are read as, and written as."""

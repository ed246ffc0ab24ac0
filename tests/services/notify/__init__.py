"""Messages to people: channels, what becomes of each message, and mail."""

"""News, within a process and between servers."""

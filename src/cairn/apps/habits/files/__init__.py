"""Files of habits: those that people bring along from elsewhere, and our own, which come back as they went."""

from cairn.apps.habits.files.found import FoundEntry, FoundHabit, UnreadableFile
from cairn.apps.habits.files.reading import Found, Source, read_file

__all__ = ["Found", "FoundEntry", "FoundHabit", "Source", "UnreadableFile", "read_file"]

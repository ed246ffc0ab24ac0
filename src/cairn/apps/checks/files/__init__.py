"""Files of checks: those that people bring along from other programs, and our own, which come back as they went."""

from cairn.apps.checks.files.found import FoundCheck, FoundFile, UnreadableFile, Untaken
from cairn.apps.checks.files.reading import MOST_BYTES, read_file

__all__ = ["MOST_BYTES", "FoundCheck", "FoundFile", "UnreadableFile", "Untaken", "read_file"]

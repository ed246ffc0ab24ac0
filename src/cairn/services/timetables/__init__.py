"""Timetables: work that recurs, held in memory by the worker that holds its shard."""

from cairn.services.timetables.keeping import KeptTimetable
from cairn.services.timetables.timetable import Entry, Timetable, changed

__all__ = ["Entry", "KeptTimetable", "Timetable", "changed"]

"""Use-cases of the habit tracker: read, decide by the rules, write once."""

from cairn.apps.habits.service.habits import Habits

__all__ = ["Habits"]

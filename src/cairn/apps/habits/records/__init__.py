"""What the habit tracker keeps in SQL: people, their habits, and what they entered."""

from cairn.apps.habits.records.tables import SCHEMA, Completion, Habit, Import, PerfectDay, Person

__all__ = ["SCHEMA", "Completion", "Habit", "Import", "PerfectDay", "Person"]

"""What RuneScape goals stores. Document: docs/schemas/runescape-goals.md."""

from cairn.tables import Table

TABLES: tuple[Table, ...] = ()

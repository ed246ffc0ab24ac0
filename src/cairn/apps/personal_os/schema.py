"""What the Personal OS stores. Document: docs/schemas/personal-os.md."""

from cairn.tables import Table

TABLES: tuple[Table, ...] = ()

"""The item that an entity was read from. It is kept, so that what the entity's class does not know survives a write."""

from typing import TYPE_CHECKING, Final

from cairn.dynamo.seam import Item

if TYPE_CHECKING:
    from cairn.tables.entity import Entity

STORED: Final = "stored item"
"""Under this name an entity keeps it."""


def stored_item(entity: "Entity") -> Item | None:
    """The item; None for an entity that was made here."""
    return entity.__dict__.get(STORED)

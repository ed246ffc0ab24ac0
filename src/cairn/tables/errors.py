"""What can go wrong between a declaration and what is stored.

TablesError
├── DeclarationError         a schema contradicts itself; raised at import
├── KeyValueError            a value can't stand in a key
├── IncompleteUpdateError    an update would leave an index key behind, or an item without what it needs
├── UnreadableItemError      a stored item is not what its declaration says
├── CursorError              a cursor is not one of ours, or belongs to another question or caller
├── NotFoundError            there is no item at the key
└── ConditionFailedError     a write was refused by its condition; nothing was written
    └── AlreadyThereError    … because an item that was to be created exists
"""

from typing import TYPE_CHECKING, Any

from pydantic import ValidationError

from cairn.dynamo.seam import Item

if TYPE_CHECKING:
    from cairn.tables.actions import Action
    from cairn.tables.entity import Entity


class TablesError(Exception):
    """The root of the family."""


class DeclarationError(TablesError):
    """A schema contradicts itself. It surfaces when the schema is imported."""


class KeyValueError(TablesError, ValueError):
    """A value can't stand in a key: it is missing, of another type, or would make the key mean something else."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field}: {reason}")
        self.field = field


class IncompleteUpdateError(TablesError):
    """An update changes what an index key is made of without knowing the rest, or would make half an item."""


class UnreadableItemError(TablesError):
    """A stored item is not what its declaration says. The message names table, key and field."""

    def __init__(self, table: str, key: Item, reason: str) -> None:
        super().__init__(f"{table} {shown_key(key)}: {reason}")
        self.table = table
        self.key = key
        self.reason = reason


class CursorError(TablesError, ValueError):
    """A cursor is not one that this installation gave to this caller for this question."""

    def __init__(self) -> None:
        super().__init__("cursor: take it unchanged from the page before, with the same filters")


class NotFoundError(TablesError):
    """There is no item at the key."""


class ConditionFailedError(TablesError):
    """A write was refused by its condition, and nothing was written.

    `action` is the one that was refused, `position` its place in the transaction, and `before` the item as it
    was: None when there was none.
    """

    def __init__(self, action: "Action", position: int, before: "Entity | None", stored: Item | None) -> None:
        super().__init__(
            f"{action} was refused: {'there is no such item' if stored is None else action.demand}"
        )
        self.action = action
        self.position = position
        self.before = before
        self.stored = stored


class AlreadyThereError(ConditionFailedError):
    """An item that was to be created exists."""


def reason_of(fault: ValidationError) -> str:
    """What is wrong with which fields, without their values: `status: Input should be 'OPEN' or 'RETURNED'`."""
    return "; ".join(
        ": ".join(filter(None, (".".join(map(str, error["loc"])), error["msg"])))
        for error in fault.errors(include_url=False, include_input=False)
    )


def shown_key(key: Item) -> str:
    """A key as people read it: `PK=USER#1 SK=METADATA`."""
    return " ".join(f"{name}={_content(value)}" for name, value in key.items())


def _content(value: dict[str, Any]) -> str:
    [content] = value.values()
    return str(content)

"""How often an app asks and writes what, and how much it keeps: the data from which its cost is reckoned.

It stands beside the app's schema. What its document says of it is told apart from what is assumed.
"""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, cast, get_type_hints

from cairn.tables.access_patterns import AccessPattern
from cairn.tables.write_units import Write

if TYPE_CHECKING:
    from cairn.tables.entity import Entity
    from cairn.tables.keys import Ref
    from cairn.tables.queries import Query


@dataclass(frozen=True, slots=True)
class Reading:
    """A question that is asked: a class method of an entity that makes a query, or a reference.

    `items` are those that are read for an answer, or how many references are followed. With `of_everybody`, it is so many for each user there is: an index
    that all users share is read whole.
    """

    ask: "Callable[..., Query[Any] | Ref[Any]]"
    items: int = 1
    consistent: bool = False
    of_everybody: bool = False

    @property
    def pattern(self) -> AccessPattern:
        method = self.ask
        hints = get_type_hints(method)
        return AccessPattern(
            title=method.__name__,
            entity=cast("type[Entity]", getattr(method, "__self__")),  # noqa: B009 - a callable's type has none
            name=method.__name__,
            description=inspect.getdoc(method) or "",
            parameters={each: hints[each] for each in inspect.signature(method).parameters},
            ask=method,
        )


@dataclass(frozen=True, slots=True)
class Writing:
    """Items of an entity that are written, each in the same way."""

    entity: "type[Entity]"
    write: Write = "create"
    items: int = 1
    in_transaction: bool = False


@dataclass(frozen=True, slots=True)
class Operation:
    """Something that happens so often a day: for each user, or once for the whole installation."""

    name: str
    a_day: float
    steps: tuple[Reading | Writing, ...]
    per: Literal["user", "installation"] = "user"


@dataclass(frozen=True, slots=True)
class Kept:
    """How many items of an entity lie in its table for each user."""

    entity: "type[Entity]"
    items: float


@dataclass(frozen=True, slots=True)
class Usage:
    """What an app does on a usual day of a usual user, and keeps. `source` says where that is known from."""

    source: str
    operations: tuple[Operation, ...]
    kept: tuple[Kept, ...]


SECONDS_A_DAY: Final = 86_400

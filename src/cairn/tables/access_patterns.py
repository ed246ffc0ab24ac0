"""Access patterns by the names their document gives them, so that tests, docs and costs can list them.

An access pattern is a class method of an entity that makes a query, or a reference to one item.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_type_hints

if TYPE_CHECKING:
    from cairn.tables.entity import Entity
    from cairn.tables.keys import Ref
    from cairn.tables.queries import Query
    from cairn.tables.table import Table

F = TypeVar("F", bound=Callable[..., Any])
_TITLE: Final = "__access_pattern__"


def access_pattern(title: str) -> Callable[[F], F]:
    """Marks a class method, below `@classmethod`, with the title its document has for it."""

    def mark(method: F) -> F:
        setattr(method, _TITLE, title)
        return method

    return mark


@dataclass(frozen=True, slots=True)
class AccessPattern:
    """A question that a table is made to answer. `parameters` are what it is asked with, and their types."""

    title: str
    entity: "type[Entity]"
    name: str
    description: str
    parameters: Mapping[str, Any]
    ask: "Callable[..., Query[Any] | Ref[Any]]"

    def __str__(self) -> str:
        return f"{self.entity.__name__}.{self.name}({', '.join(self.parameters)})"


def access_patterns(table: "Table") -> list[AccessPattern]:
    """All that are declared for a table, in the order in which they stand."""
    return [pattern for entity in table.entities for pattern in _of_entity(entity)]


def _of_entity(entity: "type[Entity]") -> Iterator[AccessPattern]:
    for name, member in vars(entity).items():
        title = getattr(member.__func__, _TITLE, None) if isinstance(member, classmethod) else None
        if title is None:
            continue
        method = getattr(entity, name)
        hints = get_type_hints(method)
        yield AccessPattern(
            title=title,
            entity=entity,
            name=name,
            description=inspect.getdoc(method) or "",
            parameters={each: hints[each] for each in inspect.signature(method).parameters},
            ask=method,
        )

"""Tables and their indexes, as a document writes them down.

A table knows the entities that are declared for it: it is the source for creating it, for its documentation, and
for telling what a stored item is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, overload

from cairn.dynamo.seam import Item
from cairn.tables.errors import DeclarationError
from cairn.tables.keys import IndexKeyDeclaration, PartialIndexKeyDeclaration, TableKeyDeclaration

if TYPE_CHECKING:
    from cairn.tables.entity import Entity
    from cairn.tables.layout import Layout

KeyType = Literal["S", "N"]
Projection = Literal["ALL", "KEYS_ONLY", "INCLUDE"]
STAGE: Final = "{stage}"


def camel_case(name: str) -> str:
    """`targetValue` for `target_value`."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def as_written(name: str) -> str:
    """The name itself, for documents that write `total_points`."""
    return name


class Table:
    """A table: its name, key, time-to-live and version attributes, and how its attributes are named.

    `{stage}` in the name is filled when a program opens the tables.
    """

    def __init__(
        self,
        name: str,
        *,
        pk: str,
        sk: str,
        ttl: str | None = None,
        version: str | None = None,
        naming: Callable[[str], str] = camel_case,
    ) -> None:
        self.name = name
        self.pk = pk
        self.sk = sk
        self.ttl = ttl
        self.version = version
        self.naming = naming
        self.indexes: list[Index] = []
        self.layouts: list[Layout] = []

    def __repr__(self) -> str:
        return f"Table({self.name!r})"

    @property
    def key_names(self) -> tuple[str, str]:
        return self.pk, self.sk

    def name_at(self, stage: str) -> str:
        return self.name.replace(STAGE, stage)

    def key(self, pk: str, sk: str) -> TableKeyDeclaration:
        """The key of an entity, as two templates."""
        return TableKeyDeclaration(self, pk, sk)

    @overload
    def index(
        self, name: str, *, pk: str, sk: str, sk_type: KeyType = "S", projection: Literal["ALL"] = "ALL"
    ) -> "FullIndex": ...
    @overload
    def index(
        self,
        name: str,
        *,
        pk: str,
        sk: str,
        sk_type: KeyType = "S",
        projection: Literal["KEYS_ONLY", "INCLUDE"],
        include: Sequence[str] = (),
    ) -> "PartialIndex": ...
    def index(
        self,
        name: str,
        *,
        pk: str,
        sk: str,
        sk_type: KeyType = "S",
        projection: Projection = "ALL",
        include: Sequence[str] = (),
    ) -> "FullIndex | PartialIndex":
        """A global secondary index. It holds the items that have a value for both of its key attributes."""
        if (projection == "INCLUDE") != bool(include):
            raise DeclarationError(
                f"{name}: `include` names attributes for the projection INCLUDE, and only for it"
            )
        kind = FullIndex if projection == "ALL" else PartialIndex
        index = kind(self, name, pk, sk, sk_type, projection, tuple(include))
        self.indexes.append(index)
        return index

    def add(self, layout: "Layout") -> None:
        """Takes an entity in, unless a key could be read as it and as another one."""
        for other in self.layouts:
            if layout.could_share_a_key(other):
                raise DeclarationError(
                    f"{self.name}: one key could be both a {layout.entity.__name__} and a {other.entity.__name__}"
                )
        self.layouts.append(layout)

    @property
    def entities(self) -> "list[type[Entity]]":
        return [layout.entity for layout in self.layouts]

    def layout_of(self, item: Item) -> "Layout | None":
        """What a stored item is, told by its key."""
        return next((layout for layout in self.layouts if layout.recognises(item)), None)


@dataclass(frozen=True, eq=False)
class Index:
    """A global secondary index of a table."""

    table: Table = field(repr=False)
    name: str
    pk: str
    sk: str
    sk_type: KeyType
    projection: Projection
    include: tuple[str, ...]

    @property
    def key_names(self) -> tuple[str, str]:
        return self.pk, self.sk


class FullIndex(Index):
    """An index that carries whole items: a query of it gives entities."""

    def key(self, pk: str, sk: str, *, ordered: tuple[str, ...] = ()) -> "IndexKeyDeclaration":
        """An entity's key in this index. The values of `ordered` stand in the key sorted, whoever is named first."""
        return IndexKeyDeclaration(self, pk, sk, ordered)


class PartialIndex(Index):
    """An index that carries keys and perhaps some attributes: a query of it gives references to entities."""

    def key(self, pk: str, sk: str, *, ordered: tuple[str, ...] = ()) -> "PartialIndexKeyDeclaration":
        """An entity's key in this index. The values of `ordered` stand in the key sorted, whoever is named first."""
        return PartialIndexKeyDeclaration(self, pk, sk, ordered)


def key_type(table: Table, name: str) -> Any:
    """The type of a key attribute."""
    return next((index.sk_type for index in table.indexes if index.sk == name), "S")

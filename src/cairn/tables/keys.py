"""Keys on an entity's class: `Goal.key(…)` names one item, `Goal.key.query(…)` asks for several.

They are descriptors, so that what they return knows the entity: to a type checker, `Goal.key(…)` is a `Ref[Goal]`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast, overload

from cairn.dynamo.seam import Item
from cairn.tables.errors import shown_key
from cairn.tables.queries import Query, query_of

if TYPE_CHECKING:
    from cairn.tables.entity import Entity
    from cairn.tables.key_plans import KeyPlan
    from cairn.tables.layout import Layout
    from cairn.tables.table import FullIndex, Index, PartialIndex, Table

E = TypeVar("E", bound="Entity")
R_co = TypeVar("R_co", covariant=True)


class KeyDeclaration:
    """Two templates, before an entity has given their placeholders a type."""

    def __init__(
        self, table: "Table", index: "Index | None", pk: str, sk: str, ordered: tuple[str, ...]
    ) -> None:
        self.table = table
        self.index = index
        self.pk = pk
        self.sk = sk
        self.ordered = ordered
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name


class TableKeyDeclaration(KeyDeclaration):
    def __init__(self, table: "Table", pk: str, sk: str) -> None:
        super().__init__(table, None, pk, sk, ())

    @overload
    def __get__(self, instance: None, owner: type[E]) -> "TableKey[E]": ...
    @overload
    def __get__(self, instance: E, owner: type[E]) -> "Ref[E]": ...
    def __get__(self, instance: E | None, owner: type[E]) -> "TableKey[E] | Ref[E]":
        if instance is not None:
            return type(instance).__layout__.ref(instance)
        return owner.__layout__.keys[self.name]  # type: ignore[return-value]  # its table's key


class IndexKeyDeclaration(KeyDeclaration):
    def __init__(self, index: "FullIndex", pk: str, sk: str, ordered: tuple[str, ...]) -> None:
        super().__init__(index.table, index, pk, sk, ordered)

    def __get__(self, instance: E | None, owner: type[E]) -> "Key[E]":
        return owner.__layout__.keys[self.name]


class PartialIndexKeyDeclaration(KeyDeclaration):
    def __init__(self, index: "PartialIndex", pk: str, sk: str, ordered: tuple[str, ...]) -> None:
        super().__init__(index.table, index, pk, sk, ordered)

    def __get__(self, instance: E | None, owner: type[E]) -> "Key[Ref[E]]":
        return owner.__layout__.keys[self.name]


@dataclass(frozen=True, slots=True)
class Key(Generic[R_co]):
    """An entity's key in the table or an index, ready to be asked."""

    plan: "KeyPlan"
    layout: "Layout"

    def query(self, **parts: Any) -> "Query[R_co]":
        """The items under the parts given: the whole partition key, and of the sort key as much as is known."""
        return cast("Query[R_co]", query_of((self.layout,), (self.plan,), parts))


@dataclass(frozen=True, slots=True)
class TableKey(Key[E]):
    def __call__(self, **parts: Any) -> "Ref[E]":
        """The item with exactly this key."""
        layout = self.layout
        key = self.plan.build(parts)
        # Short-cuts ref_of, which tells what is wrong: this is half of what a get costs.
        return (
            layout.ref_of(parts)
            if key is None or len(parts) != len(self.plan.names)
            else Ref(layout, key, parts)
        )


@dataclass(slots=True, eq=False)
class Ref(Generic[E]):
    """One item, named by its key. `values` are the parts of the key, and what an index carried besides."""

    layout: "Layout" = field(repr=False)
    key: Item
    values: Mapping[str, Any] = field(default_factory=dict)

    @property
    def entity(self) -> type[E]:
        return cast("type[E]", self.layout.entity)

    def __getitem__(self, name: str) -> Any:
        return self.values[name]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ref) and self.layout is other.layout and self.key == other.key

    def __hash__(self) -> int:
        return hash((id(self.layout), *(next(iter(value.values())) for value in self.key.values())))

    def __str__(self) -> str:
        return f"{self.layout.entity.__name__} {shown_key(self.key)}"


@dataclass(frozen=True, slots=True)
class Keys(Generic[R_co]):
    """Keys of several entities that lie together."""

    keys: tuple[Key[Any], ...]

    def query(self, **parts: Any) -> "Query[R_co]":
        """All of their items under the parts given, with one request."""
        return cast(
            "Query[R_co]",
            query_of(tuple(key.layout for key in self.keys), tuple(key.plan for key in self.keys), parts),
        )


A = TypeVar("A")
B = TypeVar("B")
C = TypeVar("C")
D = TypeVar("D")
F = TypeVar("F")
G = TypeVar("G")


@overload
def together(one: Key[A], two: Key[B], /) -> Keys[A | B]: ...
@overload
def together(one: Key[A], two: Key[B], three: Key[C], /) -> Keys[A | B | C]: ...
@overload
def together(one: Key[A], two: Key[B], three: Key[C], four: Key[D], /) -> Keys[A | B | C | D]: ...
@overload
def together(
    one: Key[A], two: Key[B], three: Key[C], four: Key[D], five: Key[F], /
) -> Keys[A | B | C | D | F]: ...
@overload
def together(
    one: Key[A], two: Key[B], three: Key[C], four: Key[D], five: Key[F], six: Key[G], /
) -> Keys[A | B | C | D | F | G]: ...
def together(*keys: Key[Any]) -> Keys[Any]:
    """Keys that one query answers for: `together(Streak.key, Achievement.key).query(user_id=…)`."""
    return Keys(keys)

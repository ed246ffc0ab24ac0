"""The words in which the shape of a request is declared.

A declaration is data. `slow.py` reads it to find every fault of a request, `fast.py` compiles it into a test that
passes a faultless request quickly.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeAlias

INTEGER_RANGE = (-(2**31), 2**31 - 1)
LONGEST_LIST = 1_000
# The placeholders of expressions, which have 4,096 bytes at most.
LONGEST_MAP = 4_096
LONG_RANGE = (-(2**63), 2**63 - 1)


@dataclass(frozen=True, slots=True)
class String:
    pattern: str | None = None
    shortest: int | None = None
    longest: int | None = None
    one_of: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TableName:
    """A table's name or its ARN. The operations on tables tell a fault of it alone and before all others."""

    told_alone: bool = False


@dataclass(frozen=True, slots=True)
class Integer:
    least: int | None = None
    most: int | None = None
    java: str = "Integer"

    @property
    def range(self) -> tuple[int, int]:
        return LONG_RANGE if self.java == "Long" else INTEGER_RANGE


@dataclass(frozen=True, slots=True)
class Boolean:
    pass


@dataclass(frozen=True, slots=True)
class AttributeMap:
    """Attribute values by name: an item, a key, the values of an expression. What is inside is not looked at here."""


@dataclass(frozen=True, slots=True)
class ListOf:
    """`most` is AWS's, where it has one; the default only keeps a hostile list cheap, no right one is as long."""

    member: "Shape"
    fewest: int | None = None
    most: int = LONGEST_LIST


@dataclass(frozen=True, slots=True)
class MapOf:
    """`most` is AWS's, where it has one, as for a list."""

    value: "Shape"
    fewest: int | None = None
    most: int = LONGEST_MAP
    keyed_by_table: bool = False


@dataclass(frozen=True, slots=True)
class Structure:
    """Members in the order in which AWS tells their faults. `outside` are AWS's members that Cairn does not offer,
    each with what to do instead."""

    name: str
    members: Mapping[str, "Shape"]
    required: frozenset[str] = frozenset()
    outside: Mapping[str, str] = field(default_factory=dict)


def members_of(value: Sequence[Any]) -> Sequence[Any]:
    """What of a list is worth going through: a longer one is refused for its length."""
    return value[:LONGEST_LIST]


def entries_of(value: Mapping[str, Any]) -> Iterable[tuple[str, Any]]:
    """What of a map is worth going through: a larger one is refused for its length."""
    return islice(value.items(), LONGEST_MAP)


Shape: TypeAlias = String | TableName | Integer | Boolean | AttributeMap | ListOf | MapOf | Structure


@dataclass(frozen=True, slots=True)
class Required:
    """Marks a member that must be present, where a structure is declared."""

    shape: Shape


def structure(
    name: str, outside: Mapping[str, str] | None = None, /, **members: Shape | Required
) -> Structure:
    return Structure(
        name,
        {member: shape.shape if isinstance(shape, Required) else shape for member, shape in members.items()},
        frozenset(member for member, shape in members.items() if isinstance(shape, Required)),
        outside or {},
    )

"""Random tables: keys of any type, indexes of any kind; and keys and items for them, few enough to meet again."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from cairn.dynamo.seam import AttributeValue, Item
from tests.dynamo.contract.schemas import index, key_schema
from tests.dynamo.programs.values import KEY_VALUES, VALUES

INDEXED = ("a", "b", "c")
"""Attributes that an index may have for its key; the table's type for them is the one that most items give them."""
PLAIN = ("d", "e", "f")
PROJECTIONS: list[dict[str, Any]] = [
    {"ProjectionType": "ALL"},
    {"ProjectionType": "KEYS_ONLY"},
    {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["d"]},
]


@dataclass(frozen=True)
class Index:
    name: str
    partition: str
    sort: str | None
    projection: dict[str, Any]
    is_global: bool

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.partition,) if self.sort is None else (self.partition, self.sort)


@dataclass(frozen=True)
class Table:
    """`types` is the type of each attribute that is part of a key."""

    sort: str | None
    indexes: tuple[Index, ...]
    types: dict[str, str]

    @property
    def keys(self) -> tuple[str, ...]:
        return ("p",) if self.sort is None else ("p", self.sort)

    def create(self, name: str) -> dict[str, Any]:
        """The CreateTable request."""
        needed = dict.fromkeys([*self.keys, *(key for each in self.indexes for key in each.keys)])
        request: dict[str, Any] = {
            "TableName": name,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                {"AttributeName": key, "AttributeType": self.types[key]} for key in needed
            ],
            "KeySchema": key_schema(" ".join(self.keys)),
        }
        for member, is_global in (("GlobalSecondaryIndexes", True), ("LocalSecondaryIndexes", False)):
            of_kind = [
                index(each.name, " ".join(each.keys), each.projection)
                for each in self.indexes
                if each.is_global is is_global
            ]
            if of_kind:
                request[member] = of_kind
        return request

    def key(self) -> st.SearchStrategy[Item]:
        return st.fixed_dictionaries({name: KEY_VALUES[self.types[name]] for name in self.keys})

    def item(self) -> st.SearchStrategy[Item]:
        """Most values that an index wants have its type, or nearly everything would be refused."""
        optional: dict[str, st.SearchStrategy[AttributeValue]] = dict.fromkeys(PLAIN, VALUES)
        for name in INDEXED:
            optional[name] = _mostly(KEY_VALUES[self.types[name]])
        return st.fixed_dictionaries(
            {name: KEY_VALUES[self.types[name]] for name in self.keys}, optional=optional
        )


def _mostly(fitting: st.SearchStrategy[AttributeValue]) -> st.SearchStrategy[AttributeValue]:
    return st.integers(0, 19).flatmap(lambda dice: fitting if dice else VALUES)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    types = {name: draw(st.sampled_from("SNB")) for name in ("p", "s", *INDEXED)}
    sort = draw(st.sampled_from(["s", "s", None]))
    projections = st.sampled_from(PROJECTIONS)
    indexes = []
    for number in range(draw(st.integers(0, 2))):
        partition = draw(st.sampled_from([*INDEXED, "p"]))
        others = [name for name in (*INDEXED, "p", None) if name != partition]
        indexes.append(
            Index(f"global{number}", partition, draw(st.sampled_from(others)), draw(projections), True)
        )
    if sort is not None and draw(st.booleans()):
        indexes.append(Index("local", "p", draw(st.sampled_from(INDEXED)), draw(projections), False))
    return Table(sort, tuple(indexes), types)

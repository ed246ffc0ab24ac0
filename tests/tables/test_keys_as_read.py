"""A key that others wrote in a form of their own stays as it was read, as long as it means the same."""

from datetime import UTC, datetime

import pytest

from cairn.dynamo.seam import Item
from cairn.tables import Entity, InKey, Table

letters = Table("Letters", pk="PK", sk="SK")
by_place = letters.index("Place", pk="placePK", sk="placeSK")
by_pair = letters.index("Pair", pk="pairPK", sk="pairSK")


class Letter(Entity, table=letters):
    key = letters.key("READER#{reader}", "LETTER#{sent_at}")
    placed = by_place.key("{place}", "{arrived_at or ~}")
    paired = by_pair.key("{reader}/{writer}", "-", ordered=("reader", "writer"))

    reader: InKey[str]
    writer: str
    sent_at: datetime
    place: str
    arrived_at: datetime | None = None


# Seconds without a fraction, where our own keys have six digits of it.
SENT: Item = {
    "PK": {"S": "READER#mary"},
    "SK": {"S": "LETTER#1842-07-01T10:00:00Z"},
    "placePK": {"S": "London"},
    "placeSK": {"S": "1842-07-09T12:00:00Z"},
    "pairPK": {"S": "ada/mary"},
    "pairSK": {"S": "-"},
    "writer": {"S": "ada"},
    "sentAt": {"S": "1842-07-01T10:00:00Z"},
    "place": {"S": "London"},
    "arrivedAt": {"S": "1842-07-09T12:00:00Z"},
}
LAYOUT = Letter.__layout__


def read(item: Item) -> Letter:
    entity = LAYOUT.entity_of(item)
    assert isinstance(entity, Letter)
    return entity


def test_what_was_not_changed_is_put_as_it_was_read() -> None:
    assert LAYOUT.item_of(read(SENT)) == SENT
    assert LAYOUT.item_of(read(SENT).changed(place="London")) == SENT


def test_a_missing_value_stays_as_it_was_read() -> None:
    awaited = {**SENT, "placeSK": {"S": "~"}}
    del awaited["arrivedAt"]
    assert LAYOUT.item_of(read(awaited)) == awaited


def test_a_key_that_means_something_else_is_built_anew() -> None:
    moved = read(SENT).changed(arrived_at=datetime(1842, 7, 10, tzinfo=UTC))
    assert LAYOUT.item_of(moved) == {
        **SENT,
        "arrivedAt": {"S": "1842-07-10T00:00:00Z"},
        "placeSK": {"S": "1842-07-10T00:00:00.000000Z"},
    }


@pytest.mark.parametrize("attribute", ["placePK", "placeSK"])
def test_a_key_that_is_incomplete_or_wrong_is_mended(attribute: str) -> None:
    whole = {**SENT, "placeSK": {"S": "1842-07-09T12:00:00.000000Z"}}
    lacking = {name: value for name, value in SENT.items() if name != attribute}
    assert LAYOUT.item_of(read(lacking)) == whole
    assert LAYOUT.item_of(read({**SENT, attribute: {"S": "Paris"}})) == whole

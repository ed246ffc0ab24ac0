"""The position of a migration survives whoever migrates, and serves the same migration only."""

import secrets
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest_asyncio

from cairn.dynamo.seam import Dynamo
from cairn.tables.positions import Position, Positions, Segment, beginning

KEY = {"PK": {"S": "USER#1"}, "SK": {"S": "METADATA"}}


@pytest_asyncio.fixture(loop_scope="session")
async def positions_table(dynamo: Dynamo) -> AsyncIterator[str]:
    """The name of a table that does not exist yet."""
    name = f"Migrations-{secrets.token_hex(4)}"
    yield name
    await dynamo.call("DeleteTable", {"TableName": name})


def positions(dynamo: Dynamo, table: str, target: str) -> Positions:
    return Positions(dynamo, table, "Goals", target, lambda: datetime(2026, 1, 1, 12, tzinfo=UTC))


async def test_a_position_is_found_again_until_its_migration_ends(
    dynamo: Dynamo, positions_table: str
) -> None:
    one = positions(dynamo, positions_table, "Progress 2")
    assert await one.load() is None
    await one.begin(beginning(3))
    await one.move(1, Segment(KEY, {"read": 100, "upgraded": 3}))
    await one.move(2, Segment(None, {"read": 150}))
    found = await positions(dynamo, positions_table, "Progress 2").load()
    assert found == Position(
        {0: Segment({}, {}), 1: Segment(KEY, {"read": 100, "upgraded": 3}), 2: Segment(None, {"read": 150})}
    )
    assert (found.counts, found.is_at_end) == ({"read": 250, "upgraded": 3}, False)
    await one.end()
    assert await one.load() is None


async def test_a_migration_to_another_version_begins_anew(dynamo: Dynamo, positions_table: str) -> None:
    old, new = (positions(dynamo, positions_table, target) for target in ("Progress 2", "Progress 3"))
    await old.begin(Position({0: Segment(KEY, {})}))
    assert await new.load() is None
    await new.begin(beginning(1))
    await old.move(0, Segment(KEY, {}))
    assert (await old.load(), await new.load()) == (None, beginning(1))


async def test_what_is_kept_can_be_read_by_a_person(dynamo: Dynamo, positions_table: str) -> None:
    position = Position({0: Segment({}, {}), 1: Segment(None, {"read": 7})})
    await positions(dynamo, positions_table, "Progress 2").begin(position)
    answer = await dynamo.call("GetItem", {"TableName": positions_table, "Key": {"table": {"S": "Goals"}}})
    assert answer["Item"] == {
        "table": {"S": "Goals"},
        "target": {"S": "Progress 2"},
        "segments": {
            "M": {
                "0": {"M": {"start": {"M": {}}, "counts": {"M": {}}}},
                "1": {"M": {"start": {"NULL": True}, "counts": {"M": {"read": {"N": "7"}}}}},
            }
        },
        "startedAt": {"S": "2026-01-01T12:00:00Z"},
        "updatedAt": {"S": "2026-01-01T12:00:00Z"},
    }

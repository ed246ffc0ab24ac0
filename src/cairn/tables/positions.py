"""How far a migration or a copy has come, kept in a table of its own, so that it goes on wherever it is started again.

It stands beside the tables that are written, in the same DynamoDB: it outlives the machine that migrates.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from cairn.dynamo.errors import (
    ConditionalCheckFailedException,
    ResourceInUseException,
    ResourceNotFoundException,
)
from cairn.dynamo.seam import Dynamo, Item
from cairn.tables.creation import until_active

POSITIONS_TABLE: Final = "CairnMigrations"


@dataclass(frozen=True, slots=True)
class Segment:
    """Where one segment of a scan goes on, and what was counted in it so far.

    One that has not begun goes on after the empty key; one that is at its end has None.
    """

    start: Item | None
    counts: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Position:
    """How far all segments have come."""

    segments: Mapping[int, Segment]

    @property
    def counts(self) -> Counter[str]:
        """What was counted in all of them."""
        return sum((Counter(segment.counts) for segment in self.segments.values()), Counter())

    @property
    def is_at_end(self) -> bool:
        return all(segment.start is None for segment in self.segments.values())


def beginning(segments: int) -> Position:
    """The position of a scan, in so many segments, that has not begun."""
    return Position({number: Segment({}, {}) for number in range(segments)})


class Positions:
    """The position of one table's migration or copy to one target. A position for another target is not taken over."""

    def __init__(
        self, dynamo: Dynamo, positions_table: str, table: str, target: str, clock: Callable[[], datetime]
    ) -> None:
        self._dynamo = dynamo
        self._positions_table = positions_table
        self._key: Item = {"table": {"S": table}}
        self._target = target
        self._clock = clock

    async def load(self) -> Position | None:
        """The position of a migration that did not come to its end, if it was to this target."""
        try:
            answer = await self._dynamo.call("GetItem", {**self._request(), "ConsistentRead": True})
        except ResourceNotFoundException:
            return None
        item = answer.get("Item")
        if item is None or item["target"]["S"] != self._target:
            return None
        return Position(
            {int(number): _read(segment["M"]) for number, segment in item["segments"]["M"].items()}
        )

    async def begin(self, position: Position) -> None:
        """Keeps the first position, and makes the table for it when there is none."""
        item: Item = {
            **self._key,
            "target": {"S": self._target},
            "segments": {"M": {str(number): _written(each) for number, each in position.segments.items()}},
            "startedAt": self._now(),
            "updatedAt": self._now(),
        }
        request = {"TableName": self._positions_table, "Item": item}
        try:
            await self._dynamo.call("PutItem", request)
        except ResourceNotFoundException:
            await self._create_table()
            await self._dynamo.call("PutItem", request)

    async def move(self, number: int, segment: Segment) -> None:
        """Keeps how far a segment has come, unless the position was ended or taken over meanwhile."""
        with suppress(ConditionalCheckFailedException):
            await self._dynamo.call(
                "UpdateItem",
                {
                    **self._request(),
                    "UpdateExpression": "SET #0.#1 = :0, #2 = :1",
                    "ConditionExpression": "#3 = :2",
                    "ExpressionAttributeNames": {
                        "#0": "segments",
                        "#1": str(number),
                        "#2": "updatedAt",
                        "#3": "target",
                    },
                    "ExpressionAttributeValues": {
                        ":0": _written(segment),
                        ":1": self._now(),
                        ":2": {"S": self._target},
                    },
                },
            )

    async def end(self) -> None:
        """Forgets the position: the migration has come to its end."""
        await self._dynamo.call("DeleteItem", self._request())

    def ending(self) -> dict[str, Any]:
        """`end`, as an action of a transaction: for what ends together with others."""
        return {"Delete": self._request()}

    def _request(self) -> dict[str, Any]:
        return {"TableName": self._positions_table, "Key": self._key}

    def _now(self) -> dict[str, str]:
        return {"S": self._clock().astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")}

    async def _create_table(self) -> None:
        # Another migration may make it at this moment.
        with suppress(ResourceInUseException):
            await self._dynamo.call(
                "CreateTable",
                {
                    "TableName": self._positions_table,
                    "AttributeDefinitions": [{"AttributeName": "table", "AttributeType": "S"}],
                    "KeySchema": [{"AttributeName": "table", "KeyType": "HASH"}],
                    "BillingMode": "PAY_PER_REQUEST",
                },
            )
        await until_active(self._dynamo, self._positions_table)


def _written(segment: Segment) -> dict[str, Any]:
    start = {"NULL": True} if segment.start is None else {"M": segment.start}
    counts = {name: {"N": str(count)} for name, count in segment.counts.items()}
    return {"M": {"start": start, "counts": {"M": counts}}}


def _read(segment: Item) -> Segment:
    start = segment["start"]
    counts = segment["counts"]["M"]
    return Segment(
        None if "NULL" in start else start["M"], {name: int(count["N"]) for name, count in counts.items()}
    )

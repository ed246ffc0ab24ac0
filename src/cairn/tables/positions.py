"""How far a migration has come, kept in a table of its own, so that it goes on wherever it is started again.

It stands beside the tables that are migrated, in the same DynamoDB: it outlives the machine that migrates.
"""

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
class Position:
    """Where each segment of a scan goes on, and what was counted on the way.

    A segment that has not begun goes on after the empty key; one that is at its end has None.
    """

    segments: dict[int, Item | None]
    counts: dict[str, int]


class Positions:
    """The position of one table's migration to one target. A position for another target is not taken over."""

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
            {
                int(number): None if "NULL" in start else start["M"]
                for number, start in item["segments"]["M"].items()
            },
            {name: int(count["N"]) for name, count in item["counts"]["M"].items()},
        )

    async def begin(self, position: Position) -> None:
        """Keeps the first position, and makes the table for it when there is none."""
        item: Item = {
            **self._key,
            "target": {"S": self._target},
            "segments": {"M": {str(number): _start(start) for number, start in position.segments.items()}},
            "counts": _counts(position.counts),
            "startedAt": self._now(),
            "updatedAt": self._now(),
        }
        request = {"TableName": self._positions_table, "Item": item}
        try:
            await self._dynamo.call("PutItem", request)
        except ResourceNotFoundException:
            await self._create_table()
            await self._dynamo.call("PutItem", request)

    async def move(self, segment: int, start: Item | None, counts: Mapping[str, int]) -> None:
        """Keeps that `segment` goes on at `start`, unless the position was ended or taken over meanwhile."""
        with suppress(ConditionalCheckFailedException):
            await self._dynamo.call(
                "UpdateItem",
                {
                    **self._request(),
                    "UpdateExpression": "SET #0.#1 = :0, #2 = :1, #3 = :2",
                    "ConditionExpression": "#4 = :3",
                    "ExpressionAttributeNames": {
                        "#0": "segments",
                        "#1": str(segment),
                        "#2": "counts",
                        "#3": "updatedAt",
                        "#4": "target",
                    },
                    "ExpressionAttributeValues": {
                        ":0": _start(start),
                        ":1": _counts(counts),
                        ":2": self._now(),
                        ":3": {"S": self._target},
                    },
                },
            )

    async def end(self) -> None:
        """Forgets the position: the migration has come to its end."""
        await self._dynamo.call("DeleteItem", self._request())

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


def _start(start: Item | None) -> dict[str, Any]:
    return {"NULL": True} if start is None else {"M": start}


def _counts(counts: Mapping[str, int]) -> dict[str, Any]:
    return {"M": {name: {"N": str(count)} for name, count in counts.items()}}

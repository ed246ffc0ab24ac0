"""Batches of any size: cut to what DynamoDB takes, and what it leaves undone is asked for again, with patience."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.dynamo.batches import Patience, batch_get, batch_write
from cairn.dynamo.embedded import open_folder
from cairn.dynamo.errors import (
    ProvisionedThroughputExceededException,
    ThrottlingException,
    ValidationException,
)
from cairn.dynamo.seam import Operation, Request, Response


def key(number: int) -> dict[str, Any]:
    return {"id": {"N": str(number)}}


def puts(count: int) -> list[dict[str, Any]]:
    return [{"PutRequest": {"Item": key(number)}} for number in range(count)]


@dataclass
class Table:
    """The batches of DynamoDB on tables in memory, of which `does` says how many requests it carries out."""

    does: Callable[[int], int] = lambda asked: asked
    asked: list[int] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    items: dict[str, set[str]] = field(default_factory=dict)

    async def call(self, operation: Operation, request: Request) -> Response:
        self.requests.append(request)
        tables = request["RequestItems"]
        reading = operation == "BatchGetItem"
        pairs = [(t, each) for t, rest in tables.items() for each in (rest["Keys"] if reading else rest)]
        self.asked.append(len(pairs))
        done = self.does(len(pairs))
        responses: dict[str, list[Any]] = {}
        undone: dict[str, Any] = {}
        for table, each in pairs[:done]:
            if reading:
                responses.setdefault(table, []).append(each)
            else:
                self.items.setdefault(table, set()).add(each["PutRequest"]["Item"]["id"]["N"])
        for table, each in pairs[done:]:
            if reading:
                undone.setdefault(table, {**tables[table], "Keys": []})["Keys"].append(each)
            else:
                undone.setdefault(table, []).append(each)
        if reading:
            return {"Responses": responses, "UnprocessedKeys": undone}
        return {"UnprocessedItems": undone}

    async def close(self) -> None:
        """Nothing is open."""


@dataclass
class Time:
    """A clock that moves when someone sleeps."""

    now: float = 0
    slept: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.slept.append(seconds)

    def patience(self, **bounds: float) -> Patience:
        return Patience(clock=lambda: self.now, sleep=self.sleep, chance=lambda: 1.0, **bounds)


async def test_batches_are_cut_to_what_dynamodb_takes() -> None:
    table = Table()
    await batch_write(table, {"A": puts(30), "B": puts(31)})
    found = await batch_get(table, {"A": {"Keys": [key(n) for n in range(130)]}, "B": {"Keys": [key(1)]}})
    assert table.asked == [25, 25, 11, 100, 31]
    assert {name: len(numbers) for name, numbers in table.items.items()} == {"A": 30, "B": 31}
    assert found == {"A": [key(n) for n in range(130)], "B": [key(1)]}


async def test_nothing_asks_for_nothing() -> None:
    table = Table()
    await batch_write(table, {"A": []})
    assert await batch_get(table, {"A": {"Keys": []}}) == {"A": []}
    assert table.asked == []


async def test_how_a_table_is_to_be_read_goes_with_each_batch() -> None:
    table = Table(does=lambda asked: max(1, asked - 30))
    options = {"ConsistentRead": True, "ProjectionExpression": "#i", "ExpressionAttributeNames": {"#i": "id"}}
    await batch_get(
        table, {"A": {"Keys": [key(n) for n in range(150)], **options}}, patience=Time().patience()
    )
    assert all(request["RequestItems"]["A"].items() >= options.items() for request in table.requests)


async def test_a_key_that_is_asked_for_twice_is_read_once() -> None:
    table = Table()
    found = await batch_get(table, {"A": {"Keys": [key(1), key(2), key(1)]}})
    assert found == {"A": [key(1), key(2)]}


async def test_waiting_doubles_up_to_a_bound_and_starts_anew_once_all_is_done() -> None:
    answers = iter([0, 0, 0, 0, 25, 0, 5])
    table, time = Table(does=lambda asked: next(answers)), Time()
    await batch_write(table, {"A": puts(30)}, patience=time.patience(shortest_bound=1, longest_bound=5))
    assert time.slept == [1, 2, 4, 5, 1]
    assert len(table.items["A"]) == 30


async def test_throttling_of_a_whole_batch_is_waited_for_too() -> None:
    faults = [ProvisionedThroughputExceededException("slow"), ThrottlingException("slow")]

    def does(asked: int) -> int:
        if faults:
            raise faults.pop()
        return asked

    table, time = Table(does), Time()
    await batch_write(table, {"A": puts(3)}, patience=time.patience(shortest_bound=1))
    assert (table.asked, time.slept) == ([3, 3, 3], [1, 2])


async def test_other_errors_are_the_callers() -> None:
    def does(asked: int) -> int:
        raise ValidationException("no such type")

    with pytest.raises(ValidationException, match="no such type"):
        await batch_write(Table(does), {"A": puts(3)})


async def test_patience_ends_when_nothing_at_all_is_done() -> None:
    answers = iter([10])
    table, time = Table(does=lambda asked: next(answers, 0)), Time()
    patience = time.patience(shortest_bound=1, longest_bound=8, seconds_without_progress=60)
    with pytest.raises(ProvisionedThroughputExceededException) as raised:
        await batch_write(table, {"A": puts(30)}, patience=patience)
    assert raised.value.message == "DynamoDB did nothing for 60 seconds; 20 requests of a batch are not done."
    assert 60 < time.now < 70


@given(
    sizes=st.dictionaries(st.sampled_from(["A", "B", "C"]), st.integers(0, 120)),
    done=st.lists(st.integers(0, 100)),
)
async def test_everything_is_done_whatever_dynamodb_leaves_undone(
    sizes: dict[str, int], done: list[int]
) -> None:
    answers = iter(done)
    table, patience = Table(does=lambda asked: min(asked, next(answers, asked))), Time().patience()
    await batch_write(table, {name: puts(size) for name, size in sizes.items()}, patience=patience)
    assert table.items == {name: {str(n) for n in range(size)} for name, size in sizes.items() if size}
    wanted = {name: {"Keys": [key(n) for n in range(size)]} for name, size in sizes.items()}
    found = await batch_get(table, wanted, patience=patience)
    assert {name: sorted(int(item["id"]["N"]) for item in items) for name, items in found.items()} == {
        name: list(range(size)) for name, size in sizes.items()
    }


async def test_the_engine_does_batches_of_any_size(tmp_path: Path) -> None:
    async with open_folder(tmp_path) as dynamo:
        await dynamo.call(
            "CreateTable",
            {
                "TableName": "Numbers",
                "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "N"}],
                "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
                "BillingMode": "PAY_PER_REQUEST",
            },
        )
        await batch_write(dynamo, {"Numbers": puts(260)})
        await batch_write(dynamo, {"Numbers": [{"DeleteRequest": {"Key": key(n)}} for n in range(0, 260, 2)]})
        found = await batch_get(dynamo, {"Numbers": {"Keys": [key(n) for n in range(300)]}})
    assert sorted(int(item["id"]["N"]) for item in found["Numbers"]) == list(range(1, 260, 2))

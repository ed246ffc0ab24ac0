"""Scans in segments of a table that is read in many steps."""

from collections.abc import AsyncIterator
from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.batches import batch_write
from cairn.dynamo.embedded import Embedded, open_folder, pages
from cairn.dynamo.embedded.tables import decoded_item
from cairn.dynamo.seam import Item
from tests.dynamo.contract.engines import table_of
from tests.dynamo.contract.schemas import defined, index

ITEMS = 2500  # more than twice as many as are read in a step
INDEXED = {"GlobalSecondaryIndexes": [index("ByGroup", "group")]}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dynamo(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Embedded]:
    async with open_folder(tmp_path_factory.mktemp("data")) as dynamo:
        made = table_of("id:S") | defined("id:S group:N") | INDEXED
        await dynamo.call("CreateTable", {"TableName": "Many", **made})
        items = [{"id": {"S": str(number)}, "group": {"N": str(number % 50)}} for number in range(ITEMS)]
        await batch_write(dynamo, {"Many": [{"PutRequest": {"Item": item}} for item in items]})
        yield dynamo


async def scanned(dynamo: Embedded, **request: Any) -> list[Item]:
    found: list[Item] = []
    start: dict[str, Any] = {}
    while True:
        page = await dynamo.call("Scan", {"TableName": "Many", **request, **start})
        found += page["Items"]
        if "LastEvaluatedKey" not in page:
            return found
        start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


@pytest.mark.asyncio(loop_scope="session")
@pytest.mark.parametrize(
    "where", [{}, {"Limit": 30}, {"IndexName": "ByGroup"}, {"IndexName": "ByGroup", "Limit": 30}]
)
async def test_segments_of_many_items_come_to_everything_once(
    dynamo: Embedded, where: dict[str, Any]
) -> None:
    found = [
        item["id"]["S"]
        for segment in range(3)
        for item in await scanned(dynamo, Segment=segment, TotalSegments=3, **where)
    ]
    assert sorted(found) == sorted(map(str, range(ITEMS)))


@pytest.mark.asyncio(loop_scope="session")
async def test_a_segment_costs_little_for_the_items_of_others(
    dynamo: Embedded, monkeypatch: pytest.MonkeyPatch
) -> None:
    decoded = 0

    def counted(value: bytes) -> Item:
        nonlocal decoded
        decoded += 1
        return decoded_item(value)

    monkeypatch.setattr(pages, "decoded_item", counted)
    found = await scanned(dynamo, Segment=7, TotalSegments=1000)
    steps = ITEMS // 1000 + 1
    assert decoded <= len(found) + steps

"""`assert_calls` holds a block to what it promised to ask of DynamoDB, and says what it asked instead."""

from pathlib import Path

import pytest

from cairn.dynamo.embedded import open_folder
from cairn.dynamo.errors import ResourceNotFoundException
from cairn.dynamo.seam import Operation, Request, Response
from cairn.tables.counting import Counted, assert_calls

KEY = {"PK": {"S": "USER#1"}}


class Agreeable:
    """Answers everything with nothing."""

    closed = False

    async def call(self, operation: Operation, request: Request) -> Response:
        return {}

    async def close(self) -> None:
        self.closed = True


async def test_each_operation_counts_as_its_kind() -> None:
    dynamo = Counted(Agreeable())
    with assert_calls(dynamo, reads=1, queries=1, scans=1, writes=3, transactions=2, batches=2, others=1):
        await dynamo.call("GetItem", {"TableName": "Goals", "Key": KEY})
        await dynamo.call("Query", {"TableName": "Goals"})
        await dynamo.call("Scan", {"TableName": "Goals"})
        await dynamo.call("PutItem", {"TableName": "Goals", "Item": KEY})
        await dynamo.call("UpdateItem", {"TableName": "Goals", "Key": KEY})
        await dynamo.call("DeleteItem", {"TableName": "Goals", "Key": KEY})
        await dynamo.call("TransactGetItems", {"TransactItems": []})
        await dynamo.call("TransactWriteItems", {"TransactItems": []})
        await dynamo.call("BatchGetItem", {"RequestItems": {}})
        await dynamo.call("BatchWriteItem", {"RequestItems": {}})
        await dynamo.call("ListTables", {})


async def ask_much(dynamo: Counted) -> None:
    await dynamo.call("GetItem", {"TableName": "Goals", "Key": KEY})
    await dynamo.call(
        "Query",
        {
            "TableName": "Goals",
            "IndexName": "Due",
            "KeyConditionExpression": "#0 = :0",
            "ExpressionAttributeNames": {"#0": "PK"},
            "ExpressionAttributeValues": {":0": {"S": "USER#1"}},
        },
    )
    await dynamo.call(
        "TransactWriteItems",
        {
            "TransactItems": [
                {"Put": {"TableName": "Goals", "Item": KEY}},
                {"Delete": {"TableName": "Users", "Key": KEY}},
            ]
        },
    )
    await dynamo.call("BatchWriteItem", {"RequestItems": {"Goals": [{"PutRequest": {}}, {"PutRequest": {}}]}})
    await dynamo.call("BatchGetItem", {"RequestItems": {"Goals": {"Keys": [KEY]}}})


async def test_a_broken_promise_lists_what_was_asked() -> None:
    dynamo = Counted(Agreeable())
    with pytest.raises(AssertionError) as raised, assert_calls(dynamo, reads=2, transactions=1):
        await ask_much(dynamo)
    assert str(raised.value) == (
        "promised reads=2, transactions=1, but made reads=1, queries=1, transactions=1, batches=2:\n"
        "  GetItem Goals {'PK': {'S': 'USER#1'}}\n"
        "  Query Goals Due {':0': {'S': 'USER#1'}}\n"
        "  TransactWriteItems Put Goals {'PK': {'S': 'USER#1'}}, Delete Users {'PK': {'S': 'USER#1'}}\n"
        "  BatchWriteItem Goals: 2\n"
        "  BatchGetItem Goals: 1"
    )


async def test_nothing_asked_is_a_broken_promise_too() -> None:
    with pytest.raises(AssertionError) as raised, assert_calls(Counted(Agreeable()), reads=1):
        pass
    assert str(raised.value) == "promised reads=1, but made no call:\n  nothing"


async def test_a_block_counts_for_itself_and_for_the_block_around_it() -> None:
    dynamo = Counted(Agreeable())
    await dynamo.call("GetItem", {"TableName": "Goals", "Key": KEY})
    with assert_calls(dynamo, reads=1, writes=1):
        with assert_calls(dynamo, reads=1):
            await dynamo.call("GetItem", {"TableName": "Goals", "Key": KEY})
        await dynamo.call("PutItem", {"TableName": "Goals", "Item": KEY})


async def test_a_call_that_fails_counts_and_the_failure_comes_through(tmp_path: Path) -> None:
    async with open_folder(tmp_path) as engine:
        dynamo = Counted(engine)
        with assert_calls(dynamo, reads=1), pytest.raises(ResourceNotFoundException):
            await dynamo.call("GetItem", {"TableName": "Goals", "Key": KEY})


async def test_an_error_of_the_block_is_not_covered_by_the_count() -> None:
    with pytest.raises(KeyError), assert_calls(Counted(Agreeable()), reads=1):
        raise KeyError("of the block")


async def test_what_does_not_count_is_refused_with_advice() -> None:
    with pytest.raises(TypeError) as raised, assert_calls(Agreeable()):
        pass
    assert str(raised.value) == "Agreeable does not count: give the program Counted(dynamo) in its place"


async def test_closing_the_count_closes_what_it_counts() -> None:
    inner = Agreeable()
    await Counted(inner).close()
    assert inner.closed

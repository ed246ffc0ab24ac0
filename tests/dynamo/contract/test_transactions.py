"""Transactions: all or nothing over several tables, why one was cancelled, and that a repeat is harmless."""

from typing import Any

import pytest
import pytest_asyncio

from cairn.dynamo.seam import AttributeValue, Item, Request
from tests.dynamo.contract.engines import Engine, Refusal, Tables, refused
from tests.dynamo.contract.schemas import invalid
from tests.dynamo.differences import (
    CHECKS_IN_TRANSACTIONS,
    ITEMS_NAMED_TWICE,
    KEYS,
    MISSING_TABLE,
    NUMBERS,
    REASONS_TO_CANCEL,
    REQUESTS_FOR_ITEMS,
    REUSED_TOKENS,
    TRANSACTION_SIZE,
)

ADA: Item = {"id": {"S": "ada"}, "part": {"N": "1"}}
BO: Item = {"id": {"S": "bo"}, "part": {"N": "2"}}
CY: Item = {"id": {"S": "cy"}, "part": {"N": "3"}}
NEW: dict[str, AttributeValue] = {":new": {"S": "new"}}
NOT_MET = {"Code": "ConditionalCheckFailed", "Message": "The conditional request failed"}
NONE = {"Code": "None"}


@pytest_asyncio.fixture(loop_scope="session")
async def name(table: Tables) -> str:
    return await table(keys="id:S part:N")


@pytest_asyncio.fixture(loop_scope="session")
async def other(table: Tables) -> str:
    return await table(keys="id:S")


def put(name: str, item: Item, **how: Any) -> dict[str, Any]:
    return {"Put": {"TableName": name, "Item": item, **how}}


def update(name: str, key: Item, text: str = "SET note = :new", **how: Any) -> dict[str, Any]:
    asked = {"TableName": name, "Key": key, "UpdateExpression": text, "ExpressionAttributeValues": NEW}
    return {"Update": asked | how}


def delete(name: str, key: Item, **how: Any) -> dict[str, Any]:
    return {"Delete": {"TableName": name, "Key": key, **how}}


def check(name: str, key: Item, text: str = "attribute_exists(id)", **how: Any) -> dict[str, Any]:
    return {"ConditionCheck": {"TableName": name, "Key": key, "ConditionExpression": text, **how}}


def get(name: str, key: Item, **how: Any) -> dict[str, Any]:
    return {"Get": {"TableName": name, "Key": key, **how}}


def numbered(number: int) -> Item:
    return {**ADA, "part": {"N": str(number)}}


def canceled(*reasons: dict[str, Any]) -> Refusal:
    codes = ", ".join(reason["Code"] for reason in reasons)
    message = f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]"
    return Refusal("TransactionCanceledException", message, {"CancellationReasons": list(reasons)})


def invalid_because(message: str) -> dict[str, Any]:
    return {"Code": "ValidationError", "Message": message}


def missing_table(dynamo: Engine) -> Refusal:
    local = "Cannot do operations on a non-existent table"
    message = MISSING_TABLE.answer(dynamo, aws="Requested resource not found", dynamodb_local=local)
    return Refusal("ResourceNotFoundException", message)


async def all_items(dynamo: Engine, name: str) -> list[Item]:
    items: list[Item] = (await dynamo.call("Scan", {"TableName": name, "ConsistentRead": True}))["Items"]
    return sorted(items, key=lambda item: str(sorted(item.items())))


async def test_all_of_it_is_done_in_all_tables(dynamo: Engine, name: str, other: str) -> None:
    for item in (BO, CY):
        await dynamo.call("PutItem", {"TableName": name, "Item": item})
    actions = [
        put(name, {**ADA, "photo": {"B": b"\x00"}}, ConditionExpression="attribute_not_exists(id)"),
        update(name, BO),
        delete(name, CY),
        put(other, {"id": {"S": "1"}}),
        check(other, {"id": {"S": "2"}}, "attribute_not_exists(id)"),
    ]
    assert await dynamo.call("TransactWriteItems", {"TransactItems": actions}) == {}
    assert await all_items(dynamo, name) == [{**ADA, "photo": {"B": b"\x00"}}, {**BO, "note": {"S": "new"}}]
    assert await all_items(dynamo, other) == [{"id": {"S": "1"}}]


async def test_nothing_is_done_when_one_condition_is_not_met(dynamo: Engine, name: str, other: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": {**BO, "note": {"S": "old"}}})
    actions = [
        put(name, ADA),
        update(name, BO, ConditionExpression="attribute_not_exists(note)"),
        put(other, {"id": {"S": "1"}}, ConditionExpression="attribute_exists(id)"),
        delete(name, CY),
        put(
            name,
            {**BO, "part": {"N": "9"}},
            ConditionExpression="attribute_exists(id)",
            ReturnValuesOnConditionCheckFailure="ALL_OLD",
        ),
    ]
    assert await dynamo.outcome("TransactWriteItems", {"TransactItems": actions}) == canceled(
        NONE, NOT_MET, NOT_MET, NONE, NOT_MET
    )
    assert await all_items(dynamo, name) == [{**BO, "note": {"S": "old"}}]
    assert await all_items(dynamo, other) == []


async def test_a_reason_brings_the_item_if_asked(dynamo: Engine, name: str) -> None:
    item = {**BO, "photo": {"B": b"\x00\xff"}}
    await dynamo.call("PutItem", {"TableName": name, "Item": item})
    shown = {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}
    unmet = {"ConditionExpression": "attribute_not_exists(id)"}
    for action in (put(name, BO, **unmet), update(name, BO, **unmet), delete(name, BO, **unmet)):
        [(_, asked)] = action.items()
        outcome = await dynamo.outcome("TransactWriteItems", {"TransactItems": [action]})
        assert outcome == canceled(NOT_MET)
        asked |= shown
        outcome = await dynamo.outcome("TransactWriteItems", {"TransactItems": [action]})
        assert outcome == canceled({**NOT_MET, "Item": item})


async def test_a_check_that_is_not_met_cancels_too(dynamo: Engine, name: str) -> None:
    outcome = await dynamo.outcome("TransactWriteItems", {"TransactItems": [put(name, ADA), check(name, BO)]})
    words = "The conditional request failed"
    message = CHECKS_IN_TRANSACTIONS.answer(dynamo, aws=words, dynamodb_local=f"{words}.")
    assert outcome == canceled(NONE, {**NOT_MET, "Message": message})
    assert await all_items(dynamo, name) == []


UNSUITED = {
    "SET note = note + :one": "An operand in the update expression has an incorrect data type",
    "SET note = absent": "The provided expression refers to an attribute that does not exist in the item",
    "SET absent.part = :one": "The document path provided in the update expression is invalid for update",
}


@pytest.mark.parametrize("text", UNSUITED)
async def test_an_update_that_does_not_suit_its_item_cancels(dynamo: Engine, name: str, text: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": {**BO, "note": {"S": "old"}}})
    values = {"ExpressionAttributeValues": {":one": {"N": "1"}}} if ":one" in text else {}
    unsuited = update(name, BO, text)
    unsuited["Update"].pop("ExpressionAttributeValues")
    unsuited["Update"] |= values
    outcome = await dynamo.outcome("TransactWriteItems", {"TransactItems": [put(name, ADA), unsuited]})
    assert outcome == REASONS_TO_CANCEL.answer(
        dynamo, aws=canceled(NONE, invalid_because(UNSUITED[text])), dynamodb_local=refused(UNSUITED[text])
    )
    assert await all_items(dynamo, name) == [{**BO, "note": {"S": "old"}}]


async def test_an_update_of_a_key_cancels(dynamo: Engine, name: str) -> None:
    changing = update(name, BO, "SET part = :new")
    assert await dynamo.outcome("TransactWriteItems", {"TransactItems": [changing]}) == canceled(
        invalid_because(
            "One or more parameter values were invalid: Cannot update attribute part. This attribute is part of the key"
        )
    )


async def test_a_key_that_is_none_cancels(dynamo: Engine, name: str) -> None:
    other_type = {"id": {"S": "bo"}, "part": {"S": "2"}}
    message = KEYS.answer(
        dynamo,
        aws="The provided key element does not match the schema",
        dynamodb_local="One or more parameter values were invalid: Type mismatch for key",
    )
    actions = [put(name, ADA), delete(name, other_type)]
    outcome = await dynamo.outcome("TransactWriteItems", {"TransactItems": actions})
    assert outcome == canceled(NONE, invalid_because(message))


async def test_a_value_that_is_none_refuses(dynamo: Engine, name: str) -> None:
    message = NUMBERS.answer(
        dynamo,
        aws="The parameter cannot be converted to a numeric value: x",
        dynamodb_local="A value provided cannot be converted into a number",
    )
    no_number = {**BO, "part": {"N": "x"}}
    for action in (put(name, no_number), delete(name, no_number), put(name, {**BO, "count": {"N": "x"}})):
        outcome = await dynamo.outcome("TransactWriteItems", {"TransactItems": [put(name, ADA), action]})
        assert outcome == refused(message)
    reading = {"TransactItems": [get(name, no_number)]}
    assert await dynamo.outcome("TransactGetItems", reading) == refused(message)


async def test_an_item_has_one_action(dynamo: Engine, name: str) -> None:
    refusal = refused("Transaction request cannot include multiple operations on one item")
    for second in (delete(name, ADA), update(name, ADA), check(name, ADA)):
        actions = [put(name, ADA), second]
        assert await dynamo.outcome("TransactWriteItems", {"TransactItems": actions}) == refusal
    gets = {"TransactItems": [get(name, ADA), get(name, ADA)]}
    assert await dynamo.outcome("TransactGetItems", gets) == refusal


async def test_one_item_twice_is_told_before_conditions(dynamo: Engine, name: str) -> None:
    unmet = put(name, ADA, ConditionExpression="attribute_exists(id)")
    outcome = await dynamo.outcome("TransactWriteItems", {"TransactItems": [unmet, put(name, ADA)]})
    refusal = refused("Transaction request cannot include multiple operations on one item")
    assert outcome == ITEMS_NAMED_TWICE.answer(dynamo, aws=refusal, dynamodb_local=canceled(NOT_MET, NONE))


async def test_a_missing_table_refuses_all(dynamo: Engine, name: str) -> None:
    nowhere = "nowhere-at-all"
    actions = [put(name, ADA), put(nowhere, ADA)]
    assert await dynamo.outcome("TransactWriteItems", {"TransactItems": actions}) == missing_table(dynamo)
    gets = [get(name, ADA), get(nowhere, ADA)]
    assert await dynamo.outcome("TransactGetItems", {"TransactItems": gets}) == missing_table(dynamo)
    assert await all_items(dynamo, name) == []


async def test_what_is_wrong_with_an_action_is_told_before_a_missing_table(dynamo: Engine, name: str) -> None:
    faults = {
        'Invalid UpdateExpression: Syntax error; token: "<EOF>", near: "note"': update(name, BO, "SET note"),
        "One or more parameter values were invalid: An number set  may not be empty": put(
            name, {**BO, "none": {"NS": []}}
        ),
        "Item size has exceeded the maximum allowed size": put(name, {**BO, "text": {"S": "x" * 409_600}}),
    }
    for message, action in faults.items():
        actions = [put("nowhere-at-all", ADA), action]
        assert await dynamo.outcome("TransactWriteItems", {"TransactItems": actions}) == refused(message)


async def test_a_token_makes_a_repeat_harmless(dynamo: Engine, name: str) -> None:
    adding = update(name, ADA, "ADD steps :one", ExpressionAttributeValues={":one": {"N": "1"}})
    request = {"TransactItems": [adding, put(name, BO)], "ClientRequestToken": f"first of {name}"[:36]}
    assert await dynamo.call("TransactWriteItems", request) == {}
    await dynamo.call("DeleteItem", {"TableName": name, "Key": BO})
    assert await dynamo.call("TransactWriteItems", request) == {}
    assert await all_items(dynamo, name) == [{**ADA, "steps": {"N": "1"}}]
    another = {**request, "TransactItems": [put(name, CY)]}
    words = (
        "The provided client request token was already used with different request parameters; please retry with a "
        "new token or the same parameters"
    )
    message = REUSED_TOKENS.answer(dynamo, aws=words, dynamodb_local="")
    mismatch = Refusal("IdempotentParameterMismatchException", message)
    assert await dynamo.outcome("TransactWriteItems", another) == mismatch
    fresh = {**request, "ClientRequestToken": f"other of {name}"[:36]}
    assert await dynamo.call("TransactWriteItems", fresh) == {}
    assert await all_items(dynamo, name) == [{**ADA, "steps": {"N": "2"}}, BO]


async def test_a_token_of_a_cancelled_transaction_may_be_used_again(dynamo: Engine, name: str) -> None:
    needing = put(name, ADA, ConditionExpression="attribute_exists(id)")
    request = {"TransactItems": [needing], "ClientRequestToken": f"again {name}"[:36]}
    assert await dynamo.outcome("TransactWriteItems", request) == canceled(NOT_MET)
    await dynamo.call("PutItem", {"TableName": name, "Item": {**ADA, "note": {"S": "n"}}})
    assert await dynamo.call("TransactWriteItems", request) == {}
    assert await all_items(dynamo, name) == [ADA]


async def test_items_are_read_in_order_from_several_tables(dynamo: Engine, name: str, other: str) -> None:
    await dynamo.call("PutItem", {"TableName": name, "Item": {**ADA, "note": {"S": "n"}}})
    await dynamo.call("PutItem", {"TableName": other, "Item": {"id": {"S": "1"}}})
    gets = [
        get(other, {"id": {"S": "1"}}),
        get(name, BO),
        get(name, ADA, ProjectionExpression="#n", ExpressionAttributeNames={"#n": "note"}),
        get(other, {"id": {"S": "2"}}),
    ]
    assert await dynamo.call("TransactGetItems", {"TransactItems": gets}) == {
        "Responses": [{"Item": {"id": {"S": "1"}}}, {}, {"Item": {"note": {"S": "n"}}}, {}]
    }
    bare = {"TransactItems": [get(name, ADA, ProjectionExpression="absent")]}
    assert await dynamo.call("TransactGetItems", bare) == {"Responses": [{"Item": {}}]}


async def test_a_hundred_actions_and_no_more(dynamo: Engine, name: str) -> None:
    puts = [put(name, numbered(number)) for number in range(101)]
    gets = [get(name, numbered(number)) for number in range(101)]
    assert await dynamo.call("TransactWriteItems", {"TransactItems": puts[:100]}) == {}
    answer = await dynamo.call("TransactGetItems", {"TransactItems": gets[:100]})
    assert answer["Responses"] == [{"Item": numbered(number)} for number in range(100)]
    message = REQUESTS_FOR_ITEMS.answer(
        dynamo,
        aws="1 validation error detected: Value at 'transactItems' failed to satisfy constraint: Member must have "
        "length less than or equal to 100",
        dynamodb_local="Member must have length less than or equal to 100",
    )
    assert await dynamo.outcome("TransactWriteItems", {"TransactItems": puts}) == refused(message)
    assert await dynamo.outcome("TransactGetItems", {"TransactItems": gets}) == refused(message)


async def test_four_megabytes_and_no_more(dynamo: Engine, name: str) -> None:
    def of_size(number: int, size: int) -> Item:
        return {**numbered(number), "text": {"S": "x" * size}}

    fitting = [put(name, of_size(number, 380_000)) for number in range(11)]
    assert await dynamo.call("TransactWriteItems", {"TransactItems": fitting}) == {}
    gets = [get(name, numbered(number)) for number in range(11)]
    assert len((await dynamo.call("TransactGetItems", {"TransactItems": gets}))["Responses"]) == 11
    too_large = [put(name, of_size(number, 385_000)) for number in range(11)]
    outcome = await dynamo.outcome("TransactWriteItems", {"TransactItems": too_large})
    words = "Collection size of items in the transaction has exceeded the 4 MB limit"
    local = "Transaction payload size cannot exceed 4MB. Payload Size: 4235164"
    assert outcome == refused(TRANSACTION_SIZE.answer(dynamo, aws=words, dynamodb_local=local))
    await dynamo.call("PutItem", {"TableName": name, "Item": of_size(0, 400_000)})
    outcome = await dynamo.outcome("TransactGetItems", {"TransactItems": gets})
    local = "Payload in response is too large.4200208"
    assert outcome == refused(TRANSACTION_SIZE.answer(dynamo, aws=words, dynamodb_local=local))


@pytest.mark.parametrize(
    ("request_", "aws", "local"),
    [
        (
            {"TransactItems": []},
            invalid("'[]'", "transactItems", "have length greater than or equal to 1"),
            (
                "Value [] at 'transactItems' failed to satisfy constraint: Member must have length greater than or equal "
                "to 1"
            ),
        ),
        (
            {"TransactItems": [{}]},
            "TransactItems can only contain one of Check, Put, Update or Delete",
            "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request",
        ),
    ],
    ids=["nothing", "an action of no kind"],
)
async def test_a_transaction_does_something(dynamo: Engine, request_: Request, aws: str, local: str) -> None:
    message = REQUESTS_FOR_ITEMS.answer(dynamo, aws=aws, dynamodb_local=local)
    assert await dynamo.outcome("TransactWriteItems", request_) == refused(message)


async def test_an_action_is_of_one_kind(dynamo: Engine, name: str) -> None:
    both = put(name, ADA) | delete(name, BO)
    outcome = await dynamo.outcome("TransactWriteItems", {"TransactItems": [both]})
    assert outcome == refused("TransactItems can only contain one of Check, Put, Update or Delete")

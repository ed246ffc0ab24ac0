"""TransactGetItems and TransactWriteItems: all or nothing, over any of the tables."""

from typing import Any, Final

from cairn.dynamo.embedded import request_tokens, rows
from cairn.dynamo.embedded.actions import (
    Action,
    check_action,
    delete_action,
    expressions_of,
    keyed,
    put_action,
    update_action,
)
from cairn.dynamo.embedded.cancellations import NO_REASON, KeyFaults, canceled, validation_error
from cairn.dynamo.embedded.consumption import add_collections, add_transaction_reads, add_transaction_writes
from cairn.dynamo.embedded.keys import key_of_item, key_of_request
from cairn.dynamo.embedded.missing_tables import MissingTables
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import (
    ConditionalCheckFailedException,
    ValidationException,
)
from cairn.dynamo.seam import Item, Request, Response

_BYTES_AT_MOST: Final = 4 * 1024 * 1024


async def transact_get_items(store: Store, request: Request) -> Response:
    wanted = []
    faults, missing = KeyFaults(), MissingTables()
    for number, each in enumerate(request["TransactItems"]):
        get = each["Get"]
        expressions = expressions_of(get)
        text = get.get("ProjectionExpression")
        projection = None if text is None else expressions.projection(text)
        expressions.finish()
        with missing:
            wanted.append((*keyed(store, get, faults.noted(number, key_of_request)), projection))
    missing.refuse()
    faults.cancel(len(wanted))
    _refuse_one_item_twice([(table, p, s) for table, p, s, _ in wanted])
    connection = store.reader()
    found: list[rows.Stored | None] = []
    bytes_read = 0
    with connection:  # one snapshot for all of them
        for table, p, s, _ in wanted:
            stored = rows.read_with_size(table, connection, p, s)
            found.append(stored)
            bytes_read += 0 if stored is None else stored.size
            if bytes_read > _BYTES_AT_MOST:  # what is refused is not read to its end: others wait
                raise _too_large()
    responses: list[dict[str, Item]] = []
    for stored, (_, _, _, projection) in zip(found, wanted, strict=True):
        if stored is None:
            responses.append({})
        else:
            responses.append({"Item": stored.item if projection is None else projection(stored.item)})
    response: Response = {"Responses": responses}
    if "ReturnConsumedCapacity" in request:
        sizes = [
            (table, 0 if stored is None else stored.size)
            for (table, *_), stored in zip(wanted, found, strict=True)
        ]
        add_transaction_reads(response, request, sizes)
    return response


async def transact_write_items(store: Store, request: Request) -> Response:
    faults, missing = KeyFaults(), MissingTables()
    actions: list[Action] = []
    for number, each in enumerate(request["TransactItems"]):
        with missing:
            actions.append(_action(store, each, number, faults))
    missing.refuse()
    faults.cancel(len(actions))
    _refuse_one_item_twice([(action.table, action.p, action.s) for action in actions])
    token = request.get("ClientRequestToken")
    print_of_request = b"" if token is None else request_tokens.fingerprint(request)

    def change(transaction: Transaction) -> Response:
        response: Response = {}
        if token is not None and request_tokens.was_carried_out(transaction, token, print_of_request):
            add_transaction_reads(response, request, [_read_again(transaction, action) for action in actions])
            return response
        decisions = _decide_all(transaction, actions)
        for decision, action in zip(decisions, actions, strict=True):
            if not action.only_checks:
                rows.carry_out(transaction, decision)
        if token is not None:
            request_tokens.remember(transaction, token, print_of_request)
        checks = [action.only_checks for action in actions]
        add_transaction_writes(response, request, zip(decisions, checks, strict=True))
        return response

    response = await store.write(change)
    touched = (
        (action.table, action.p, _holder_of_key(each))
        for action, each in zip(actions, request["TransactItems"], strict=True)
        if not action.only_checks
    )
    add_collections(store, response, request, touched)
    return response


def _holder_of_key(asked: dict[str, Any]) -> Item:
    [action] = asked.values()
    holder: Item = action["Item"] if "Item" in action else action["Key"]
    return holder


def _read_again(transaction: Transaction, action: Action) -> tuple[Table, int]:
    stored = rows.read_with_size(
        transaction.current(action.table), transaction.connection, action.p, action.s
    )
    return action.table, 0 if stored is None else stored.size


def _action(store: Store, asked: dict[str, Any], number: int, faults: KeyFaults) -> Action:
    [(kind, request)] = asked.items()
    if kind == "Put":
        return put_action(store, request, faults.noted(number, key_of_item))
    key_of = faults.noted(number, key_of_request)
    match kind:
        case "Delete":
            return delete_action(store, request, key_of)
        case "ConditionCheck":
            return check_action(store, request, key_of)
        case _:
            return update_action(store, request, key_of)


def _decide_all(transaction: Transaction, actions: list[Action]) -> list[rows.Decision]:
    decisions: list[rows.Decision] = []
    reasons: list[dict[str, Any]] = []
    for action in actions:
        try:
            decisions.append(action.decide(transaction))
            reasons.append(NO_REASON)
        except ConditionalCheckFailedException as refusal:
            reasons.append({"Code": "ConditionalCheckFailed", "Message": refusal.message} | refusal.fields)
        except ValidationException as refusal:
            reasons.append(validation_error(refusal))
    if len(decisions) < len(actions):
        raise canceled(reasons)
    sizes = (
        max(stored.size for stored in (decision.before, decision.after) if stored is not None)
        for decision in decisions
        if decision.before is not None or decision.after is not None
    )
    if sum(sizes) > _BYTES_AT_MOST:
        raise _too_large()
    return decisions


def _too_large() -> ValidationException:
    return ValidationException("Collection size of items in the transaction has exceeded the 4 MB limit")


def _refuse_one_item_twice(keys: list[tuple[Table, bytes, bytes]]) -> None:
    if len({(table.id, p, s) for table, p, s in keys}) != len(keys):
        raise ValidationException("Transaction request cannot include multiple operations on one item")

"""GetItem, PutItem, UpdateItem, DeleteItem: one item at a time."""

from typing import Any

from cairn.dynamo.embedded import rows
from cairn.dynamo.embedded.actions import (
    Action,
    delete_action,
    expressions_of,
    keyed,
    put_action,
    update_action,
)
from cairn.dynamo.embedded.consumption import add_collection, add_read, add_write
from cairn.dynamo.embedded.key_paths import refuse_entering_keys
from cairn.dynamo.embedded.operations.blind_puts import are_blind_puts, put_blindly
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.seam import Item, Request, Response


async def get_item(store: Store, request: Request) -> Response:
    projection = None
    if request.get("ProjectionExpression") is not None:
        expressions = expressions_of(request)
        projection = expressions.projection(request["ProjectionExpression"])
        expressions.finish()
    table, p, s = keyed(store, request)
    refuse_entering_keys(table, projection)
    stored = rows.read_with_size(table, store.reader(), p, s)
    response: Response = {}
    if stored is not None:
        response["Item"] = stored.item if projection is None else projection(stored.item)
    if "ReturnConsumedCapacity" in request:
        add_read(response, request, table, 0 if stored is None else stored.size)
    return response


async def put_item(store: Store, request: Request) -> Response:
    action = put_action(store, request)
    if are_blind_puts([action], request):
        await put_blindly(store, [action])
        return {}
    decision = await store.write(lambda transaction: _carried_out(transaction, action))
    return _reported(store, request, decision, _old(request, decision))


async def delete_item(store: Store, request: Request) -> Response:
    action = delete_action(store, request)
    decision = await store.write(lambda transaction: _carried_out(transaction, action))
    return _reported(store, request, decision, _old(request, decision))


async def update_item(store: Store, request: Request) -> Response:
    action = update_action(store, request)
    decision = await store.write(lambda transaction: _carried_out(transaction, action))
    before = {} if decision.before is None else decision.before.item
    after = {} if decision.after is None else decision.after.item
    attributes: Item = {}
    update = action.update
    match request.get("ReturnValues"):
        case "ALL_OLD":
            attributes = before
        case "ALL_NEW":
            attributes = after
        case "UPDATED_OLD" if update is not None:
            attributes = update.before(before)
        case "UPDATED_NEW" if update is not None:
            attributes = update.after(after)
    return _reported(store, request, decision, attributes)


def _carried_out(transaction: Transaction, action: Action) -> rows.Decision:
    decision = action.decide(transaction)
    rows.carry_out(transaction, decision)
    return decision


def _old(request: Request, decision: rows.Decision) -> Item:
    if decision.before is None or request.get("ReturnValues") != "ALL_OLD":
        return {}
    return decision.before.item


def _reported(store: Store, request: Request, decision: rows.Decision, attributes: Item) -> Response:
    response: dict[str, Any] = {"Attributes": attributes} if attributes else {}
    if "ReturnConsumedCapacity" in request:
        add_write(response, request, decision)
    if "ReturnItemCollectionMetrics" in request:
        key_holder = request["Item"] if "Item" in request else request["Key"]
        add_collection(store, response, request, decision.table, decision.p, key_holder)
    return response

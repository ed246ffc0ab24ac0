"""BatchGetItem and BatchWriteItem."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from cairn.dynamo.embedded import rows
from cairn.dynamo.embedded.actions import Action, delete_action, expressions_of, put_action
from cairn.dynamo.embedded.consumption import add_batch_reads, add_batch_writes, add_collections
from cairn.dynamo.embedded.expressions import Projection
from cairn.dynamo.embedded.keys import KeySchema, key_of_request
from cairn.dynamo.embedded.missing_tables import MissingTables
from cairn.dynamo.embedded.operations.blind_puts import are_blind_puts, put_blindly
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.tables import Table, encoded_item
from cairn.dynamo.embedded.values import checked_item
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import ResourceNotFoundException, ValidationException
from cairn.dynamo.seam import Item, Request, Response

_RESPONSE_BYTES: Final = 16 * 1024 * 1024
_AT_ONCE_BYTES: Final = 256 * 1024


@dataclass(frozen=True, slots=True)
class _Wanted:
    """One item that is asked for."""

    name: str
    table: Table
    key: Item
    p: bytes
    s: bytes
    consistent: bool
    projection: Projection | None


@dataclass(slots=True)
class _Reading:
    """The items of a batch, read one after another until the answer is full."""

    wanted: list[_Wanted]
    items: dict[str, list[Item]]
    read: list[tuple[Table, int, bool]] = field(default_factory=list)
    bytes_read: int = 0

    def go_on(self, store: Store, bytes_at_most: int) -> None:
        connection = store.reader()
        while len(self.read) < len(self.wanted):
            one = self.wanted[len(self.read)]
            stored = rows.read_with_size(one.table, connection, one.p, one.s)
            size = 0
            if stored is not None:
                size = stored.size
                if self.bytes_read + size > bytes_at_most:
                    return
                item = stored.item if one.projection is None else one.projection(stored.item)
                self.items[one.name].append(item)
            self.bytes_read += size
            self.read.append((one.table, size, one.consistent))

    def unread(self) -> list[_Wanted]:
        return self.wanted[len(self.read) :]


async def batch_get_item(store: Store, request: Request) -> Response:
    asked = request["RequestItems"]
    wanted = _all_wanted(store, asked)
    reading = _Reading(wanted, {name: [] for name in asked})
    reading.go_on(store, _AT_ONCE_BYTES)
    if reading.unread():
        await store.in_thread(lambda: reading.go_on(store, _RESPONSE_BYTES))
    unprocessed: dict[str, dict[str, Any]] = {}
    for one in reading.unread():
        left = unprocessed.setdefault(one.name, dict(asked[one.name]) | {"Keys": []})
        left["Keys"].append(one.key)
    response: Response = {"Responses": reading.items, "UnprocessedKeys": unprocessed}
    if "ReturnConsumedCapacity" in request:
        add_batch_reads(response, request, reading.read)
    return response


async def batch_write_item(store: Store, request: Request) -> Response:
    missing = MissingTables()
    actions: list[Action] = []
    holders: list[Item] = []
    for name, writes in request["RequestItems"].items():
        for asked in writes:
            with missing:
                actions.append(_write_action(store, name, asked))
                holders.append(
                    asked["DeleteRequest"]["Key"]
                    if asked.get("PutRequest") is None
                    else asked["PutRequest"]["Item"]
                )
    missing.refuse()
    _refuse_duplicates([(action.table.id, action.p, action.s) for action in actions])
    if are_blind_puts(actions, request):
        await put_blindly(store, actions)
        return {"UnprocessedItems": {}}

    def change(transaction: Transaction) -> list[rows.Decision]:
        decisions = [action.decide(transaction) for action in actions]
        for decision in decisions:
            rows.carry_out(transaction, decision)
        return decisions

    decisions = await store.write(change)
    response: Response = {"UnprocessedItems": {}}
    add_batch_writes(response, request, decisions)
    touched = ((action.table, action.p, holder) for action, holder in zip(actions, holders, strict=True))
    add_collections(store, response, request, touched)
    return response


def _all_wanted(store: Store, asked: dict[str, Any]) -> list[_Wanted]:
    missing = MissingTables()
    wanted: list[_Wanted] = []
    for name, of_table in asked.items():
        with missing:
            wanted += _wanted(store, name, of_table)
    missing.refuse()
    return wanted


def _wanted(store: Store, name: str, asked: dict[str, Any]) -> list[_Wanted]:
    expressions = expressions_of(asked)
    text = asked.get("ProjectionExpression")
    projection = None if text is None else expressions.projection(text)
    expressions.finish()
    try:
        table = store.table(name)
    except ResourceNotFoundException:
        keys = [checked_item(key)[0] for key in asked["Keys"]]
        _refuse_duplicates([encoded_item(dict(sorted(key.items()))) for key in keys])
        raise
    consistent = bool(asked.get("ConsistentRead"))
    wanted = []
    for key in asked["Keys"]:
        p, s = key_of_request(table.schema, key)
        wanted.append(_Wanted(name, table, key, p, s, consistent, projection))
    _refuse_duplicates([(one.p, one.s) for one in wanted])
    return wanted


def _write_action(store: Store, name: str, asked: dict[str, Any]) -> Action:
    if asked.get("PutRequest") is not None:
        return put_action(store, {"TableName": name, "Item": asked["PutRequest"]["Item"]}, _key_in_batch)
    return delete_action(store, {"TableName": name, "Key": asked["DeleteRequest"]["Key"]})


def _key_in_batch(schema: KeySchema, item: Mapping[str, Any]) -> tuple[bytes, bytes]:
    # In a batch AWS speaks of an item's key as it does of a key alone.
    return key_of_request(schema, {name: item[name] for name in schema.names if name in item})


def _refuse_duplicates(keys: list[Any]) -> None:
    if len(set(keys)) != len(keys):
        raise ValidationException("Provided list of item keys contains duplicates")

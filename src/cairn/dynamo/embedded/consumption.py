"""What a request consumed, put into its answer when the request asks for it."""

from collections.abc import Iterable, Sequence
from typing import Any

from cairn.dynamo.embedded.capacity import (
    IN_TRANSACTION,
    READ,
    WRITE,
    Consumed,
    Kind,
    fetch_units,
    index_write_units,
    page_units,
    read_units,
    write_units,
)
from cairn.dynamo.embedded.pages import Page
from cairn.dynamo.embedded.rows import Decision
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.seam import Item, Request, Response

_GIGABYTE = 1024**3

ItemRead = tuple[Table, int, bool]
"""A table, the size of an item read from it, and whether the read was consistent."""


def add_read(response: Response, request: Request, table: Table, size: int) -> None:
    units = read_units(size, consistent=bool(request.get("ConsistentRead")))
    _add_one(response, request, table, Consumed(units))


def add_page(response: Response, request: Request, page: Page) -> None:
    consistent = bool(request.get("ConsistentRead"))
    consumed = Consumed()
    source = page.source
    if source.index is None:
        consumed.table = page_units(page.bytes_read, consistent=consistent)
    else:
        index = source.index.index
        units = page_units(page.bytes_read, consistent=consistent)
        consumed.charge_index(index.name, units, is_global=index.is_global)
        consumed.table = fetch_units(page.fetched, consistent=consistent)
    _add_one(response, request, source.table, consumed)


def add_write(response: Response, request: Request, decision: Decision) -> None:
    _add_one(response, request, decision.table, _of_write(decision))


def add_batch_reads(response: Response, request: Request, read: Iterable[ItemRead]) -> None:
    charged = ((table, Consumed(read_units(size, consistent=consistent))) for table, size, consistent in read)
    _add_each(response, request, charged)


def add_batch_writes(response: Response, request: Request, decisions: Sequence[Decision]) -> None:
    _add_each(response, request, ((decision.table, _of_write(decision)) for decision in decisions))


def add_transaction_reads(response: Response, request: Request, read: Iterable[tuple[Table, int]]) -> None:
    charged = ((table, Consumed(read_units(size, consistent=True))) for table, size in read)
    _add_each(response, request, charged, times=IN_TRANSACTION, kind=READ)


def add_transaction_writes(
    response: Response, request: Request, decided: Iterable[tuple[Decision, bool]]
) -> None:
    """Given each decision, and whether it only checks: a check is charged as a read."""
    charged = (
        (decision.table, _of_check(decision) if only_checks else _of_write(decision))
        for decision, only_checks in decided
    )
    _add_each(response, request, charged, times=IN_TRANSACTION, kind=WRITE)


def add_collection(
    store: Store, response: Response, request: Request, table: Table, p: bytes, key_holder: Item
) -> None:
    """Puts in what the collection of one written item comes to, if it is asked for. The holder has the item's key."""
    if request.get("ReturnItemCollectionMetrics") == "SIZE" and table.has_local_indexes:
        response["ItemCollectionMetrics"] = _collection(store, table, p, key_holder)


def add_collections(
    store: Store, response: Response, request: Request, written: Iterable[tuple[Table, bytes, Item]]
) -> None:
    """The same for the items of a batch or a transaction, each collection once, by tables."""
    if request.get("ReturnItemCollectionMetrics") != "SIZE":
        return
    holders = {(table.name, p): (table, holder) for table, p, holder in written if table.has_local_indexes}
    metrics: dict[str, list[dict[str, Any]]] = {}
    for (name, p), (table, holder) in holders.items():
        metrics.setdefault(name, []).append(_collection(store, table, p, holder))
    if metrics:
        response["ItemCollectionMetrics"] = metrics


def _collection(store: Store, table: Table, p: bytes, key_holder: Item) -> dict[str, Any]:
    """ItemCollectionMetrics, which only tables with local indexes have."""
    size: Any = store.reader().execute(table.collection_size, (p,)).get
    gigabytes = int(size) / _GIGABYTE
    name = table.schema.partition.name
    return {
        "ItemCollectionKey": {name: key_holder[name]},
        "SizeEstimateRangeGB": [float(int(gigabytes)), float(int(gigabytes) + 1)],
    }


def _of_check(decision: Decision) -> Consumed:
    size = 0 if decision.before is None else decision.before.size
    return Consumed(read_units(size, consistent=True))


def _of_write(decision: Decision) -> Consumed:
    before, after = decision.before, decision.after
    consumed = Consumed(write_units(0 if before is None else before.size, 0 if after is None else after.size))
    for keys in decision.table.indexes.values():
        units = index_write_units(
            keys.index.schema,
            None if before is None else keys.entry(before.item),
            None if after is None else keys.entry(after.item),
            is_global=keys.index.is_global,
        )
        if units:
            consumed.charge_index(keys.index.name, units, is_global=keys.index.is_global)
    return consumed


def _add_one(response: Response, request: Request, table: Table, consumed: Consumed) -> None:
    answer = consumed.answer(table.name, request.get("ReturnConsumedCapacity"))
    if answer is not None:
        response["ConsumedCapacity"] = answer


def _add_each(
    response: Response,
    request: Request,
    charged: Iterable[tuple[Table, Consumed]],
    *,
    times: int = 1,
    kind: Kind | None = None,
) -> None:
    mode = request.get("ReturnConsumedCapacity", "NONE")
    if mode == "NONE":
        return
    tables: dict[str, Consumed] = {}
    for table, consumed in charged:
        tables.setdefault(table.name, Consumed()).add(consumed, times)
    response["ConsumedCapacity"] = [consumed.answer(name, mode, kind) for name, consumed in tables.items()]

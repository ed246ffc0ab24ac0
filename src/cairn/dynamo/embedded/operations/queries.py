"""Query and Scan."""

from dataclasses import replace

from cairn.dynamo.embedded.actions import expressions_of
from cairn.dynamo.embedded.consumption import add_page
from cairn.dynamo.embedded.expressions import Condition, Expressions, Projection
from cairn.dynamo.embedded.key_paths import refuse_entering_keys
from cairn.dynamo.embedded.keys import encoded
from cairn.dynamo.embedded.pages import EVERYTHING, Page, Source, bounds, read_page
from cairn.dynamo.embedded.start_keys import (
    checked_start_key,
    position_in_query,
    position_in_scan,
    refuse_outside_query,
)
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import Request, Response


async def query(store: Store, request: Request) -> Response:
    start = checked_start_key(request.get("ExclusiveStartKey"))
    expressions = expressions_of(request)
    key_conditions = expressions.key_conditions(request["KeyConditionExpression"])
    keep, projection = _filter_and_projection(expressions, request)
    expressions.finish()
    key_conditions.check_shape()
    source = _source(store, request)
    after = None if start is None else position_in_query(source, start)
    condition = key_conditions.of(source.schema, request.get("IndexName"))
    refuse_entering_keys(source.table, projection)
    _refuse_filtering_by_key(source, keep)
    refuse_entering_keys(source.table, keep)
    source = _reading_what_is_asked(source, request, keep, projection)
    partition = encoded(condition.partition)
    limits = bounds(condition.operator, tuple(map(encoded, condition.operands)))
    if after is not None:
        refuse_outside_query(after, partition, limits, has_sort_condition=condition.operator is not None)
    page = Page(
        source=source,
        partition=partition,
        bounds=limits,
        forward=request.get("ScanIndexForward", True),
        limit=request.get("Limit"),
        after=after,
        keep=keep,
    )
    return await _answer(store, request, page, projection)


async def scan(store: Store, request: Request) -> Response:
    start = checked_start_key(request.get("ExclusiveStartKey"))
    expressions = expressions_of(request)
    keep, projection = _filter_and_projection(expressions, request)
    expressions.finish()
    source = _source(store, request)
    refuse_entering_keys(source.table, projection, keep)
    source = _reading_what_is_asked(source, request, keep, projection)
    total = request.get("TotalSegments", 1)
    segment = (request["Segment"], total) if total > 1 else None
    page = Page(
        source=source,
        partition=None,
        bounds=EVERYTHING,
        forward=True,
        limit=request.get("Limit"),
        after=None if start is None else position_in_scan(source, start, segment),
        keep=keep,
        segment=segment,
    )
    return await _answer(store, request, page, projection)


def _filter_and_projection(
    expressions: Expressions, request: Request
) -> tuple[Condition | None, Projection | None]:
    keep, projection = request.get("FilterExpression"), request.get("ProjectionExpression")
    return (
        None if keep is None else expressions.filter(keep),
        None if projection is None else expressions.projection(projection),
    )


def _source(store: Store, request: Request) -> Source:
    table = store.table(request["TableName"])
    name = request.get("IndexName")
    if name is None:
        return Source(table, None)
    if name not in table.indexes:
        store.refresh()
        table = store.table(request["TableName"])
    keys = table.indexes.get(name)
    if keys is None:
        raise ValidationException(f"The table does not have the specified index: {name}")
    if keys.index.is_global and request.get("ConsistentRead"):
        raise ValidationException("Consistent reads are not supported on global secondary indexes")
    if not keys.index.active:
        raise ValidationException(f"Cannot read from backfilling global secondary index: {name}")
    return Source(table, keys)


def _refuse_filtering_by_key(source: Source, keep: Condition | None) -> None:
    names = frozenset() if keep is None else keep.top_level_names
    for name in source.schema.names:
        if name in names:
            raise ValidationException(
                "Filter Expression can only contain non-primary key attributes: "
                f"Primary key attribute: {name}"
            )


def _reading_what_is_asked(
    source: Source, request: Request, keep: Condition | None, projection: Projection | None
) -> Source:
    """The source, reading whole items where a local index lacks what is asked for; a global one must have it."""
    keys, carried = source.index, source.carried_names
    if keys is None or carried is None:
        return source
    index = keys.index
    if keep is not None and (lacking := keep.top_level_names - carried):
        raise _unfit(
            f"Secondary index {index.name} does not project one or more filter attributes: [{_listed(lacking)}]"
        )
    if request.get("Select") == "ALL_ATTRIBUTES":
        if index.is_global:
            raise _unfit(
                "Select type ALL_ATTRIBUTES is not supported for "
                f"global secondary index {index.name} because its projection type is not ALL"
            )
        return replace(source, fetches_whole_items=True)
    if projection is not None and (lacking := projection.top_level_names - carried):
        if index.is_global:
            raise _unfit(f"Global secondary index {index.name} does not project [{_listed(lacking)}]")
        return replace(source, fetches_whole_items=True)
    return source


def _listed(names: frozenset[str]) -> str:
    return ", ".join(sorted(names))


def _unfit(fault: str) -> ValidationException:
    return ValidationException(f"One or more parameter values were invalid: {fault}")


async def _answer(store: Store, request: Request, page: Page, projection: Projection | None) -> Response:
    await read_page(store, page)
    response: Response = {"Count": len(page.items), "ScannedCount": page.scanned}
    if request.get("Select") != "COUNT":
        response["Items"] = page.items if projection is None else [projection(item) for item in page.items]
    last = page.last_evaluated_key
    if last is not None:
        response["LastEvaluatedKey"] = last
    if "ReturnConsumedCapacity" in request:
        add_page(response, request, page)
    return response

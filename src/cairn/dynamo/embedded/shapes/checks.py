"""Every operation's declaration and rule, and how they are put to a request.

Faultless requests pass by a test compiled from the operation's declaration; only the others are gone through for the
faults that AWS would tell, in its words and order.
"""

from collections.abc import Callable, Mapping
from typing import Any

from cairn.dynamo.embedded.shapes import (
    batches,
    items,
    reads,
    streams,
    tables,
    tags,
    time_to_live,
    transactions,
)
from cairn.dynamo.embedded.shapes.fast import Test, compiled
from cairn.dynamo.embedded.shapes.outside import refusal_of
from cairn.dynamo.embedded.shapes.shape import Structure
from cairn.dynamo.embedded.shapes.slow import refuse_faults

Rule = Callable[[Mapping[str, Any]], None]


def _no_rule(request: Mapping[str, Any]) -> None:
    """The shape says it all."""


DECLARATIONS: dict[str, tuple[Structure, Rule]] = {
    "BatchGetItem": (batches.BATCH_GET_ITEM, batches.batch_get_item),
    "BatchWriteItem": (batches.BATCH_WRITE_ITEM, batches.batch_write_item),
    "CreateTable": (tables.CREATE_TABLE, tables.create_table),
    "DeleteItem": (items.DELETE_ITEM, items.put_or_delete_item),
    "DeleteTable": (tables.DELETE_TABLE, _no_rule),
    "DescribeEndpoints": (tables.DESCRIBE_ENDPOINTS, _no_rule),
    "DescribeLimits": (tables.DESCRIBE_LIMITS, _no_rule),
    "DescribeStream": (streams.DESCRIBE_STREAM, streams.describe_stream),
    "DescribeTable": (tables.DESCRIBE_TABLE, _no_rule),
    "DescribeTimeToLive": (time_to_live.DESCRIBE_TIME_TO_LIVE, _no_rule),
    "GetItem": (items.GET_ITEM, items.get_item),
    "GetRecords": (streams.GET_RECORDS, streams.get_records),
    "GetShardIterator": (streams.GET_SHARD_ITERATOR, streams.get_shard_iterator),
    "ListStreams": (streams.LIST_STREAMS, streams.list_streams),
    "ListTables": (tables.LIST_TABLES, _no_rule),
    "ListTagsOfResource": (tags.LIST_TAGS_OF_RESOURCE, tags.list_tags_of_resource),
    "PutItem": (items.PUT_ITEM, items.put_or_delete_item),
    "Query": (reads.QUERY, reads.query),
    "Scan": (reads.SCAN, reads.scan),
    "TagResource": (tags.TAG_RESOURCE, tags.tag_resource),
    "TransactGetItems": (transactions.TRANSACT_GET_ITEMS, transactions.transact_get_items),
    "TransactWriteItems": (transactions.TRANSACT_WRITE_ITEMS, transactions.transact_write_items),
    "UntagResource": (tags.UNTAG_RESOURCE, tags.untag_resource),
    "UpdateItem": (items.UPDATE_ITEM, items.update_item),
    "UpdateTable": (tables.UPDATE_TABLE, tables.update_table),
    "UpdateTimeToLive": (time_to_live.UPDATE_TIME_TO_LIVE, _no_rule),
}

_CHECKS: dict[str, tuple[Test, Structure, Rule]] = {
    operation: (compiled(shape), shape, rule) for operation, (shape, rule) in DECLARATIONS.items()
}


def check(operation: str, request: Mapping[str, Any]) -> None:
    """Raises the error that DynamoDB answers a request with for its own sake, whatever its tables hold.

    What passes: members of the right types in the right lengths, ranges and combinations, a member that is None being
    as good as left out. What is inside attribute values and expressions is not looked at.
    """
    found = _CHECKS.get(operation)
    if found is None:
        raise refusal_of(operation)
    fits, shape, rule = found
    try:
        fine = fits(request)
    except TypeError:
        # An enumeration was asked about a value that can't be hashed.
        fine = False
    if not fine:
        refuse_faults(operation, shape, request)
    rule(request)

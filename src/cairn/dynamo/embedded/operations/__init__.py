"""One function an operation of the API. This page lists them all."""

from collections.abc import Awaitable, Callable
from typing import Final

from cairn.dynamo.embedded.operations.batches import batch_get_item, batch_write_item
from cairn.dynamo.embedded.operations.index_changes import update_table
from cairn.dynamo.embedded.operations.items import delete_item, get_item, put_item, update_item
from cairn.dynamo.embedded.operations.limits import describe_endpoints, describe_limits
from cairn.dynamo.embedded.operations.queries import query, scan
from cairn.dynamo.embedded.operations.streams import (
    describe_stream,
    get_records,
    get_shard_iterator,
    list_streams,
)
from cairn.dynamo.embedded.operations.tables import create_table, delete_table, describe_table, list_tables
from cairn.dynamo.embedded.operations.tags import list_tags_of_resource, tag_resource, untag_resource
from cairn.dynamo.embedded.operations.time_to_live import describe_time_to_live, update_time_to_live
from cairn.dynamo.embedded.operations.transactions import transact_get_items, transact_write_items
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.seam import Operation, Request, Response

Handler = Callable[[Store, Request], Awaitable[Response]]

HANDLERS: Final[dict[Operation, Handler]] = {
    "BatchGetItem": batch_get_item,
    "BatchWriteItem": batch_write_item,
    "CreateTable": create_table,
    "DeleteItem": delete_item,
    "DeleteTable": delete_table,
    "DescribeEndpoints": describe_endpoints,
    "DescribeLimits": describe_limits,
    "DescribeStream": describe_stream,
    "DescribeTable": describe_table,
    "DescribeTimeToLive": describe_time_to_live,
    "GetItem": get_item,
    "GetRecords": get_records,
    "GetShardIterator": get_shard_iterator,
    "ListStreams": list_streams,
    "ListTables": list_tables,
    "ListTagsOfResource": list_tags_of_resource,
    "PutItem": put_item,
    "Query": query,
    "Scan": scan,
    "TagResource": tag_resource,
    "TransactGetItems": transact_get_items,
    "TransactWriteItems": transact_write_items,
    "UntagResource": untag_resource,
    "UpdateItem": update_item,
    "UpdateTable": update_table,
    "UpdateTimeToLive": update_time_to_live,
}

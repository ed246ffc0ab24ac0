"""What a stream remembers of a change: the record that GetRecords will give.

Written in the transaction of the change itself, and only for changes that changed something.
"""

import secrets
from typing import Any

from msgspec.msgpack import Encoder

from cairn.dynamo.embedded.keys import key_attributes
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.embedded.values import item_size
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.seam import Item

_encoded = Encoder().encode
_INSERT = "INSERT INTO stream_records (stream, at, record) VALUES (?, ?, ?)"


def record_change(
    transaction: Transaction, table: Table, before: Item | None, after: Item | None, *, expired: bool = False
) -> None:
    """Records the change in the table's stream, if it has one and something changed."""
    stream = table.stream
    if stream is None or before == after:
        return
    keys = key_attributes(table.schema, after if after is not None else before or {})
    images: dict[str, Any] = {"Keys": keys}
    if after is not None and stream.view in ("NEW_IMAGE", "NEW_AND_OLD_IMAGES"):
        images["NewImage"] = after
    if before is not None and stream.view in ("OLD_IMAGE", "NEW_AND_OLD_IMAGES"):
        images["OldImage"] = before
    record: dict[str, Any] = {
        "eventID": secrets.token_hex(16),
        "eventName": "INSERT" if before is None else "REMOVE" if after is None else "MODIFY",
        "dynamodb": images
        | {"SizeBytes": sum(map(item_size, images.values())), "StreamViewType": stream.view},
    }
    if expired:
        record["userIdentity"] = {"Type": "Service", "PrincipalId": "dynamodb.amazonaws.com"}
    transaction.execute(_INSERT, (stream.id, transaction.now, _encoded(record)))

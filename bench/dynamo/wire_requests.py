"""The same requests as bytes that are ready to be sent: only the numbers in the keys are filled in.

A client that encodes and signs each request would be what is measured; this one costs a few microseconds.
"""

import itertools
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from bench.dynamo.items import BATCH, PARTITION, SORT, KeyNumbers, fresh, kept
from bench.dynamo.requests import (
    CREATE_TABLE,
    batch_write_item,
    get_item,
    put_item,
    query,
    transact_write_items,
    update_item,
)

# A signature that nobody verifies: the rivals don't, and Cairn does only when it is given a secret.
_HEAD = (
    "POST / HTTP/1.1\r\n"
    "Host: localhost\r\n"
    "Content-Type: application/x-amz-json-1.0\r\n"
    "Authorization: AWS4-HMAC-SHA256 Credential=bench/20260101/us-east-1/dynamodb/aws4_request, "
    f"SignedHeaders=host;x-amz-date;x-amz-target, Signature={'0' * 64}\r\n"
    "X-Amz-Date: 20260101T000000Z\r\n"
    "X-Amz-Target: DynamoDB_20120810.%s\r\n"
    "Content-Length: %d\r\n"
    "\r\n"
)
_ANY = (PARTITION, SORT)


class Template:
    """A request whose keys are still to be filled in."""

    def __init__(self, operation: str, request: Mapping[str, Any], numbers: int) -> None:
        body = msgspec.json.encode(request)
        length = len(body % ((0,) * numbers))  # the same for all numbers: they have eight digits
        self._text = (_HEAD % (operation, length)).encode() + body

    def filled(self, *numbers: int) -> bytes:
        return self._text % numbers


@dataclass(frozen=True, slots=True)
class Place:
    """Which of several connections asks, and what it may touch: two never write one item."""

    connection: int
    connections: int
    kept: int
    first_fresh: int

    def kept_keys(self) -> Iterator[KeyNumbers]:
        """Random items among those that are there."""
        choose = random.Random(self.first_fresh * 1000 + self.connection)
        own = self.kept // self.connections
        while True:
            yield kept(choose.randrange(own) * self.connections + self.connection)

    def fresh_keys(self) -> Iterator[KeyNumbers]:
        return map(fresh, itertools.count(self.first_fresh + self.connection, self.connections))

    def first_keys(self) -> Iterator[KeyNumbers]:
        """The items that are to be there, batch by batch, each once."""
        for batch in range(self.connection, self.kept // BATCH, self.connections):
            yield from map(kept, range(batch * BATCH, (batch + 1) * BATCH))


_GET = Template("GetItem", get_item(_ANY), 2)
_QUERY = Template("Query", query(_ANY), 1)
_PUT = Template("PutItem", put_item(_ANY), 2)
_UPDATE = Template("UpdateItem", update_item(_ANY), 2)
_BATCH = Template("BatchWriteItem", batch_write_item([_ANY] * BATCH), 2 * BATCH)
_TRANSACTION = Template("TransactWriteItems", transact_write_items(_ANY, _ANY, _ANY, _ANY), 8)
_CREATE_TABLE = Template("CreateTable", CREATE_TABLE, 0)


def _batches(keys: Iterator[KeyNumbers]) -> Iterator[bytes]:
    while of := list(itertools.islice(keys, BATCH)):
        yield _BATCH.filled(*itertools.chain.from_iterable(of))


def _transactions(place: Place) -> Iterator[bytes]:
    new, there = place.fresh_keys(), place.kept_keys()
    for first, second, changed, checked in zip(new, new, there, there, strict=False):
        if changed != checked:  # a transaction may name an item once
            yield _TRANSACTION.filled(*first, *second, *changed, *checked)


REQUESTS: Mapping[str, Callable[[Place], Iterator[bytes]]] = {
    "GetItem": lambda place: (_GET.filled(*key) for key in place.kept_keys()),
    "Query": lambda place: (_QUERY.filled(key[0]) for key in place.kept_keys()),
    "PutItem": lambda place: (_PUT.filled(*key) for key in place.fresh_keys()),
    "UpdateItem": lambda place: (_UPDATE.filled(*key) for key in place.kept_keys()),
    "BatchWriteItem": lambda place: _batches(place.fresh_keys()),
    "TransactWriteItems": _transactions,
    "Fill": lambda place: _batches(place.first_keys()),
    "CreateTable": lambda _: iter([_CREATE_TABLE.filled()]),
}
"""By name what a connection sends. `Fill` and `CreateTable` end; the others go on for as long as they are asked."""

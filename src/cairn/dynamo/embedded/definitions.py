"""What a table is: keys, indexes, projections and settings, as they are kept in the file.

Plain frozen values. `operations/tables.py` makes them from requests and describes them in answers.
"""

from typing import Any, Literal

from msgspec import Struct
from msgspec.msgpack import Decoder, Encoder

from cairn.dynamo.embedded.keys import KeySchema

REGION = "local"
ACCOUNT = "000000000000"

Position = tuple[bytes, bytes]


class Projection(Struct, frozen=True):
    """Which attributes an index carries besides the keys."""

    kind: Literal["ALL", "KEYS_ONLY", "INCLUDE"]
    names: tuple[str, ...] = ()


class Throughput(Struct, frozen=True):
    """What a table or index is provisioned for. It is kept and described; nothing is throttled here."""

    reads: int
    writes: int


class Index(Struct, frozen=True, kw_only=True):
    """A secondary index. While items are still being added to it, `backfilled_to` is how far that has come."""

    number: int
    name: str
    is_global: bool
    schema: KeySchema
    projection: Projection
    throughput: Throughput | None = None
    active: bool = True
    backfilled_to: Position | None = None


class Expiry(Struct, frozen=True, kw_only=True):
    """Items whose attribute holds a time that has passed are removed."""

    attribute: str
    active: bool = True
    backfilled_to: Position | None = None


class Stream(Struct, frozen=True):
    """Where changes of the table are recorded."""

    id: int
    label: str
    view: str


class Definition(Struct, frozen=True, kw_only=True):
    """A table, complete."""

    id: int
    name: str
    schema: KeySchema
    attribute_types: dict[str, str]
    indexes: tuple[Index, ...] = ()
    indexes_made: int = 0
    created_at: float
    table_id: str
    pay_per_request: bool
    pay_per_request_since: float | None = None
    throughput: Throughput | None = None
    deletion_protection: bool = False
    table_class: str | None = None
    encryption: dict[str, Any] | None = None
    stream: Stream | None = None
    latest_stream_label: str | None = None
    expiry: Expiry | None = None
    tags: dict[str, str] = {}

    @property
    def arn(self) -> str:
        return table_arn(self.name)

    def index(self, name: str) -> Index | None:
        return next((index for index in self.indexes if index.name == name), None)


def table_arn(name: str) -> str:
    return f"arn:aws:dynamodb:{REGION}:{ACCOUNT}:table/{name}"


def table_name_of_arn(arn: str) -> str:
    """The name in a table's ARN, also in that of an index or stream of it."""
    return arn.partition(":table/")[2].partition("/")[0]


encoded_definition = Encoder().encode
decoded_definition = Decoder(Definition).decode

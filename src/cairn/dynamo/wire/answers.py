"""What goes back: status, headers and body as AWS sends them."""

import random
import zlib
from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from typing import Any

import msgspec

from cairn.dynamo.errors import DynamoError

Headers = list[tuple[bytes, bytes]]

AMAZON_JSON = b"application/x-amz-json-1.0"
JSON = b"application/json"

_HEALTHY = b"healthy: dynamodb.us-east-1.amazonaws.com "  # the blank at the end is AWS's
_NO_OPERATION = b"<UnknownOperationException/>\n"

# The errors that carry their text as `Message`, in AWS's description of the API, or when the body can't be read.
_CAPITAL_MESSAGE = frozenset(
    {
        "IdempotentParameterMismatchException",
        "SerializationException",
        "TransactionCanceledException",
        "TransactionInProgressException",
    }
)

# Of the answers, only those about tables and streams tell times.
_TELLING_TIMES = frozenset(
    {"CreateTable", "DeleteTable", "DescribeStream", "DescribeTable", "GetRecords", "UpdateTable"}
)

_encode = msgspec.json.Encoder().encode
# AWS's ids end alike too. They name a request in a log, and need not be hard to guess.
_id_end = b"%026X" % random.getrandbits(104)


def of_response(operation: str, response: Mapping[str, Any]) -> bytes:
    """The body of an answer; the encoder makes base64 of bytes."""
    return _encode(_with_times_as_numbers(response) if operation in _TELLING_TIMES else response)


def of_error(error: DynamoError) -> bytes:
    """The body of an answer that is an error. Without a text it is the name alone, as AWS has it."""
    content: dict[str, Any] = {"__type": f"{error.namespace}#{error.name}"}
    if error.message:
        content["Message" if error.name in _CAPITAL_MESSAGE else "message"] = error.message
    return _encode({**content, **error.fields})


def headers(body: bytes, content_type: bytes | None) -> Headers:
    """What every answer carries."""
    fields = [
        (b"x-amzn-requestid", b"%026X%b" % (random.getrandbits(104), _id_end)),
        (b"x-amz-crc32", b"%d" % zlib.crc32(body)),
        (b"content-length", b"%d" % len(body)),
    ]
    if content_type is not None:
        fields.append((b"content-type", content_type))
    return fields


def without_operation(method: str, headers: Mapping[bytes, bytes]) -> tuple[int, bytes]:
    """The answer to a request that can't be an operation: a health check, a browser's question, a mistake."""
    if method == "GET":
        return HTTPStatus.OK, _HEALTHY
    if method == "OPTIONS" and b"origin" in headers:
        return HTTPStatus.OK, b""
    return HTTPStatus.NOT_FOUND, _NO_OPERATION


def cross_origin(method: str, headers: Mapping[bytes, bytes]) -> Headers:
    """What tells a browser that a web page may ask and may see the answer."""
    if b"origin" not in headers:
        return []
    fields = [(b"access-control-allow-origin", b"*")]
    if method == "OPTIONS":
        fields += [
            (allow, headers[ask])
            for allow, ask in (
                (b"access-control-allow-headers", b"access-control-request-headers"),
                (b"access-control-allow-methods", b"access-control-request-method"),
            )
            if ask in headers
        ]
        fields.append((b"access-control-max-age", b"172800"))
    return fields


def _with_times_as_numbers(value: Any) -> Any:
    if type(value) is dict:
        return {name: _with_times_as_numbers(member) for name, member in value.items()}
    if type(value) is list:
        return [_with_times_as_numbers(element) for element in value]
    if isinstance(value, datetime):
        return value.timestamp()
    return value

"""From a body and a target to an operation and its request, in the seam's shapes."""

import gc
import re
from typing import Any, cast, get_args

import msgspec

from cairn.dynamo.embedded.shapes.outside import NOT_OFFERED
from cairn.dynamo.errors import (
    SerializationException,
    UnknownOperationException,
    ValidationException,
)
from cairn.dynamo.seam import Operation
from cairn.dynamo.wire import attribute_values

LARGE = 256 * 1024
"""From this many bytes on, reading a body has others wait, and better happens in a thread."""


_OF_STREAMS = ("DescribeStream", "GetRecords", "GetShardIterator", "ListStreams")
# No operations of the seam, and passed on all the same: whoever stands behind it says what to use instead.
_PASSED_ON = cast(tuple[Operation, ...], tuple(NOT_OFFERED))

_OPERATIONS: dict[bytes, Operation] = {
    f"{'DynamoDBStreams' if name in _OF_STREAMS else 'DynamoDB'}_20120810.{name}".encode(): name
    for name in (*cast(tuple[Operation, ...], get_args(Operation)), *_PASSED_ON)
}

_names_of_binary = re.compile(rb'"BS?"').search
_decode = msgspec.json.Decoder().decode


def read(target: bytes, body: bytes) -> tuple[Operation, dict[str, Any]]:
    """The operation asked for and its request. Raises what AWS answers when there is none in the body."""
    # AWS looks at the body before the target, and says nothing but the error's name.
    request = _document(body) if body else None
    operation = _OPERATIONS.get(target)
    if operation is None:
        raise UnknownOperationException
    if type(request) is not dict:
        raise SerializationException
    if _may_have_binary(body):
        places = attribute_values.PLACES.get(operation)
        if places is not None:
            attribute_values.read_binary(request, places)
    return operation, request


def _may_have_binary(body: bytes) -> bool:
    """Most requests have no binary values, and a search is quicker than the walk that would find none."""
    if _names_of_binary(body) is not None:
        return True
    return b"\\" in body and (b"\\u004" in body or b"\\u005" in body)  # the letters B and S, escaped


def _document(body: bytes) -> object:
    try:
        if len(body) < LARGE:
            return _decode(body)
        # Millions of small lists have the collector look at them again and again, though JSON makes no cycles.
        collecting = gc.isenabled()
        gc.disable()
        try:
            return _decode(body)
        finally:
            if collecting:
                gc.enable()
    except RecursionError:
        if body.lstrip().startswith(b"{"):
            raise ValidationException(
                "Nesting Levels have exceeded supported limits: "
                "Attributes in the item have nested levels beyond supported limit"
            ) from None
        raise SerializationException from None
    except ValueError as error:  # msgspec's own errors, and text that is not UTF-8
        raise SerializationException from error

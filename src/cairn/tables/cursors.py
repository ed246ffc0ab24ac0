"""Cursors: where a list goes on, as a short text that a caller keeps and can neither change nor lend.

A cursor holds the last key of a page. It is signed together with who asked, and for what, neither of which it
carries: it opens nothing for anybody else, or for another question.
"""

import hmac
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from cairn.dynamo.seam import AttributeValue

_SIGNATURE_BYTES: Final = 16
_SHORTEST_SECRET: Final = 16
_HOW_A_PAGE_IS_READ: Final = frozenset({"Limit", "ConsistentRead", "ExclusiveStartKey"})


class Cursors:
    """Writes and reads cursors with a secret that all servers of one installation share."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) < _SHORTEST_SECRET:
            raise ValueError(
                f"the secret for cursors has {len(secret)} bytes; {_SHORTEST_SECRET} are the least"
            )
        self._secret = secret

    def write(self, values: Sequence[AttributeValue], request: Mapping[str, Any], caller: str | None) -> str:
        """The cursor to go on with after the key with these values, in an order that the reader knows."""
        content = msgspec.msgpack.encode([_packed(value) for value in values])
        return _text(self._signature(content, request, caller) + content)

    def read(
        self, cursor: str, request: Mapping[str, Any], caller: str | None
    ) -> list[AttributeValue] | None:
        """The values that `write` was given; None when the cursor was not written for this caller and request."""
        try:
            text = cursor.encode("ascii")
            signed = urlsafe_b64decode(text + b"=" * (-len(text) % 4))
        except (UnicodeEncodeError, NotBase64):
            return None
        # The decoder passes over foreign characters and spare bits, so that many texts would be one cursor.
        if _text(signed) != cursor:
            return None
        signature, content = signed[:_SIGNATURE_BYTES], signed[_SIGNATURE_BYTES:]
        if not hmac.compare_digest(signature, self._signature(content, request, caller)):
            return None
        return [_unpacked(value) for value in msgspec.msgpack.decode(content)]

    def _signature(self, content: bytes, request: Mapping[str, Any], caller: str | None) -> bytes:
        question = {name: value for name, value in request.items() if name not in _HOW_A_PAGE_IS_READ}
        # Sorted and packed with lengths, no two questions make the same bytes.
        signed = msgspec.msgpack.encode((content, caller, question), order="deterministic")
        return hmac.digest(self._secret, signed, "sha256")[:_SIGNATURE_BYTES]


def _text(signed: bytes) -> str:
    return urlsafe_b64encode(signed).rstrip(b"=").decode()


def _packed(value: AttributeValue) -> Any:
    """Text stands for itself, as nearly all keys are text; a number and bytes keep their type."""
    [(kind, content)] = value.items()
    return content if kind == "S" else (kind, content)


def _unpacked(packed: Any) -> AttributeValue:
    return {"S": packed} if isinstance(packed, str) else {packed[0]: packed[1]}

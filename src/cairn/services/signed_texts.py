"""Texts that carry their own proof: who holds one can show it, and nobody can make another or change it."""

import hmac
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Final

_DIGEST_BYTES: Final = 16


class SignedTexts:
    """Signs for one purpose. What one purpose signs proves nothing to another."""

    def __init__(self, key: bytes, purpose: str) -> None:
        self._key = key
        self._purpose = purpose.encode()

    def sign(self, values: Mapping[str, str | int]) -> str:
        """The values as a text that fits into an address."""
        content = json.dumps(values, separators=(",", ":"), sort_keys=True).encode()
        return urlsafe_b64encode(self._digest(content) + content).decode().rstrip("=")

    def read(self, text: str) -> dict[str, str | int] | None:
        """The values that were signed; None for what was not, or not whole."""
        try:
            shown = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
        except ValueError:
            return None
        digest, content = shown[:_DIGEST_BYTES], shown[_DIGEST_BYTES:]
        if not hmac.compare_digest(digest, self._digest(content)):
            return None
        values: dict[str, str | int] = json.loads(content)
        return values

    def _digest(self, content: bytes) -> bytes:
        return hmac.digest(self._key, self._purpose + b"\0" + content, "sha256")[:_DIGEST_BYTES]

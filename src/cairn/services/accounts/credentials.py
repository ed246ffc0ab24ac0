"""Secrets that somebody carries: the cookie of a session, a token for the API, a link in a mail.

A secret names its account and is otherwise chance. What is stored is its hash, under which it is found: who reads
the table learns nothing that opens anything.
"""

import hashlib
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error as NotBase64
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Self
from uuid import UUID

_ACCOUNT_BYTES: Final = 16
_SECRET_BYTES: Final = 32
_ID_DIGITS: Final = 32


@dataclass(frozen=True, slots=True)
class Credential:
    """One secret. `id` names it openly, and is all that is kept of it."""

    account_id: str
    secret: bytes

    @classmethod
    def new(cls, account_id: str, entropy: Callable[[int], bytes] = secrets.token_bytes) -> Self:
        return cls(account_id, entropy(_SECRET_BYTES))

    @classmethod
    def read(cls, text: str) -> Self | None:
        """The credential that somebody shows; None for what is none of ours."""
        try:
            content = urlsafe_b64decode(text.encode("ascii"))
        except (UnicodeEncodeError, NotBase64):
            return None
        if len(content) != _ACCOUNT_BYTES + _SECRET_BYTES or _text(content) != text:
            return None
        return cls(str(UUID(bytes=content[:_ACCOUNT_BYTES])), content[_ACCOUNT_BYTES:])

    @property
    def id(self) -> str:
        # As the secret is 256 bits of chance, a plain hash can't be turned around by trying.
        return hashlib.sha256(self.secret).hexdigest()[:_ID_DIGITS]

    def __str__(self) -> str:
        return _text(UUID(self.account_id).bytes + self.secret)

    def __repr__(self) -> str:
        return f"Credential({self.id})"  # the secret stays out of logs


def _text(content: bytes) -> str:
    return urlsafe_b64encode(content).decode()

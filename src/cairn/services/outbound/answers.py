"""What came back, and how long it took to come."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import Message
from typing import Any

from cairn.services.outbound.errors import Garbled


@dataclass(frozen=True, slots=True)
class Certificate:
    """What a server showed to prove who it is."""

    subject: str
    issuer: str
    not_after: datetime


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds from the beginning of the last request: until connected, secured, the first byte, and the end.

    A connection that was there already took none.
    """

    connected: float
    secured: float
    first_byte: float
    whole: float


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer with its body, which `is_cut` where it was longer than was asked for."""

    url: str
    status: int
    headers: Mapping[str, str]
    body: bytes
    is_cut: bool
    http_version: str
    timing: Timing
    redirects: tuple[str, ...] = ()
    certificate: Certificate | None = field(default=None, repr=False)

    @property
    def is_good(self) -> bool:
        return 200 <= self.status < 300

    @property
    def content_type(self) -> str:
        return self._content_type().get_content_type()

    @property
    def text(self) -> str:
        """The body as text, by the character set that the answer names."""
        charset = self._content_type().get_content_charset() or "utf-8"
        try:
            return self.body.decode(charset, errors="replace")
        except LookupError:
            return self.body.decode(errors="replace")

    def json(self) -> Any:
        try:
            return json.loads(self.body)
        except ValueError as fault:
            raise Garbled(f"{self.url} answered something that is not JSON") from fault

    def _content_type(self) -> Message:
        message = Message()
        message["Content-Type"] = self.headers.get("content-type", "application/octet-stream")
        return message


def certificate_of(shown: Mapping[str, Any] | None) -> Certificate | None:
    """A certificate, as the ssl module tells of it."""
    if not shown:
        return None

    def name(of: Any) -> str:
        fields = {key: value for part in of for key, value in part}
        return str(fields.get("commonName") or fields.get("organizationName") or "")

    not_after = datetime.strptime(shown["notAfter"], "%b %d %H:%M:%S %Y GMT").replace(tzinfo=UTC)
    return Certificate(name(shown.get("subject", ())), name(shown.get("issuer", ())), not_after)

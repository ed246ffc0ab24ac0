"""Asking a service over HTTP to take a message, and reading what it says when it does not."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from typing import Any, Final

from cairn.services.notify.failures import DeliveryFailed
from cairn.services.outbound import Answer, Outbound, OutboundError, Refused

_LONGEST_WAIT: Final = timedelta(hours=12)
_MOST_BYTES: Final = 100_000
_MOST_WORDS: Final = 200
_BUSY: Final = frozenset({408, 425, 429})


async def ask(
    outbound: Outbound, url: str, *, who: str, headers: Mapping[str, str], body: bytes, method: str = "POST"
) -> Answer:
    """The answer, whatever its status. What belongs to a channel follows no redirect: it is told to nobody else."""
    try:
        return await outbound.fetch(
            url, method=method, headers=headers, body=body, most_bytes=_MOST_BYTES, most_redirects=0
        )
    except Refused as fault:
        raise DeliveryFailed(f"{who}: {fault}", again=False) from fault
    except OutboundError as fault:
        raise DeliveryFailed(f"{who}: {fault}", again=True) from fault


def require_taken(
    answer: Answer, *, who: str, now: datetime, meanings: Mapping[int, str], said: str | None = None
) -> None:
    """Raises `DeliveryFailed` unless the message was taken. `meanings` says what a status stands for here."""
    if answer.is_good:
        return
    meaning = meanings.get(answer.status) or said or reason_in(answer) or "nothing else"
    is_busy = answer.status in _BUSY or answer.status >= 500
    raise DeliveryFailed(
        f"{who} answered {answer.status}: {meaning}",
        again=is_busy,
        after=retry_after(answer, now) if is_busy else None,
    )


def reason_in(answer: Answer) -> str | None:
    """What a body says of a failure: the usual member of a JSON object, or a short text."""
    if answer.content_type == "text/html":
        return None
    text = answer.text.strip()
    try:
        told = json.loads(text)
    except ValueError:
        return " ".join(text.split())[:_MOST_WORDS] or None
    if isinstance(told, dict):
        for name in ("message", "error", "description", "detail", "title"):
            if isinstance(told.get(name), str) and told[name]:
                return " ".join(told[name].split())[:_MOST_WORDS]
    return None


def members_of(answer: Answer) -> dict[str, Any]:
    """The members of a JSON object; none when it is something else."""
    try:
        told = json.loads(answer.body)
    except ValueError:
        return {}
    return told if isinstance(told, dict) else {}


def retry_after(answer: Answer, now: datetime) -> timedelta | None:
    """For how long a service asks to be left alone: seconds, or a date."""
    written = answer.headers.get("retry-after", "").strip()
    try:
        wait = timedelta(seconds=float(written))
    except (ValueError, OverflowError):
        try:
            wait = parsedate_to_datetime(written).astimezone(UTC) - now
        except (ValueError, OverflowError):
            return None
    return min(max(wait, timedelta()), _LONGEST_WAIT)


def as_json(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode()


def multipart(
    fields: Mapping[str, str], files: Sequence[tuple[str, str, bytes]], *, boundary: str
) -> tuple[str, bytes]:
    """The content type and the body of a form with pictures: `files` are field, file name and PNG."""
    parts = [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    parts += [
        f'--{boundary}\r\nContent-Disposition: form-data; name="{name}"; filename="{file_name}"\r\n'
        f"Content-Type: image/png\r\n\r\n".encode()
        + content
        + b"\r\n"
        for name, file_name, content in files
    ]
    return f"multipart/form-data; boundary={boundary}", b"".join(parts) + f"--{boundary}--\r\n".encode()

"""What it means that no answer came: the target's fault, ours, or the check's own."""

import errno
import socket
from collections.abc import Iterator
from datetime import timedelta
from typing import Final

from cairn.apps.checks.kinds.kind import CanNotRun, Look
from cairn.apps.checks.rules.states import Verdict
from cairn.services.outbound import Answer, Busy, OutboundError, Refused, TooSlow, Unreachable

_OURS: Final = frozenset(
    {errno.ENETUNREACH, errno.ENETDOWN, errno.EMFILE, errno.ENFILE, errno.EADDRNOTAVAIL, errno.ENOBUFS}
)
_CHALLENGES: Final = (
    *(b"_cf_chl_opt", b"captcha-delivery.com", b"px-captcha"),
    *(b"Pardon Our Interruption", b"_Incapsula_Resource"),
)
_LONGEST_CHALLENGE: Final = 3_000
"""Bytes of one that comes as if all were well. Pages that are well load some of the same scripts."""
_LONGEST_WAIT: Final = timedelta(hours=1)


def look_of(fault: OutboundError) -> Look:
    """No answer, as a look. Raises `CanNotRun` for what may not be asked at all."""
    if isinstance(fault, Refused):
        raise CanNotRun(str(fault)) from fault
    if isinstance(fault, Busy) or any(_is_ours(each) for each in _behind(fault)):
        return Look(Verdict.UNKNOWN, f"we could not look: {fault}")
    return Look(Verdict.BAD, str(fault), is_unreached=isinstance(fault, Unreachable | TooSlow))


def asks_for_a_person(answer: Answer) -> str | None:
    """Why an answer says nothing of the page: it wants to be shown that a person looks."""
    headers = answer.headers
    is_said = (
        headers.get("cf-mitigated", "").lower() == "challenge"
        or headers.get("x-amzn-waf-action", "").lower() in {"challenge", "captcha"}
        or ("x-datadome" in headers and answer.status == 403)
    )
    is_challenge = not answer.is_good or len(answer.body) <= _LONGEST_CHALLENGE
    if is_said or (is_challenge and any(each in answer.body for each in _CHALLENGES)):
        return "we could not look: the site wants to be shown that a person looks"
    return None


def wants_us_to_wait(answer: Answer) -> timedelta | None:
    """For how long a site wants not to be asked, when it says that it was asked too often."""
    if answer.status != 429:
        return None
    told = answer.headers.get("retry-after", "")
    seconds = int(told[:6]) if told.isascii() and told.isdigit() else 0
    return min(timedelta(seconds=seconds), _LONGEST_WAIT)


def _is_ours(fault: BaseException) -> bool:
    if isinstance(fault, socket.gaierror):
        return fault.errno == socket.EAI_AGAIN  # our name server does not answer
    return isinstance(fault, OSError) and fault.errno in _OURS


def _behind(fault: BaseException | None) -> Iterator[BaseException]:
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__

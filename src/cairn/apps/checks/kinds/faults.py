"""What it means that no answer came: the target's fault, ours, or the check's own."""

import errno
import socket
from collections.abc import Iterator
from typing import Final

from cairn.apps.checks.kinds.kind import CanNotRun, Look
from cairn.apps.checks.rules.states import Verdict
from cairn.services.outbound import Answer, OutboundError, Refused

_OURS: Final = frozenset(
    {errno.ENETUNREACH, errno.ENETDOWN, errno.EMFILE, errno.ENFILE, errno.EADDRNOTAVAIL, errno.ENOBUFS}
)


def look_of(fault: OutboundError) -> Look:
    """No answer, as a look. Raises `CanNotRun` for what may not be asked at all."""
    if isinstance(fault, Refused):
        raise CanNotRun(str(fault)) from fault
    if any(_is_ours(each) for each in _behind(fault)):
        return Look(Verdict.UNKNOWN, f"we could not look: {fault}")
    return Look(Verdict.BAD, str(fault))


def asks_for_a_person(answer: Answer) -> str | None:
    """Why an answer says nothing of the page: it wants to be shown that a person looks."""
    if answer.headers.get("cf-mitigated", "").lower() == "challenge":
        return "we could not look: the site wants to be shown that a person looks"
    return None


def _is_ours(fault: BaseException) -> bool:
    if isinstance(fault, socket.gaierror):
        return fault.errno == socket.EAI_AGAIN  # our name server does not answer
    return isinstance(fault, OSError) and fault.errno in _OURS


def _behind(fault: BaseException | None) -> Iterator[BaseException]:
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__

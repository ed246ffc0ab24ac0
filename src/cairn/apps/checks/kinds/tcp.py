"""Whether somebody answers at a port."""

from typing import Final

from cairn.apps.checks.kinds.addresses import host_and_port, written
from cairn.apps.checks.kinds.faults import look_of
from cairn.apps.checks.kinds.kind import Attributes, Kind, Look, Sight
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import CheckType
from cairn.services.outbound import OutboundError

_SCHEME: Final = "tcp"


class TcpAttributes(Attributes):
    """A TCP check has nothing of its own."""


def address(url: str) -> str:
    return written(_SCHEME, *host_and_port(url, _SCHEME))


async def look(sight: Sight, url: str, _: TcpAttributes) -> Look:
    host, port = host_and_port(url, _SCHEME)
    try:
        knocked = await sight.outbound.knock(host, port, within=sight.within)
    except OutboundError as fault:
        return look_of(fault)
    took = round(knocked.seconds * 1000)
    answered = Finding("connection", "is taken", f"taken in {took:,} ms", held=True)
    return Look(Verdict.GOOD, findings=(answered,), response_time=took)


TCP: Final = Kind(
    check_type=CheckType.TCP,
    title="A port",
    summary="Does somebody answer there?",
    example="tcp://example.org:22",
    wanted=TcpAttributes,
    address=address,
    look=look,
)

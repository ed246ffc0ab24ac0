"""What name servers say of a name: whether it has records, and whether they are those that are expected."""

from typing import Annotated, Final, Literal

from pydantic import Field

from cairn.apps.checks.kinds.addresses import named
from cairn.apps.checks.kinds.faults import look_of
from cairn.apps.checks.kinds.kind import Attributes, Kind, Look, Sight, judged
from cairn.apps.checks.looking.assertions import Text
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import CheckType
from cairn.services.outbound import NameServerFailed, NoRecords, OutboundError

_SCHEME: Final = "dns"
_LONGEST: Final = 200


class DnsAttributes(Attributes):
    """What can be said of a DNS check."""

    record: Literal["A", "AAAA", "CAA", "CNAME", "MX", "NS", "SOA", "SRV", "TXT"] = Field(
        default="A", description="The kind of records."
    )
    expected: Annotated[tuple[Text, ...], Field(max_length=20)] = Field(
        default=(), description="Records that have to be there, such as 203.0.113.7 or 10 mail.example.org."
    )
    only_expected: bool = Field(default=False, description="Whether there may be no others.")
    absent: bool = Field(default=False, description="Whether there may be none at all.")


def address(url: str) -> str:
    return f"{_SCHEME}://{named(url, _SCHEME)}"


async def look(sight: Sight, url: str, wanted: DnsAttributes) -> Look:
    try:
        found = await sight.outbound.look_up(named(url, _SCHEME), wanted.record, within=sight.within)
    except NoRecords as fault:
        there = Finding(f"{wanted.record} records", _wanted(wanted), str(fault), wanted.absent)
        return Look(*judged((there,)), (there,))
    except NameServerFailed as fault:
        return Look(Verdict.UNKNOWN, f"we could not look: {fault}")
    except OutboundError as fault:
        return look_of(fault)
    told = ", ".join(sorted(found.values))
    findings = [Finding(f"{wanted.record} records", _wanted(wanted), _short(told), not wanted.absent)]
    known = {_plain(each) for each in found.values}
    findings += [
        Finding("record", each, "there" if _plain(each) in known else "missing", _plain(each) in known)
        for each in wanted.expected
    ]
    if wanted.only_expected:
        others = sorted(known - {_plain(each) for each in wanted.expected})
        findings.append(Finding("other records", "none", _short(", ".join(others)) or "none", not others))
    verdict, reason = judged(tuple(findings))
    return Look(verdict, reason, tuple(findings), response_time=round(found.seconds * 1000))


def _wanted(wanted: DnsAttributes) -> str:
    return "none" if wanted.absent else "are there"


def _plain(record: str) -> str:
    """Names are written in any case, and with or without the dot at their end."""
    return " ".join(record.split()).removesuffix(".").casefold()


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


DNS: Final = Kind(
    check_type=CheckType.DNS,
    title="A name",
    summary="Does it lead where it should?",
    example="dns://example.org",
    wanted=DnsAttributes,
    address=address,
    look=look,
)

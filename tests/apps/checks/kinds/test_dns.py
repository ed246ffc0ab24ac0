"""What a DNS check finds, at a real name server on this machine."""

from datetime import UTC, datetime, timedelta
from typing import Any

import dns.rcode
import pytest

from cairn.apps.checks.kinds import KINDS, CanNotRun, Look, Sight
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import CheckType
from cairn.services.outbound import AddressPolicy, Outbound
from tests.services.outbound.name_servers import Zone, naming

ZONE: Zone = {
    ("example.org", "A"): ("93.184.215.14", "93.184.215.15"),
    ("example.org", "AAAA"): ("2606:2800:21f:cb07:6820:80da:af6b:8b2c",),
    ("example.org", "MX"): ("10 mail.example.org.",),
    ("example.org", "TXT"): ('"v=spf1 " "-all"',),
    ("_dmarc.example.org", "TXT"): ('"v=DMARC1; p=none"',),
    ("inside.example.org", "A"): ("10.0.0.7",),
}
DNS = KINDS[CheckType.DNS]


async def look(
    name: str = "example.org", zone: Zone = ZONE, *, server: Any = None, **attributes: Any
) -> Look:
    async with naming(zone, **(server or {})) as address:
        outbound = Outbound(policy=AddressPolicy(), name_servers=[address])
        nobody: Any = None
        sight = Sight(
            outbound,
            nobody,
            nobody,
            datetime(2026, 3, 15, tzinfo=UTC),
            timedelta(seconds=1),
            timedelta(minutes=1),
        )
        found = await DNS.look(sight, DNS.address(name), DNS.read(attributes))
        await outbound.close()
    return found


async def test_a_name_with_records_is_well() -> None:
    found = await look()
    assert found.verdict is Verdict.GOOD
    assert [(each.subject, each.found) for each in found.findings] == [
        ("A records", "93.184.215.14, 93.184.215.15")
    ]
    assert found.response_time is not None


@pytest.mark.parametrize(
    ("attributes", "reason"),
    [
        ({"expected": ["93.184.215.15"]}, None),
        ({"expected": ["93.184.215.16"]}, "record: expected 93.184.215.16, found missing"),
        (
            {"expected": ["93.184.215.15"], "onlyExpected": True},
            "other records: expected none, found 93.184.215.14",
        ),
        ({"record": "MX", "expected": ["10  MAIL.example.org."], "onlyExpected": True}, None),
        ({"record": "TXT", "expected": ["v=spf1 -all"]}, None),
        ({"record": "NS"}, "NS records: expected are there, found example.org has no NS records"),
        ({"record": "NS", "absent": True}, None),
        ({"absent": True}, "A records: expected none, found 93.184.215.14, 93.184.215.15"),
    ],
)
async def test_records_are_held_against_what_is_expected(
    attributes: dict[str, Any], reason: str | None
) -> None:
    found = await look(**attributes)
    assert (found.verdict, found.reason) == (Verdict.BAD if reason else Verdict.GOOD, reason)


async def test_a_name_that_is_not_there_is_down() -> None:
    found = await look("nowhere.example.org")
    assert (found.verdict, found.reason) == (
        Verdict.BAD,
        "A records: expected are there, found there is no name nowhere.example.org",
    )


async def test_name_servers_that_fail_for_a_name_make_it_down_and_those_that_fail_us_do_not() -> None:
    assert (await look(server={"rcode": dns.rcode.SERVFAIL})).verdict is Verdict.BAD
    assert (await look(server={"rcode": dns.rcode.REFUSED})).verdict is Verdict.UNKNOWN
    silent = await look(server={"is_silent": True})
    assert (silent.verdict, silent.reason) == (
        Verdict.UNKNOWN,
        "we could not look: our name servers do not answer for example.org",
    )


async def test_what_a_private_network_calls_its_machines_is_not_told() -> None:
    with pytest.raises(
        CanNotRun, match=r"inside\.example\.org is at 10\.0\.0\.7, which is a private network"
    ):
        await look("inside.example.org")


@pytest.mark.parametrize(
    ("given", "written"),
    [
        ("EXAMPLE.org", "dns://example.org"),
        ("dns://bücher.example/", "dns://xn--bcher-kva.example"),
        ("_dmarc.example.org", "dns://_dmarc.example.org"),
    ],
)
def test_names_have_one_form(given: str, written: str) -> None:
    assert DNS.address(given) == written


@pytest.mark.parametrize("given", ["", "93.184.215.14", "[::1]", "a/b", "a b", "https://example.org"])
def test_what_is_no_name_is_refused(given: str) -> None:
    with pytest.raises(ValueError, match=r"write for example|is a name"):
        DNS.address(given)

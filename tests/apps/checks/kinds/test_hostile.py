"""What strangers may ask of a check, and what servers may do to one: no address inside is reached, and every look ends."""

import asyncio
import gzip
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cairn.apps.checks.kinds import KINDS, CanNotRun, Look, Sight
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import CheckType
from cairn.services.outbound import Outbound
from tests.services.outbound.conftest import outbound  # noqa: F401 - a fixture
from tests.services.outbound.servers import FORBIDDEN, Answering, Asked, answer, listening, redirect
from tests.services.outbound.test_hostile_urls import HOSTILE

HTML = "Content-Type: text/html"


async def look(client: Outbound, kind: CheckType, url: str, **attributes: Any) -> Look:
    nobody: Any = None  # nothing here asks eBay, or is called
    sight = Sight(client, nobody, nobody, datetime.now(UTC), timedelta(seconds=1.5), timedelta(minutes=1))
    found = KINDS[kind]
    return await found.look(sight, found.address(url), found.read(attributes))


@pytest.mark.parametrize("url", HOSTILE)
@pytest.mark.parametrize("kind", [CheckType.AVAILABILITY, CheckType.PRICE])
async def test_no_check_reaches_what_is_inside(outbound: Outbound, kind: CheckType, url: str) -> None:  # noqa: F811
    async with listening(answer("200 OK", HTML, body=b"secret"), host=FORBIDDEN) as inside:
        try:
            found = await look(outbound, kind, url.replace("{port}", str(inside.port)))
        except (ValueError, CanNotRun):
            pass  # refused when it is made, or when it is run
        else:
            assert found.verdict is not Verdict.GOOD
            assert "secret" not in (found.sample or "")
        assert inside.connections == 0


@pytest.mark.parametrize(
    "url", ["tcp://127.0.0.1:{port}", "tcp://inside.test:{port}", "tcp://[::ffff:127.0.0.1]:{port}"]
)
@pytest.mark.parametrize("kind", [CheckType.TCP, CheckType.CERTIFICATE])
async def test_no_port_inside_is_knocked_at(outbound: Outbound, kind: CheckType, url: str) -> None:  # noqa: F811
    async with listening(answer("200 OK"), host=FORBIDDEN) as inside:
        address = url.replace("{port}", str(inside.port)).removeprefix("tcp://")
        with pytest.raises((ValueError, CanNotRun)):
            await look(outbound, kind, address)
        assert inside.connections == 0


@pytest.mark.parametrize("header", ["Host", "Connection", "Transfer-Encoding", "Proxy-Authorization"])
async def test_headers_of_the_connection_can_not_be_given(outbound: Outbound, header: str) -> None:  # noqa: F811
    async with listening(answer("200 OK")) as server:
        with pytest.raises(CanNotRun, match="is set by Cairn"):
            await look(outbound, CheckType.AVAILABILITY, server.url, headers={header: "x"})
        assert server.asked == []


async def endless(_: Asked, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n")
    while True:
        writer.write(b"Kettles " * 8192)
        await writer.drain()


async def dripping(_: Asked, writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\n")
    while True:
        writer.write(b"X-Drip: 1\r\n")
        await writer.drain()
        await asyncio.sleep(0.05)


def bomb() -> Answering:
    return answer("200 OK", HTML, "Content-Encoding: gzip", body=gzip.compress(b"Kettles " * 4_000_000))


@pytest.mark.parametrize(
    ("answering", "verdict"),
    [
        pytest.param(endless, Verdict.GOOD, id="an endless body is cut"),
        pytest.param(bomb(), Verdict.GOOD, id="a bomb is unfolded as far as is read"),
        pytest.param(dripping, Verdict.BAD, id="one that drips is given up"),
        pytest.param(
            answer("200 OK", HTML, "Content-Encoding: gzip", body=b"no gzip"),
            Verdict.BAD,
            id="no gzip at all",
        ),
        pytest.param(
            answer("200 OK", "Content-Type: text/html; charset=no-such", body=b"Kettles"),
            Verdict.GOOD,
            id="a charset that is none",
        ),
        pytest.param(
            answer("200 OK", "Content-Type: text/html", body="Kettles".encode("utf-16")),
            Verdict.GOOD,
            id="a charset that only its first bytes tell",
        ),
        pytest.param(
            answer("200 OK", HTML, body=b"<p>" * 50_000 + b"Kettles"),
            Verdict.GOOD,
            id="a page nested without end",
        ),
        pytest.param(redirect("/again?and=again"), Verdict.BAD, id="redirects in a circle"),
        pytest.param(answer("200 OK", HTML, body=b"<h1>Sign in</h1>"), Verdict.BAD, id="a page to sign in"),
        pytest.param(answer("204 No Content"), Verdict.BAD, id="nothing"),
    ],
)
async def test_whatever_a_server_does_a_look_ends_with_a_verdict(
    outbound: Outbound,  # noqa: F811
    answering: Answering,
    verdict: Verdict,
) -> None:
    async with listening(answering) as server:
        found = await look(outbound, CheckType.AVAILABILITY, server.url, keyword="Kettles")
    assert found.verdict is verdict


@pytest.mark.parametrize("pattern", [r"(a+)+$", r"(x|x)*y", r"(.*){10}z"])
async def test_a_pattern_that_would_take_for_ever_does_not(outbound: Outbound, pattern: str) -> None:  # noqa: F811
    async with listening(answer("200 OK", HTML, body=b"a" * 500_000 + b"!")) as server:
        found = await look(
            outbound,
            CheckType.AVAILABILITY,
            server.url,
            assertions=[{"kind": "pattern", "pattern": pattern}],
        )
    assert found.verdict in {Verdict.GOOD, Verdict.BAD}

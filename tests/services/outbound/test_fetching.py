"""What comes back from servers that behave, and what is said of those that don't."""

import asyncio
import gzip
import zlib
from datetime import timedelta

import pytest

from cairn.services.outbound import (
    AddressPolicy,
    Busy,
    Garbled,
    Outbound,
    Refused,
    TooSlow,
    Unreachable,
    Wandering,
)
from tests.services.outbound.servers import (
    PUBLIC,
    Asked,
    answer,
    by_path,
    listening,
    raw,
    redirect,
)


async def test_an_answer_is_given_with_what_it_took(outbound: Outbound) -> None:
    body = "Grüße".encode("latin-1")
    async with listening(
        answer("200 OK", "Content-Type: text/plain; charset=ISO-8859-1", body=body)
    ) as server:
        found = await outbound.fetch(f"http://public.test:{server.port}/a b".replace(" ", "%20"))
    assert (found.status, found.text, found.content_type) == (200, "Grüße", "text/plain")
    assert (found.is_good, found.is_cut, found.http_version, found.redirects) == (True, False, "HTTP/1.1", ())
    assert found.url == f"http://public.test:{server.port}/a%20b"
    assert 0 < found.timing.connected <= found.timing.first_byte <= found.timing.whole
    [asked] = server.asked
    assert asked.line == "GET /a%20b HTTP/1.1"
    assert asked.headers == {
        "host": f"public.test:{server.port}",
        "accept": "*/*",
        "user-agent": "Cairn",
        "accept-encoding": "gzip, deflate",
    }


async def test_a_request_has_a_method_headers_and_a_body(outbound: Outbound) -> None:
    async with listening(answer("201 Created", body=b'{"id": 1}')) as server:
        found = await outbound.fetch(
            server.url, method="POST", headers={"Content-Type": "application/json"}, body=b"{}"
        )
    assert found.json() == {"id": 1}
    [asked] = server.asked
    assert (asked.line, asked.headers["content-type"], asked.body) == (
        "POST / HTTP/1.1",
        "application/json",
        b"{}",
    )


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
async def test_a_compressed_body_is_taken_out(outbound: Outbound, encoding: str) -> None:
    body = (gzip.compress if encoding == "gzip" else zlib.compress)(b"hello " * 1000)
    async with listening(answer("200 OK", f"Content-Encoding: {encoding}", body=body)) as server:
        assert (await outbound.fetch(server.url)).body == b"hello " * 1000


async def test_redirects_are_followed_and_told(outbound: Outbound) -> None:
    async with listening(answer("200 OK", body=b"here")) as last:
        there = f"//public.test:{last.port}/last?q=1"
        async with listening(by_path({"/": redirect("/next"), "/next": redirect(there)})) as first:
            found = await outbound.fetch(f"{first.url}/")
    assert (found.body, found.url) == (b"here", f"http:{there}")
    assert found.redirects == (f"{first.url}/", f"{first.url}/next")


async def test_a_redirect_can_be_the_answer(outbound: Outbound) -> None:
    async with listening(redirect("http://127.0.0.1/")) as server:
        found = await outbound.fetch(server.url, most_redirects=0)
    assert (found.status, found.headers["location"]) == (302, "http://127.0.0.1/")


async def test_another_host_is_not_told_what_was_meant_for_the_first(outbound: Outbound) -> None:
    secrets = {"Authorization": "Bearer x", "Cookie": "a=b", "X-Key": "k", "Accept-Language": "de"}
    async with (
        listening(answer("200 OK")) as other,
        listening(by_path({"/": redirect("/same"), "/same": redirect(other.url)})) as server,
    ):
        await outbound.fetch(f"{server.url}/", headers=secrets)
    assert [each.headers.get("authorization") for each in server.asked] == ["Bearer x", "Bearer x"]
    sent = other.asked[0].headers
    assert sent["accept-language"] == "de"
    assert not {"authorization", "cookie", "x-key"} & sent.keys()


@pytest.mark.parametrize(
    ("status", "method", "body"),
    [("303 See Other", "GET", b""), ("302 Found", "GET", b""), ("307 Temporary", "POST", b"x")],
)
async def test_a_redirected_post_is_what_browsers_make_of_it(
    outbound: Outbound, status: str, method: str, body: bytes
) -> None:
    async with listening(by_path({"/": redirect("/there", status), "/there": answer("200 OK")})) as server:
        await outbound.fetch(f"{server.url}/", method="POST", body=b"x")
    assert (server.asked[1].line.split()[0], server.asked[1].body) == (method, body)


async def test_a_circle_of_redirects_ends(outbound: Outbound) -> None:
    async with listening(by_path({"/": redirect("/b"), "/b": redirect("/")})) as server:
        with pytest.raises(Wandering):
            await outbound.fetch(f"{server.url}/")
    assert len(server.asked) == 2


async def test_redirects_without_end_end(outbound: Outbound) -> None:
    async def onwards(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await redirect(f"{asked.line.split()[1]}x")(asked, writer)

    async with listening(onwards) as server:
        with pytest.raises(Wandering):
            await outbound.fetch(f"{server.url}/")
    assert len(server.asked) == 11


async def test_a_long_body_is_cut(outbound: Outbound) -> None:
    async with listening(answer("200 OK", body=b"x" * 5000)) as server:
        found = await outbound.fetch(server.url, most_bytes=1000)
    assert (found.body, found.is_cut) == (b"x" * 1000, True)


async def test_an_endless_body_is_cut(outbound: Outbound) -> None:
    async def endless(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        while True:
            writer.write(b"2000\r\n" + b"x" * 0x2000 + b"\r\n")
            await writer.drain()

    async with listening(endless) as server:
        found = await outbound.fetch(server.url, most_bytes=100_000)
    assert (len(found.body), found.is_cut) == (100_000, True)


async def test_a_bomb_unfolds_no_further_than_was_asked_for(outbound: Outbound) -> None:
    layer = zlib.compressobj(9, zlib.DEFLATED, 31)
    bomb = b"".join(layer.compress(bytes(1_000_000)) for _ in range(200)) + layer.flush()
    async with listening(answer("200 OK", "Content-Encoding: gzip", body=bomb)) as server:
        found = await outbound.fetch(server.url, most_bytes=10_000)
    assert (found.body, found.is_cut) == (bytes(10_000), True)


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        (b"SSH-2.0-OpenSSH_9.2\r\n", "does not answer as the web does"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort", "does not answer as the web does"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nplain", "is not"),
        (b"HTTP/1.1 200 OK\r\nContent-Encoding: br\r\nContent-Length: 1\r\n\r\nx", "encoded as br"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n", "does not answer as the web does"),
    ],
)
async def test_what_is_no_answer_is_told(outbound: Outbound, sent: bytes, told: str) -> None:
    async with listening(raw(sent)) as server:
        with pytest.raises(Garbled, match=told):
            await outbound.fetch(server.url)


async def test_a_compressed_body_that_breaks_off_is_told(outbound: Outbound) -> None:
    body = gzip.compress(b"hello " * 1000)[:-8]
    async with listening(answer("200 OK", "Content-Encoding: gzip", body=body)) as server:
        with pytest.raises(Garbled, match="breaks off"):
            await outbound.fetch(server.url)


async def test_one_that_says_nothing_is_given_up(outbound: Outbound) -> None:
    async def nothing(_asked: Asked, _writer: asyncio.StreamWriter) -> None:
        await asyncio.Event().wait()

    async with listening(nothing) as server:
        with pytest.raises(TooSlow, match=rf"^{PUBLIC} did not answer within 0\.2 seconds$"):
            await outbound.fetch(server.url, within=timedelta(seconds=0.2))


async def test_one_that_drips_is_given_up(outbound: Outbound) -> None:
    async def drip(_asked: Asked, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n")
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0.02)

    async with listening(drip) as server:
        with pytest.raises(TooSlow):
            await outbound.fetch(server.url, within=timedelta(seconds=0.3))


async def test_nobody_there_is_told(outbound: Outbound) -> None:
    async with listening(answer("200 OK")) as server:
        pass
    with pytest.raises(Unreachable, match=r"can't be reached"):
        await outbound.fetch(server.url)
    with pytest.raises(Unreachable, match=r"^there is no address for nowhere\.test$"):
        await outbound.fetch("http://nowhere.test/")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("Host", "inside.test"),
        ("Transfer-Encoding", "chunked"),
        ("Connection", "x"),
        ("X Y", "z"),
        ("X", "a\r\nHost: b"),
        ("", "x"),
    ],
)
async def test_headers_that_would_forge_a_request_are_refused(
    outbound: Outbound, name: str, value: str
) -> None:
    async with listening(answer("200 OK")) as server:
        with pytest.raises(Refused):
            await outbound.fetch(server.url, headers={name: value})
        assert server.connections == 0


async def test_one_host_is_asked_so_many_things_at_once_and_no_more(outbound: Outbound) -> None:
    at_once, most = 0, 0
    enough = asyncio.Event()

    async def slow(asked: Asked, writer: asyncio.StreamWriter) -> None:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        if at_once == 6:
            enough.set()
        await enough.wait()
        at_once -= 1
        await answer("200 OK")(asked, writer)

    async with listening(slow) as server:
        found = await asyncio.gather(*(outbound.fetch(f"{server.url}/{number}") for number in range(20)))
    assert [each.status for each in found] == [200] * 20
    assert most == 6


async def test_waiting_for_a_turn_takes_none_of_the_hosts_time(outbound: Outbound) -> None:
    async def slow(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(0.3)
        await answer("200 OK")(asked, writer)

    async with listening(slow) as server:
        fetches = [outbound.fetch(server.url, within=timedelta(seconds=0.8)) for _ in range(18)]
        found = await asyncio.gather(*fetches)
    assert max(each.timing.whole for each in found) < 0.8  # the last ones have waited for longer than that


async def test_without_a_turn_it_is_our_fault_and_not_the_hosts() -> None:
    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    client = Outbound(policy=AddressPolicy.allowing([f"{PUBLIC}/32"]), seconds=0.2)
    async with listening(hang) as server:
        fetches = [client.fetch(server.url, within=timedelta(seconds=1)) for _ in range(7)]
        faults = await asyncio.gather(*fetches, return_exceptions=True)
    await client.close()
    assert [type(each) for each in faults] == [TooSlow] * 6 + [Busy]

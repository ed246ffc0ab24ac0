"""Servers with certificates: those that are trusted, those that are not, and those that speak HTTP/2 alone."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import h2.config
import h2.connection
import h2.events
import pytest
import pytest_asyncio
import trustme

from cairn.services.outbound import AddressPolicy, Outbound, TooSlow, Untrusted
from tests.services.outbound.conftest import known_names
from tests.services.outbound.servers import PUBLIC, answer, listening

AUTHORITY = trustme.CA()


def secure_server(name: str, *, authority: trustme.CA = AUTHORITY, alpn: str | None = None) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate = authority.issue_cert(name, common_name=name, not_after=datetime(2100, 1, 1, tzinfo=UTC))
    certificate.configure_cert(context)
    if alpn is not None:
        context.set_alpn_protocols([alpn])
    return context


@pytest_asyncio.fixture
async def trusting() -> AsyncIterator[Outbound]:
    """A client that trusts the authority of these tests."""
    trust = ssl.create_default_context()
    AUTHORITY.configure_trust(trust)
    client = Outbound(policy=AddressPolicy.allowing([f"{PUBLIC}/32"]), resolve=known_names, trust=trust)
    yield client
    await client.close()


async def test_a_certificate_is_told_with_the_answer(trusting: Outbound) -> None:
    async with listening(answer("200 OK"), secure=secure_server("public.test")) as server:
        found = await trusting.fetch(f"https://public.test:{server.port}/")
    assert found.certificate is not None
    assert found.certificate.subject == "public.test"
    assert found.certificate.not_after == datetime(2100, 1, 1, tzinfo=UTC)
    assert found.timing.connected < found.timing.secured <= found.timing.first_byte


@pytest.mark.parametrize(
    ("name", "authority", "told"),
    [
        ("public.test", trustme.CA(), "is not trusted: unable to get local issuer certificate"),
        ("other.test", AUTHORITY, "is not trusted: Hostname mismatch"),
    ],
)
async def test_a_certificate_that_proves_nothing_is_told(
    trusting: Outbound, name: str, authority: trustme.CA, told: str
) -> None:
    async with listening(answer("200 OK"), secure=secure_server(name, authority=authority)) as server:
        with pytest.raises(Untrusted, match=told):
            await trusting.fetch(f"https://public.test:{server.port}/")
        assert server.asked == []


async def test_what_is_not_secure_at_all_is_told(trusting: Outbound) -> None:
    async def plainly(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    listener = await asyncio.start_server(plainly, PUBLIC, 0)
    port = listener.sockets[0].getsockname()[1]
    with pytest.raises(Untrusted, match=r"^no secure connection to public\.test: wrong version number$"):
        await trusting.fetch(f"https://public.test:{port}/")
    listener.close()


async def test_who_never_finishes_shaking_hands_is_given_up(trusting: Outbound) -> None:
    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(1000):
            pass
        writer.close()

    listener = await asyncio.start_server(silent, PUBLIC, 0)
    port = listener.sockets[0].getsockname()[1]
    with pytest.raises(TooSlow):
        await trusting.fetch(f"https://public.test:{port}/", within=timedelta(seconds=0.3))
    listener.close()


async def test_http_2_alone_is_spoken_too(trusting: Outbound) -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        spoken = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        spoken.initiate_connection()
        writer.write(spoken.data_to_send())
        while data := await reader.read(65536):
            for event in spoken.receive_data(data):
                if isinstance(event, h2.events.StreamEnded):
                    spoken.send_headers(event.stream_id, [(":status", "200"), ("content-type", "text/plain")])
                    spoken.send_data(event.stream_id, b"second version", end_stream=True)
            writer.write(spoken.data_to_send())
        writer.close()

    listener = await asyncio.start_server(serve, PUBLIC, 0, ssl=secure_server("public.test", alpn="h2"))
    port = listener.sockets[0].getsockname()[1]
    found = await trusting.fetch(f"https://public.test:{port}/")
    assert (found.body, found.http_version) == (b"second version", "HTTP/2")
    listener.close()

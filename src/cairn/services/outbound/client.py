"""The one client with which Cairn asks the web on behalf of people.

Guarded on the connection itself and at every redirect; bounded in size, time, redirects and requests a host.
"""

import asyncio
import ssl
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import timedelta
from time import monotonic
from types import MappingProxyType
from typing import Final
from weakref import WeakValueDictionary

import httpcore2

from cairn.services.outbound import headers as header_rules
from cairn.services.outbound.addresses import AddressPolicy
from cairn.services.outbound.answers import Answer, Timing, certificate_of
from cairn.services.outbound.connecting import GuardedBackend, Resolve, resolve
from cairn.services.outbound.connections import Connections
from cairn.services.outbound.decoding import read_body
from cairn.services.outbound.errors import (
    Busy,
    Garbled,
    OutboundError,
    TooSlow,
    Unreachable,
    Untrusted,
    Wandering,
)
from cairn.services.outbound.knocking import Knock, knock
from cairn.services.outbound.naming import NameServers, Records
from cairn.services.outbound.streams import Stream
from cairn.services.outbound.urls import Target, target_of

MOST_BYTES: Final = 2_000_000
MOST_REDIRECTS: Final = 10
_MOST_A_HOST: Final = 6  # what browsers allow themselves
_SHARE_TO_CONNECT: Final = 0.8
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})
_NO_HEADERS: Final[Mapping[str, str]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class _Asking:
    """A request, wherever it goes."""

    method: str
    headers: Mapping[str, str]
    body: bytes

    def after(self, status: int, *, to_another_host: bool) -> "_Asking":
        """What is asked where an answer redirects to."""
        headers = header_rules.for_another_host(self.headers) if to_another_host else self.headers
        if status == 303 or (status in {301, 302} and self.method == "POST"):
            return _Asking("GET", headers, b"")
        return replace(self, headers=headers)

    def to(self, target: Target, seconds: float) -> httpcore2.Request:
        sent = {
            "host": target.authority,
            "accept": "*/*",
            "user-agent": "Cairn",
            **self.headers,
            "accept-encoding": "gzip, deflate",
        }
        if self.body or self.method in {"POST", "PUT", "PATCH"}:
            sent["content-length"] = str(len(self.body))
        return httpcore2.Request(
            self.method,
            httpcore2.URL(
                scheme=target.scheme.encode(),
                host=target.host.encode(),
                port=target.port,
                target=target.path.encode(),
            ),
            headers=[(name.encode("latin-1"), value.encode("latin-1")) for name, value in sent.items()],
            content=self.body,
            # Whoever is still shaking hands is given up by the library, which then closes the connection.
            extensions={"timeout": {"connect": seconds * _SHARE_TO_CONNECT}},
        )


class Outbound:
    """Asks servers that a person names, as far as the policy lets it."""

    def __init__(
        self,
        *,
        policy: AddressPolicy | None = None,
        seconds: float = 20,
        resolve: Resolve = resolve,
        trust: ssl.SSLContext | None = None,
        name_servers: Sequence[str] = (),
    ) -> None:
        self._seconds = seconds
        policy = policy or AddressPolicy()
        self._names = NameServers(name_servers, policy)
        self._trust = trust
        self._backend = GuardedBackend(policy, resolve)
        self._connections = Connections(self._backend, trust)
        self._turns: WeakValueDictionary[str, asyncio.Semaphore] = WeakValueDictionary()

    async def fetch(
        self,
        url: str,
        *,
        method: str = "GET",
        headers: Mapping[str, str] = _NO_HEADERS,
        body: bytes = b"",
        most_bytes: int = MOST_BYTES,
        most_redirects: int = MOST_REDIRECTS,
        within: timedelta | None = None,
    ) -> Answer:
        """The answer, after redirects. Raises an `OutboundError` that says in words why there is none."""
        target = target_of(url)
        asking = _Asking(method, header_rules.checked(headers), body)
        seconds = self._seconds if within is None else within.total_seconds()
        passed: list[Target] = []
        try:
            async with asyncio.timeout(seconds) as limit:
                while True:
                    answer = await self._ask(target, asking, seconds, most_bytes, limit)
                    location = answer.headers.get("location") if answer.status in _REDIRECTS else None
                    if location is None or most_redirects == 0:
                        return replace(answer, redirects=tuple(each.url for each in passed))
                    passed.append(target)
                    following = target.redirected(location)
                    if len(passed) > most_redirects or (asking.method == "GET" and following in passed):
                        raise Wandering(f"{url} redirects too often, or in a circle")
                    asking = asking.after(answer.status, to_another_host=following.origin != target.origin)
                    target = following
        except TimeoutError as fault:
            raise TooSlow(f"{target.host} did not answer within {seconds:g} seconds") from fault

    async def knock(
        self, host: str, port: int, *, secure: bool = False, within: timedelta | None = None
    ) -> Knock:
        """Connects to a port and says nothing. Raises an `OutboundError` that says in words why it could not."""
        written = f"[{host}]" if ":" in host else host
        target = replace(target_of(f"http://{written}/"), port=port)
        if secure and self._trust is None:
            self._trust = httpcore2.default_ssl_context()
        seconds = self._seconds if within is None else within.total_seconds()
        try:
            async with asyncio.timeout(seconds) as limit, self._turn(target.host, limit), _told(target):
                return await knock(self._backend, target.host, port, trust=self._trust if secure else None)
        except TimeoutError as fault:
            raise TooSlow(f"{target.authority} did not answer within {seconds:g} seconds") from fault

    async def look_up(self, name: str, kind: str, *, within: timedelta | None = None) -> Records:
        """The records of a name. Raises an `OutboundError`: `NoRecords` where there are none."""
        host = target_of(f"http://{name}/").host
        return await self._names.records(
            host, kind, seconds=self._seconds if within is None else within.total_seconds()
        )

    async def close(self) -> None:
        """Lets go of the connections that are kept."""
        await self._connections.close()

    async def _ask(
        self, target: Target, asking: _Asking, seconds: float, most_bytes: int, limit: asyncio.Timeout
    ) -> Answer:
        """One request."""
        async with (
            self._turn(target.host, limit),
            _told(target),
            self._connections.lent(target) as connection,
        ):
            began = monotonic()
            response = await connection.handle_async_request(asking.to(target, seconds))
            first_byte = monotonic()
            stream = response.extensions["network_stream"]
            try:
                headers = {
                    name.decode("latin-1").lower(): value.decode("latin-1")
                    for name, value in response.headers
                }
                encoding = headers.get("content-encoding", "").strip().lower()
                secure = stream.get_extra_info("ssl_object")
                content, is_cut = await read_body(response.aiter_stream(), encoding, most_bytes)
            finally:
                await response.aclose()
        return Answer(
            url=target.url,
            status=response.status,
            headers=headers,
            body=content,
            is_cut=is_cut,
            http_version=response.extensions["http_version"].decode(),
            timing=_timing(began, first_byte, stream),
            certificate=None if secure is None else certificate_of(secure.getpeercert()),
        )

    @asynccontextmanager
    async def _turn(self, host: str, limit: asyncio.Timeout) -> AsyncIterator[None]:
        """A turn at a host, of which so many are given out at once. Waiting for it takes none of the host's time."""
        turns = self._turns.get(host)
        if turns is None:
            turns = self._turns[host] = asyncio.Semaphore(_MOST_A_HOST)
        if turns.locked():
            await self._wait_for(turns, host, limit)
        else:
            await turns.acquire()
        try:
            yield
        finally:
            turns.release()

    async def _wait_for(self, turns: asyncio.Semaphore, host: str, limit: asyncio.Timeout) -> None:
        began = asyncio.get_running_loop().time()
        until = limit.when()
        limit.reschedule(None)
        try:
            async with asyncio.timeout(self._seconds):
                await turns.acquire()
        except TimeoutError as fault:
            raise Busy(f"{host} is asked so often from here that there was no turn") from fault
        finally:
            waited = asyncio.get_running_loop().time() - began
            limit.reschedule(None if until is None else until + waited)


def _timing(began: float, first_byte: float, stream: Stream) -> Timing:
    """What took how long. A connection that was there before took none of it."""
    return Timing(
        connected=max(stream.connected_at - began, 0.0),
        secured=max(stream.secured_at - began, 0.0),
        first_byte=first_byte - began,
        whole=monotonic() - began,
    )


@asynccontextmanager
async def _told(target: Target) -> AsyncIterator[None]:
    """Turns the library's errors into ours, in words for the person who asked."""
    try:
        yield
    except OutboundError:
        raise
    except httpcore2.TimeoutException as fault:
        raise TooSlow(f"{target.host} took too long") from fault
    except (httpcore2.NetworkError, OSError) as fault:
        broken = _of_security(fault)
        if broken is None:
            raise Unreachable(f"{target.authority} can't be reached, or broke off") from fault
        if isinstance(broken, ssl.SSLCertVerificationError):
            raise Untrusted(
                f"the certificate of {target.host} is not trusted: {broken.verify_message}"
            ) from fault
        reason = (broken.reason or "no agreement").replace("_", " ").lower()
        raise Untrusted(f"no secure connection to {target.host}: {reason}") from fault
    except httpcore2.ProtocolError as fault:
        raise Garbled(f"{target.authority} does not answer as the web does") from fault


def _of_security(fault: BaseException | None) -> ssl.SSLError | None:
    """The fault of TLS that is behind another one, if there is any."""
    while fault is not None and not isinstance(fault, ssl.SSLError):
        fault = fault.__cause__ or fault.__context__
    return fault

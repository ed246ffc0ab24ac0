"""Live parts of pages: news from the bus, as server-sent events, for as long as somebody watches.

    @router.get("/goals/live", response_class=EventStream)
    async def watch_goals(caller: Member, live: Live) -> EventStream:
        return live.stream(caller, [own_topic(caller.account_id, "goals")])

A stream ends after some minutes, and when the server stops: browsers come back by themselves, and show again who they are.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncGenerator, AsyncIterator, Iterator, Mapping, Sequence
from contextlib import aclosing, contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Annotated, Any, Final

import msgspec
from fastapi import Depends, Request
from fastapi.responses import StreamingResponse
from fastapi.sse import format_sse_event

from cairn.services import accounts
from cairn.services.bus import Bus, Missed, News, Subscription
from cairn.services.problems import TooMany

_SECONDS_TO_COME_BACK: Final = 2
_SECONDS_TO_WATCH: Final = 600.0
_SECONDS_BETWEEN_SIGNS: Final = 15.0
_MOST_STREAMS: Final = 30
"""Of one account, at one server. A browser has a few; a program that forgets to close them would have thousands."""


class TooManyStreams(TooMany):
    """The account watches too much already."""

    slug = "too-many-streams"
    title = "Too many open streams"


class EventStream(StreamingResponse):
    """Events, as a browser's `EventSource` reads them."""

    media_type = "text/event-stream"

    def init_headers(self, headers: Mapping[str, str] | None = None) -> None:
        # nginx would gather events until they fill a buffer.
        super().init_headers({**(headers or {}), "X-Accel-Buffering": "no"})


@dataclass
class LiveNews:
    """The news of one server, and the end of it."""

    bus: Bus
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    seconds_to_watch: float = _SECONDS_TO_WATCH
    _streams: Counter[str] = field(default_factory=Counter)

    def close(self) -> None:
        """Ends all streams, as the server stops."""
        self.closing.set()

    def stream(self, caller: accounts.Member, topics: Sequence[str]) -> EventStream:
        """News of these topics, each under the last part of its topic's name. `missed` says that some got lost."""
        if self._streams[caller.account_id] >= _MOST_STREAMS:
            raise TooManyStreams(
                f"{_MOST_STREAMS} are open already; close one",
                retry_after=timedelta(seconds=_SECONDS_TO_COME_BACK),
            )
        return EventStream(self._events(caller.account_id, topics))

    async def _events(self, account_id: str, topics: Sequence[str]) -> AsyncIterator[bytes]:
        with self._counted(account_id):
            async with self.bus.subscribe(*topics) as subscription:
                yield format_sse_event(comment="listening", retry=_SECONDS_TO_COME_BACK * 1000)
                async with aclosing(self._until_the_end(subscription)) as all_news:
                    async for news in all_news:
                        yield _written(news)

    async def _until_the_end(self, subscription: Subscription) -> AsyncGenerator[News | Missed | None]:
        """What comes, and None now and then, so that nobody on the way takes the connection for dead."""
        loop = asyncio.get_running_loop()
        end = loop.time() + self.seconds_to_watch
        closing = asyncio.ensure_future(self.closing.wait())
        coming: asyncio.Future[News | Missed] | None = None
        try:
            while (left := end - loop.time()) > 0 and not closing.done():
                coming = coming or asyncio.ensure_future(anext(subscription))
                wait = min(left, _SECONDS_BETWEEN_SIGNS)
                either: set[asyncio.Future[Any]] = {coming, closing}
                await asyncio.wait(either, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
                if coming.done():
                    news, coming = coming.result(), None
                    yield news
                elif not closing.done():
                    yield None
        finally:
            closing.cancel()
            if coming is not None:
                coming.cancel()

    @contextmanager
    def _counted(self, account_id: str) -> Iterator[None]:
        self._streams[account_id] += 1
        try:
            yield
        finally:
            self._streams[account_id] -= 1
            if not self._streams[account_id]:
                del self._streams[account_id]


def _written(news: News | Missed | None) -> bytes:
    match news:
        case None:
            return format_sse_event(comment="still here")
        case Missed():
            return format_sse_event(event="missed", data_str="{}")
        case News():
            told = msgspec.json.encode(news.told).decode()
            return format_sse_event(event=news.topic.rpartition("/")[2], data_str=told)


async def _live(request: Request) -> LiveNews:
    live: LiveNews = request.app.state.live
    return live


Live = Annotated[LiveNews, Depends(_live)]

"""The bus between servers: Redis carries the news to each, and a local bus hands it out there.

A server follows what its own people watch. When Redis was away, everybody is told that they missed some.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from cairn.services.bus.bus import News, Subscription
from cairn.services.bus.local import LocalBus

_log = logging.getLogger(__name__)
_PREFIX: Final = "cairn:"
_NOBODYS: Final = ":nobody"  # followed from the start, so that there is always something to listen to
_SECONDS_TO_ANSWER: Final = 2.0
_SECONDS_BETWEEN_TRIES: Final = 1.0


class RedisBus:
    """Tells the subscribers of all processes that share a Redis server. Made in a running event loop."""

    def __init__(self, address: str, *, seconds_to_answer: float = _SECONDS_TO_ANSWER) -> None:
        self._seconds = seconds_to_answer
        self._redis: Redis = Redis.from_url(
            address, decode_responses=True, socket_connect_timeout=seconds_to_answer, socket_keepalive=True
        )
        self._here = LocalBus()
        self._connection: PubSub | None = None
        self._followed: dict[str, asyncio.Event] = {_NOBODYS: asyncio.Event()}
        self._changing = asyncio.Lock()
        self._listening = asyncio.create_task(self._listen_on())

    async def publish(self, topic: str, told: Mapping[str, Any]) -> None:
        try:
            # Whoever publishes has something else to do than to wait for a server that says nothing.
            async with asyncio.timeout(self._seconds):
                await self._redis.publish(_PREFIX + topic, json.dumps(told))
        except (RedisError, OSError) as fault:
            # What the news is of has been written; only other servers' open pages don't hear of it now.
            _log.warning("news of %s did not reach other servers: %s", topic, fault)
            self._here.tell(News(topic, told))

    @asynccontextmanager
    async def subscribe(self, *topics: str) -> AsyncIterator[Subscription]:
        async with self._here.subscribe(*topics) as subscription:
            await self._follow(topics)
            yield subscription
        await self._leave(topics)

    async def close(self) -> None:
        self._listening.cancel()
        with suppress(asyncio.CancelledError):
            await self._listening
        await self._redis.aclose()

    async def _follow(self, topics: tuple[str, ...]) -> None:
        async with self._changing:
            new = [topic for topic in topics if topic not in self._followed]
            for topic in new:
                self._followed[topic] = asyncio.Event()
            if new and self._connection is not None:
                with suppress(RedisError, OSError):  # whoever listens finds out as well, and starts anew
                    await self._connection.subscribe(*(_PREFIX + topic for topic in new))
        with suppress(TimeoutError):
            async with asyncio.timeout(self._seconds):
                for topic in topics:
                    await self._followed[topic].wait()

    async def _leave(self, topics: tuple[str, ...]) -> None:
        async with self._changing:
            left = [topic for topic in topics if topic in self._followed and topic not in self._here.topics]
            for topic in left:
                del self._followed[topic]
            if left and self._connection is not None:
                with suppress(RedisError, OSError):
                    await self._connection.unsubscribe(*(_PREFIX + topic for topic in left))

    async def _listen_on(self) -> None:
        while True:
            try:
                await self._listen()
            except (RedisError, OSError) as fault:
                _log.warning("news from other servers does not arrive: %s", fault)
            self._here.tell_missed()
            await asyncio.sleep(_SECONDS_BETWEEN_TRIES)

    async def _listen(self) -> None:
        async with self._redis.pubsub() as connection:
            async with self._changing:
                await connection.subscribe(*(_PREFIX + topic for topic in self._followed))
                self._connection = connection
            try:
                async for message in connection.listen():
                    self._hear(message)
            finally:
                self._connection = None
                for followed in self._followed.values():
                    followed.clear()

    def _hear(self, message: Mapping[str, Any]) -> None:
        topic = message["channel"].removeprefix(_PREFIX)
        if message["type"] == "message":
            self._here.tell(News(topic, json.loads(message["data"])))
        elif message["type"] == "subscribe" and topic in self._followed:
            followed = self._followed[topic]
            if followed.is_set():  # once more: the library has connected again, and what came between is lost
                self._here.tell_missed()
            followed.set()

"""The bus within one process."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, Self

from cairn.services.bus.bus import Missed, News, Subscription

_MOST_WAITING: Final = 256


class Subscriber:
    """What waits for one subscriber. Who does not keep up loses what waits, and is told."""

    def __init__(self) -> None:
        self._waiting: asyncio.Queue[News | Missed] = asyncio.Queue(_MOST_WAITING)

    def tell(self, news: News | Missed) -> None:
        if self._waiting.full():
            while not self._waiting.empty():
                self._waiting.get_nowait()
            self._waiting.put_nowait(Missed())
        self._waiting.put_nowait(news)

    def __aiter__(self) -> Self:
        return self

    # No generator: one would be over for good when a wait is given up.
    async def __anext__(self) -> News | Missed:
        return await self._waiting.get()


class LocalBus:
    """Tells the subscribers of this process."""

    def __init__(self) -> None:
        self._subscribers: dict[str, set[Subscriber]] = {}

    @property
    def topics(self) -> set[str]:
        """What anybody is subscribed to."""
        return set(self._subscribers)

    async def publish(self, topic: str, told: Mapping[str, Any]) -> None:
        self.tell(News(topic, told))

    def tell(self, news: News) -> None:
        for subscriber in self._subscribers.get(news.topic, ()):
            subscriber.tell(news)

    def tell_missed(self) -> None:
        """Tells everybody that news was lost."""
        for subscriber in {each for all_of_one in self._subscribers.values() for each in all_of_one}:
            subscriber.tell(Missed())

    @asynccontextmanager
    async def subscribe(self, *topics: str) -> AsyncIterator[Subscription]:
        subscriber = Subscriber()
        for topic in topics:
            self._subscribers.setdefault(topic, set()).add(subscriber)
        try:
            yield subscriber
        finally:
            for topic in topics:
                self._subscribers[topic].discard(subscriber)
                if not self._subscribers[topic]:
                    del self._subscribers[topic]

    async def close(self) -> None:
        self._subscribers.clear()

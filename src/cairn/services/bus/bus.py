"""What a bus promises: news arrives in order, at most once, and a subscriber that lost some is told so.

News is a hint, not a record: what it tells of is in the tables, and whoever missed some looks there.
"""

from collections.abc import AsyncIterator, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class News:
    """Something was said about a topic. `told` is what JSON can hold."""

    topic: str
    told: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Missed:
    """Some news was lost on its way: what a subscriber shows may be old."""


Subscription = AsyncIterator[News | Missed]


def own_topic(account_id: str, name: str) -> str:
    """A topic of which only one account hears."""
    return f"{account_id}/{name}"


class Bus(Protocol):
    """News between all servers of one Cairn."""

    async def publish(self, topic: str, told: Mapping[str, Any]) -> None:
        """Tells everybody who is subscribed now. Nobody else will know."""
        ...

    def subscribe(self, *topics: str) -> AbstractAsyncContextManager[Subscription]:
        """News of these topics, from the moment when the block begins."""
        ...

    async def close(self) -> None: ...

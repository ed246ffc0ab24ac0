"""Both buses promise the same: in the process, and over a real Redis server."""

import asyncio
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from cairn.services.bus import Bus, LocalBus, Missed, News, RedisBus, Subscription, open_bus
from cairn.services.settings import SettingsError
from tests.redis_server import redis_server


@pytest.fixture(scope="module")
def redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with redis_server(tmp_path_factory.mktemp("redis")) as address:
        yield address


@asynccontextmanager
async def opened(address: str | None) -> AsyncIterator[Bus]:
    bus = open_bus(address)
    yield bus
    await bus.close()


@pytest.fixture(params=["local", "redis"])
def address(request: pytest.FixtureRequest) -> str | None:
    return str(request.getfixturevalue("redis")) if request.param == "redis" else None


async def heard(subscription: Subscription, count: int) -> list[News | Missed]:
    return [await anext(subscription) for _ in range(count)]


async def test_subscribers_hear_in_order_what_is_published_from_then_on(address: str | None) -> None:
    async with opened(address) as bus:
        await bus.publish("goals", {"number": 0})
        async with bus.subscribe("goals") as one, bus.subscribe("goals", "habits") as two:
            for number in (1, 2):
                await bus.publish("goals", {"number": number})
            await bus.publish("habits", {"name": "Grüße"})
            await bus.publish("checks", {})
            await bus.publish("goals", {"number": 3})
            goals = [News("goals", {"number": number}) for number in (1, 2, 3)]
            assert await heard(one, 3) == goals
            assert await heard(two, 4) == [*goals[:2], News("habits", {"name": "Grüße"}), goals[2]]


async def test_who_has_left_hears_nothing_and_others_go_on(address: str | None) -> None:
    async with opened(address) as bus, bus.subscribe("goals") as stays:
        async with bus.subscribe("goals") as leaves:
            await bus.publish("goals", {"number": 1})
            assert await heard(leaves, 1) == [News("goals", {"number": 1})]
        await bus.publish("goals", {"number": 2})
        assert await heard(stays, 2) == [News("goals", {"number": number}) for number in (1, 2)]


async def test_who_comes_back_hears_again(address: str | None) -> None:
    async with opened(address) as bus:
        for number in range(3):
            async with bus.subscribe("goals") as subscription:
                await bus.publish("goals", {"number": number})
                assert await heard(subscription, 1) == [News("goals", {"number": number})]


async def test_who_does_not_keep_up_is_told_and_hears_the_newest() -> None:
    bus = LocalBus()
    async with bus.subscribe("goals") as subscription:
        for number in range(300):
            await bus.publish("goals", {"number": number})
        assert await heard(subscription, 2) == [Missed(), News("goals", {"number": 256})]


async def test_news_reaches_other_servers(redis: str) -> None:
    async with opened(redis) as here, opened(redis) as there, there.subscribe("goals") as subscription:
        await here.publish("goals", {"number": 1})
        assert await heard(subscription, 1) == [News("goals", {"number": 1})]


async def test_after_redis_was_away_subscribers_are_told_and_hear_again(redis: str) -> None:
    async with opened(redis) as bus, bus.subscribe("goals") as subscription:
        async with Redis.from_url(redis) as operator:
            await operator.client_kill_filter(_type="pubsub")
        assert await heard(subscription, 1) == [Missed()]
        while True:  # until the server listens again, news is lost: that is what was told
            await bus.publish("goals", {"number": 1})
            try:
                async with asyncio.timeout(0.2):
                    found = await anext(subscription)
            except TimeoutError:
                continue
            if found != Missed():
                break
        assert found == News("goals", {"number": 1})


async def test_without_redis_a_server_tells_its_own_people(tmp_path: Path) -> None:
    with redis_server(tmp_path) as address:
        bus = RedisBus(address)
        async with bus.subscribe("goals") as subscription:
            await bus.publish("goals", {"number": 1})
            assert await heard(subscription, 1) == [News("goals", {"number": 1})]
    async with bus.subscribe("goals") as subscription:
        await bus.publish("goals", {"number": 2})
        found = await anext(subscription)
        while found == Missed():
            found = await anext(subscription)
        assert found == News("goals", {"number": 2})
    await bus.close()


async def test_a_redis_that_says_nothing_keeps_nobody_waiting() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        bus = RedisBus(f"redis://127.0.0.1:{silent.getsockname()[1]}", seconds_to_answer=0.1)
        async with bus.subscribe("goals") as subscription:
            await bus.publish("goals", {"number": 1})
            found = await anext(subscription)
            while found == Missed():
                found = await anext(subscription)
            assert found == News("goals", {"number": 1})
        await bus.close()


async def test_an_address_of_another_kind_stops_the_start() -> None:
    with pytest.raises(SettingsError, match=r"^CAIRN_BUS: "):
        open_bus("amqp://127.0.0.1")

"""Completions, from the request until the table says all that follows: the streak, the points, the achievement."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

import aiohttp

from bench.dynamo.timing import percentile
from bench.habits.house import Keeper, cpu_seconds, keepers, opened_house, serving, until_the_worker_works
from cairn.apps.habits.schema import Achievement, Metadata, Streak
from cairn.services.services import Services

FIRST = "COMPLETIONS_1"


@dataclass
class Tapped:
    """How long each tap took: until it was answered, and until everything had followed."""

    clients: int
    seconds: float
    cpu_seconds: float = 0.0
    answered: list[float] = field(default_factory=list)
    followed: list[float] = field(default_factory=list)
    firsts: list[float] = field(default_factory=list)

    @property
    def line(self) -> str:
        figures = [
            f"{len(self.followed) / self.seconds:,.0f}",
            f"{self.cpu_seconds * 1e3 / len(self.followed):,.1f}",
            *(f"{each * 1e3:,.0f}" for each in (median(self.answered), percentile(self.answered, 0.99))),
            *(f"{each * 1e3:,.0f}" for each in (median(self.followed), percentile(self.followed, 0.99))),
            f"{max(self.firsts) * 1e3:,.0f}",
        ]
        return f"| {self.clients} | {' | '.join(figures)} |"


HEAD = (
    "| clients | completions a second | CPU of the server, ms each | answered, median ms | p99 ms | all has followed, median ms | p99 ms "
    "| the first achievement is there, slowest ms |\n| --: | --: | --: | --: | --: | --: | --: | --: |"
)


async def measure_completions(folder: Path, *, clients: int, seconds: float) -> Tapped:
    async with opened_house(folder) as services:
        people = await keepers(services, clients)
        with serving(folder) as (port, process):
            await until_the_worker_works()
            tapped = Tapped(clients, seconds)
            async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
                tapping = [_Client(services, session, each, tapped, clients) for each in people]
                await asyncio.gather(*(each.tap_first() for each in tapping))
                began, spent = perf_counter(), cpu_seconds(process)
                await asyncio.gather(*(each.tap_until(began + seconds) for each in tapping))
                tapped.seconds = perf_counter() - began
                tapped.cpu_seconds = cpu_seconds(process) - spent
    return tapped


class _Client:
    """Taps, waits until all has followed, takes it back, waits again."""

    def __init__(
        self,
        services: Services,
        session: aiohttp.ClientSession,
        keeper: Keeper,
        tapped: Tapped,
        clients: int,
    ) -> None:
        self._tables = services.tables
        self._session = session
        self._keeper = keeper
        self._tapped = tapped
        # Who looks too often slows down what is looked at.
        self._pause = max(0.002, clients * 0.0005)
        self._today = services.clock.now().date()

    async def tap_first(self) -> None:
        began = perf_counter()
        await self._ask("complete", self._today)
        await self._until(1, 10, FIRST)
        self._tapped.firsts.append(perf_counter() - began)

    async def tap_until(self, end: float) -> None:
        yesterday = self._today - timedelta(days=1)
        while perf_counter() < end:
            for action, streak in (("complete", 2), ("undo", 1)):
                began = perf_counter()
                await self._ask(action, yesterday)
                self._tapped.answered.append(perf_counter() - began)
                await self._until(streak, 10 * streak)
                self._tapped.followed.append(perf_counter() - began)

    async def _ask(self, action: str, day: date) -> None:
        path = f"/api/v1/habits/{self._keeper.habit}/{action}"
        headers = {"Authorization": f"Bearer {self._keeper.secret}"}
        async with self._session.post(path, json={"day": str(day)}, headers=headers) as answer:
            if answer.status not in {200, 201}:
                raise RuntimeError(f"{path} was answered {answer.status}: {await answer.text()}")
            await answer.read()

    async def _until(self, streak: int, points: int, *achievements: str) -> None:
        while not await self._says(streak, points, achievements):  # noqa: ASYNC110 - the table tells nobody
            await asyncio.sleep(self._pause)

    async def _says(self, streak: int, points: int, achievements: Sequence[str]) -> bool:
        found = await self._tables.all(Metadata.dashboard(self._keeper.member.account_id).consistently())
        return (
            {each.total_points for each in found if isinstance(each, Metadata)} == {points}
            and {each.current_streak for each in found if isinstance(each, Streak)} == {streak}
            and {each.type for each in found if isinstance(each, Achievement)}.issuperset(achievements)
        )

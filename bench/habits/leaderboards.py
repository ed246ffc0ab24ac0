"""A leaderboard of very many: what the best ten and one's own place cost, in one partition and in several."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any
from zlib import crc32

from bench.habits.house import opened_house
from cairn.apps.habits.schema import Metadata
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.boarding import Boarding, Span
from cairn.apps.habits.service.placing import BoardPart, Placing
from cairn.dynamo.seam import Dynamo, Operation, Request, Response
from cairn.services.accounts import Member, Preferences
from cairn.services.services import Services
from cairn.services.settings import Settings
from cairn.tables import Cursors, Tables, put

_TIMES = 20


@dataclass(frozen=True)
class Placed:
    """What a board cost somebody who stands in the middle of it."""

    people: int
    shards: int
    whose: str
    requests: int
    items: int
    milliseconds: float

    @property
    def line(self) -> str:
        return (
            f"| {self.people:,} | {self.shards} | {self.whose} | {self.requests} | {self.items:,} "
            f"| {self.milliseconds:,.1f} |"
        )


HEAD = "| people | shards | for whom | requests | items read | median ms |\n| --: | --: | --- | --: | --: | --: |"


class _Reading:
    """A table that counts how many items were looked at."""

    def __init__(self, dynamo: Dynamo) -> None:
        self._dynamo = dynamo
        self.requests = self.items = 0

    async def call(self, operation: Operation, request: Request) -> Response:
        answer = await self._dynamo.call(operation, request)
        self.requests += 1
        self.items += answer.get("ScannedCount", 1)
        return answer

    async def close(self) -> None:
        await self._dynamo.close()


async def measure_boards(folder: Path, *, people: int, shards: int) -> list[Placed]:
    async with opened_house(folder, shards=shards) as services:
        await _fill(services, people, shards)
        reading = _Reading(services.dynamo)
        cursors = Cursors(services.keys.key("cursors"))
        tables = Tables(reading, cursors=cursors, stage=services.settings[Settings].stage)
        placing = Placing(tables, services.jobs, services.clock)
        boarding = Boarding(tables, services.clock, placing, shards)
        for number in range(shards):
            part = BoardPart(entity_type=f"USER#{number:02}" if shards > 1 else "USER")
            await Habits.of(services).placing.count(part)
        return [
            await _placed(boarding, reading, people, shards, whose, member)
            for whose, member in (
                ("nobody on it", _member(people)),
                ("the first", _member(0)),
                ("the one in the middle", _member(people // 2)),
                ("the last", _member(people - 1)),
            )
        ]


async def _placed(
    boarding: Boarding, reading: _Reading, people: int, shards: int, whose: str, member: Member
) -> Placed:
    await boarding.board(member, Span.ALL_TIME)
    reading.requests = reading.items = 0
    took = []
    for _ in range(_TIMES):
        began = perf_counter()
        await boarding.board(member, Span.ALL_TIME)
        took.append((perf_counter() - began) * 1e3)
    return Placed(people, shards, whose, reading.requests // _TIMES, reading.items // _TIMES, median(took))


async def _fill(services: Services, people: int, shards: int) -> None:
    """Everybody, the first with most points."""
    random = Random(7)
    points = sorted((random.randrange(10, 500_000, 10) for _ in range(people)), reverse=True)
    everybody: list[Any] = [
        put(
            Metadata(
                user_id=_user(number),
                username=f"Walker {number}",
                total_points=each,
                entity_type=f"USER#{crc32(_user(number).encode()) % shards:02}" if shards > 1 else "USER",
            )
        )
        for number, each in enumerate(points)
    ]
    for begin in range(0, people, 5_000):
        await services.tables.write_batch(everybody[begin : begin + 5_000])


def _user(number: int) -> str:
    return f"0197f0a0-0000-7000-8000-{number:012}"


def _member(number: int) -> Member:
    return Member(
        account_id=_user(number),
        email=None,
        is_email_verified=False,
        preferences=Preferences(time_zone="UTC"),
        is_operator=False,
    )

"""A Cairn whose hiscores answer without a network, with a clock that is moved, and with a meter between it and the engine."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, cast
from urllib.parse import parse_qs, urlsplit

from cairn.apps.runescape.app import RUNESCAPE
from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.hiscores.entries import BOSSES, SCORES, SKILLS
from cairn.apps.runescape.rules.experience import level_of_xp
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.settings import RunescapeSettings
from cairn.dynamo.seam import Dynamo, Operation, Request, Response
from cairn.services import accounts, notify, worker
from cairn.services.accounts import Member, Preferences
from cairn.services.clock import ManualClock
from cairn.services.jobs import Job
from cairn.services.jobs.attempts import Attempts
from cairn.services.opening import open_services
from cairn.services.outbound import Answer, Outbound
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from cairn.services.shards import SHARDS
from cairn.services.timetables import KeptTimetable
from cairn.tables import Ref

BEGIN: Final = datetime(2026, 1, 5, 12, tzinfo=UTC)
_READS: Final = frozenset({"GetItem", "Query", "BatchGetItem", "Scan", "TransactGetItems"})
_WRITES: Final = frozenset({"PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems"})


class Player:
    """Somebody of middling age: every skill trained, half of the bosses killed. Ranks move whenever they are asked for."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        self.xp = {name: chance.randrange(100_000, 13_000_000) for name in SKILLS[Game.OLD_SCHOOL]}
        self.kills = {name: chance.randrange(5, 900) if chance.random() < 0.5 else -1 for name in BOSSES}
        self.rank = chance.randrange(50_000, 900_000)

    def play(self) -> None:
        """An hour of it."""
        for name in ("Woodcutting", "Slayer", "Hitpoints"):
            self.xp[name] += 12_345
        for name, count in self.kills.items():
            if count > 0:
                self.kills[name] += 4
                break

    def body(self) -> bytes:
        self.rank += 3
        skills = [
            {
                "id": place,
                "name": name,
                "rank": self.rank + 1_000 * place,
                "level": level_of_xp(xp, highest=99),
                "xp": xp,
            }
            for place, (name, xp) in enumerate(self.xp.items(), 1)
        ]
        total = {
            "id": 0,
            "name": "Overall",
            "rank": self.rank,
            "level": sum(int(str(each["level"])) for each in skills),
            "xp": sum(self.xp.values()),
        }
        counted = {**dict.fromkeys(SCORES[Game.OLD_SCHOOL], -1), **self.kills}
        activities = [
            {"id": place, "name": name, "rank": self.rank + place if score > 0 else -1, "score": score}
            for place, (name, score) in enumerate(counted.items())
        ]
        return json.dumps({"skills": [total, *skills], "activities": activities}).encode()


@dataclass
class Hiscores:
    """Answers in the place of the network, at once."""

    players: dict[str, Player] = field(default_factory=dict)
    calls: int = 0

    async def fetch(self, url: str, **_: Any) -> Answer:
        self.calls += 1
        [name] = parse_qs(urlsplit(url).query)["player"]
        return Answer(
            url=url,
            status=200,
            headers={},
            body=self.players[name].body(),
            is_cut=False,
            http_version="HTTP/1.1",
            timing=cast("Any", None),
        )


class Metered:
    """Counts requests and the units that each is charged."""

    def __init__(self, dynamo: Dynamo) -> None:
        self._dynamo = dynamo
        self.requests: Counter[str] = Counter()
        self.units: Counter[str] = Counter()

    async def call(self, operation: Operation, request: Request) -> Response:
        if operation not in _READS | _WRITES:
            return await self._dynamo.call(operation, request)
        kind = "read" if operation in _READS else "write"
        answer = await self._dynamo.call(operation, {**request, "ReturnConsumedCapacity": "TOTAL"})
        told = answer.get("ConsumedCapacity", [])
        self.requests[kind] += 1
        self.units[kind] += sum(
            each["CapacityUnits"] for each in (told if isinstance(told, list) else [told])
        )
        return answer

    async def close(self) -> None:
        await self._dynamo.close()


@dataclass(frozen=True)
class World:
    services: Services
    clock: ManualClock
    hiscores: Hiscores

    @property
    def runescape(self) -> Runescape:
        return Runescape.of(self.services)

    def member(self, number: int) -> Member:
        return Member(
            account_id=f"0197f0a0-0000-7000-8000-{number:012}",
            email=None,
            is_email_verified=False,
            preferences=Preferences(),
            is_operator=False,
        )

    async def drain(self, *, at_once: int = 1) -> int:
        """Does the jobs that are due, and those that they enqueue. Says how many there were."""
        attempts = Attempts(self.services.tables, self.clock, self.services.telemetry, chance=lambda: 0.5)
        handlers = self._handlers()
        done = 0
        while True:
            now = self.clock.now()
            queries = [Job.due_in(shard, now) for shard in range(SHARDS)]
            due = [
                (ref, shard)
                for shard, query in enumerate(queries)
                for ref in await self.services.tables.all(query)
            ]
            if not due:
                return done
            waiting = iter(due)
            await asyncio.gather(*(_work(attempts, handlers, waiting) for _ in range(at_once)))
            done += len(due)

    def _handlers(self) -> Mapping[str, Any]:
        services = self.services
        return {
            handler.kind.name: handler
            for part in services.parts
            for handler in (
                *part.jobs(services),
                *(
                    KeptTimetable(each, self.clock, services.telemetry).handler
                    for each in part.timetables(services)
                ),
            )
        }


async def _work(
    attempts: Attempts, handlers: Mapping[str, Any], waiting: Iterator[tuple[Ref[Job], int]]
) -> None:
    for ref, shard in waiting:
        await attempts.make(handlers[str(ref.values["kind"])], ref, shard)


@asynccontextmanager
async def opened_world(folder: Path) -> AsyncIterator[World]:
    settings = AllSettings(
        load_settings(
            [Settings, RunescapeSettings], environment={"CAIRN_RUNESCAPE_PACE": "PT0S"}, folder=folder
        )
    )
    clock, hiscores = ManualClock(BEGIN), Hiscores()
    parts = [accounts.PART, worker.PART, notify.PART, RUNESCAPE]
    async with open_services(settings, folder, parts, clock=clock) as services:
        offline = replace(services, outbound=cast("Outbound", hiscores))
        yield World(offline, clock, hiscores)

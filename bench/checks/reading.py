"""What it costs to look: at a list of 2,000 checks, and at a check that has a day or a year behind it."""

import http.client
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter

from bench.checks.house import furnish, opened_house
from bench.web.served import Person, free_port, get, person, started
from cairn.apps.checks.history_schema import Incident, KeptBucket, RunRecord
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.uptime import LENGTHS, Grain, start_of
from cairn.apps.checks.schema import Check
from cairn.apps.checks.service import Checks
from cairn.apps.checks.standing import Tally
from cairn.services.accounts import Member, Preferences
from cairn.services.services import Services
from cairn.tables import Action, Counted, attribute, put, update

_CHECKS = 2_000
_ROUNDS = 5
_MINUTE = timedelta(minutes=1)
_RUNS_KEPT_FOR = timedelta(hours=25)


@dataclass(frozen=True, slots=True)
class Looked:
    """One page: what was asked of the tables for it, how long it took, and how large it is."""

    what: str
    calls: str
    milliseconds: float
    kilobytes: float


async def looked(cache: Path) -> list[Looked]:
    with tempfile.TemporaryDirectory(dir=cache) as folder:
        data, port = Path(folder) / "data", free_port()
        cairn = Path(sys.executable).with_name("cairn")
        command: list[str | Path] = [cairn, "serve", "--data", data, "--port", str(port)]
        os.environ["CAIRN_WORKER"] = "false"
        with started(command, port):
            ada = person(port)
            owner = get(port, "/api/v1/me", ada)["account_id"]
            async with opened_house(data) as services:
                now = services.clock.now()
                await furnish(services, 9, checks=_CHECKS, delay=_MINUTE, due=now, owner=owner)
                await _past(services, "check-000001", now, timedelta(days=1))
                await _past(services, "check-000002", now, timedelta(days=365))
                member = Member(
                    account_id=owner,
                    email="ada@example.org",
                    is_email_verified=True,
                    preferences=Preferences(),
                    is_operator=False,
                )
                checks = Checks.of(services)

                async def look_at(what: str, path: str, ask: Callable[[], Awaitable[object]]) -> Looked:
                    calls = await _counted(services, ask)
                    return Looked(what, calls, *_page(port, path, ada))

                return [
                    await look_at("a list of 2,000", "/checks", lambda: checks.keeping.checks(member)),
                    await look_at(
                        "a check, a day behind it",
                        "/checks/check-000001",
                        lambda: checks.viewing.view(member, "check-000001"),
                    ),
                    await look_at(
                        "a check, a year behind it",
                        "/checks/check-000002",
                        lambda: checks.viewing.view(member, "check-000002"),
                    ),
                ]


async def _counted(services: Services, ask: Callable[[], Awaitable[object]]) -> str:
    tables = services.tables
    plain = tables.dynamo
    counted = tables.dynamo = Counted(plain)
    try:
        await ask()
    finally:
        tables.dynamo = plain
    names = [each.operation for each in counted.calls]
    return ", ".join(f"{names.count(name)} {name}" for name in sorted(set(names)))


def _page(port: int, path: str, ada: Person) -> tuple[float, float]:
    took, size = [], 0
    for _ in range(_ROUNDS):
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
            began = perf_counter()
            connection.request("GET", path, headers={"Cookie": ada.cookie, "Accept": "text/html"})
            answer = connection.getresponse()
            size = len(answer.read())
            took.append((perf_counter() - began) * 1000)
            if answer.status != 200:
                raise RuntimeError(f"{path} was answered {answer.status}")
    return median(took), size / 1000


async def _past(services: Services, checkid: str, now: datetime, lasted: timedelta) -> None:
    """A check that ran each minute for so long, as far as that is kept, with an incident a week."""
    made: list[Action] = [
        update(Check.with_id(checkid), attribute(Check.created_at).set(now - lasted)),
    ]
    await services.tables.write(*made)
    made = []
    for grain, kept in ((Grain.HOUR, timedelta(days=32)), (Grain.DAY, timedelta(days=365))):
        start = start_of(now - min(lasted, kept), grain)
        while start + LENGTHS[grain] <= now:
            seconds = LENGTHS[grain].total_seconds()
            tally = Tally(
                start=start,
                up=round(seconds * 1000),
                answers=round(seconds / 60),
                answered_in=9000,
                slowest=300,
            )
            made.append(put(KeptBucket(checkid=checkid, grain=grain, start=start, tally=tally)))
            start += LENGTHS[grain]
    at = now - min(lasted, _RUNS_KEPT_FOR)
    while at < now:
        made.append(put(RunRecord(checkid=checkid, at=at, state=TargetState.UP, response_time=120)))
        at += _MINUTE
    for week in range(lasted // timedelta(days=7)):
        began = now - week * timedelta(days=7)
        made.append(put(Incident(checkid=checkid, began=began, cause="status", ended=began + _MINUTE)))
    await services.tables.write_batch(made)

"""A Cairn with many checks of many people, each at one of many hosts of this machine."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from pathlib import Path

from cairn.apps.checks.app import CHECKS
from cairn.apps.checks.history_schema import Place
from cairn.apps.checks.schema import Check, CheckAttributes, CheckStatus, CheckType, User, UserStatus
from cairn.apps.checks.settings import CheckSettings
from cairn.services import accounts, notify, worker
from cairn.services.opening import open_services
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Settings, load_settings
from cairn.services.shards import shard_of
from cairn.tables import put
from cairn.web.server import collect_seldom

_HOSTS = 200
_CHECKS_OF_ONE = 100
_SECOND = timedelta(seconds=1)


@asynccontextmanager
async def opened_house(folder: Path, **environment: str) -> AsyncIterator[Services]:
    given = {"CAIRN_OUTBOUND_ALLOW": "127.0.0.0/8", **environment}
    settings = AllSettings(load_settings([Settings, CheckSettings], environment=given, folder=folder))
    parts = [accounts.PART, worker.PART, notify.PART, CHECKS]
    async with open_services(settings, folder, parts) as services:
        collect_seldom()  # as `cairn serve` and `cairn worker` do
        yield services


def url_of(number: int, port: int) -> str:
    return f"http://127.1.{number % _HOSTS // 100}.{number % 100 + 1}:{port}/{number}"


async def furnish(
    services: Services, port: int, *, checks: int, delay: timedelta, due: datetime, owner: str | None = None
) -> None:
    """Makes checks that fall due one after another over their delay, of one person or of many."""
    now = services.clock.now()
    made: list[User | Check | Place] = []
    for number in range(checks):
        userid = owner or f"user-{number // _CHECKS_OF_ONE:05}"
        if number % (checks if owner else _CHECKS_OF_ONE) == 0:
            made.append(
                User(
                    userid=userid,
                    tier="PRO",
                    check_limit=checks,
                    status=UserStatus.ACTIVE,
                    created_at=now,
                    updated_at=now,
                    checks=checks if owner else _CHECKS_OF_ONE,
                )
            )
        checkid = f"check-{number:06}"
        made.append(
            Check(
                checkid=checkid,
                userid=userid,
                url=url_of(number, port),
                check_type=CheckType.AVAILABILITY,
                delay_ms=delay // timedelta(milliseconds=1),
                status=CheckStatus.ACTIVE,
                attributes=CheckAttributes(keyword="Kettles"),
                created_at=now,
                updated_at=now,
                name=f"Page {number}",
                due_at=due + delay * number / checks,
            )
        )
        made.append(Place(shard=shard_of(checkid), checkid=checkid))
    for first in range(0, len(made), 1000):
        await services.tables.write_batch([put(each) for each in made[first : first + 1000]])

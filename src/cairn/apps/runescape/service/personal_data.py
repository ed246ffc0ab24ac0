"""What is kept of one person: their characters, goals and records. What the hiscores tell of a name belongs to nobody."""

from collections.abc import AsyncIterator
from typing import Any

from cairn.apps.runescape.schema import (
    Character,
    EarliestProgress,
    Goal,
    LatestProgress,
    NotificationChannel,
    Progress,
    User,
)
from cairn.apps.runescape.service.absent import absent_member
from cairn.apps.runescape.service.runescape import Runescape
from cairn.apps.runescape.tracking_schema import everything_of_user
from cairn.services.services import Services
from cairn.tables import Entity, Query, Tables, delete, together

_Owned = NotificationChannel | Character | Goal | Progress | LatestProgress | EarliestProgress


def _everything(user_id: str) -> Query[_Owned]:
    """All that lies under a user in the document's table, but for the user."""
    return together(
        NotificationChannel.key,
        Character.key,
        Goal.key,
        Progress.key,
        LatestProgress.key,
        EarliestProgress.key,
    ).query(user_id=user_id)


class RunescapeData:
    """Gives it out, and removes it."""

    def __init__(self, services: Services) -> None:
        self._tables: Tables = services.tables
        self._goals = Runescape.of(services).goals
        self._characters = Runescape.of(services).characters

    async def export(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        tables = self._tables
        user = await tables.get(User.with_id(account_id))
        if user is not None:
            yield "user.json", _plain(user)
        channels = await tables.all(NotificationChannel.of_user(account_id))
        yield "notification-channels.json", [{**_plain(each), "identifier": "••••"} for each in channels]
        characters = await tables.all(Character.of_user(account_id))
        yield "characters.json", [_plain(each) for each in characters]
        yield "tracking.json", [_plain(each) for each in await tables.all(everything_of_user(account_id))]
        for own in await self._characters.of_member(await absent_member(tables, account_id)):
            for goal in await tables.all(Goal.of_character(account_id, own.name)):
                records = await tables.all(Progress.of_goal(account_id, own.name, goal.goal_id))
                yield (
                    f"goals/{own.name}/{goal.goal_id}.json",
                    {**_plain(goal), "progress": [_plain(each) for each in records]},
                )

    async def delete(self, account_id: str) -> None:
        member = await absent_member(self._tables, account_id)
        for own in await self._characters.of_member(member):
            await self._goals.leave(member, own.name)
        owned = [item async for item in self._tables.iterate(_everything(account_id))]
        beside = [item async for item in self._tables.iterate(everything_of_user(account_id))]
        gone = [*map(delete, owned), *map(delete, beside), delete(User.with_id(account_id))]
        await self._tables.write_batch(gone)


def _plain(entity: Entity) -> Any:
    return entity.model_dump(mode="json", exclude={"user_id"})

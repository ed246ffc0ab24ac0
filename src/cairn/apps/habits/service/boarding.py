"""Use-cases: the leaderboard. Who is on it chose so, with a name of their own, and vanishes from it at once."""

import asyncio
from dataclasses import dataclass
from datetime import UTC
from enum import StrEnum
from typing import Final
from zlib import crc32

from cairn.apps.habits.ledger_schema import BoardName, Score
from cairn.apps.habits.rules.boards import board_of, periods_of
from cairn.apps.habits.rules.names import LEAST, MOST, checked_name, likeness
from cairn.apps.habits.rules.places import Placed, Standing, placed
from cairn.apps.habits.schema import Metadata
from cairn.apps.habits.service.placing import BoardPart, Placing
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.problems import Conflict, InvalidInput
from cairn.tables import (
    Action,
    Condition,
    ConditionFailedError,
    Tables,
    attribute,
    delete,
    put,
    update,
    upsert,
)

MOST_SHOWN: Final = 10
_TRIES: Final = 8
_WITH_ONE: Final = 80  # scores that are written together with the rest


class NameTaken(Conflict):
    """Somebody else on the leaderboard has this name, or one that people would take for it."""

    slug = "name-taken"
    title = "This name is taken"


class Span(StrEnum):
    ALL_TIME = "all-time"
    MONTH = "month"
    WEEK = "week"


@dataclass(frozen=True, slots=True)
class Board:
    """The best ten, and where one stands; None for who is not on it."""

    span: Span
    period: str | None
    rows: list[Placed]
    own: Placed | None


class Boarding:
    """The leaderboard."""

    def __init__(self, tables: Tables, clock: Clock, placing: Placing, shards: int) -> None:
        self._tables = tables
        self._placing = placing
        self._clock = clock
        self._shards = shards

    async def join(self, member: Member, username: str) -> str:
        """Puts somebody on the board, or gives them another name there."""
        name = checked_name(username)
        if name is None:
            raise InvalidInput.of(
                "username",
                f"write {LEAST} to {MOST} letters of one alphabet, digits, and spaces, . _ - between them",
            )
        user = member.account_id
        for _ in range(_TRIES):
            metadata, scores = await self._standing(user)
            entity_type = (metadata and metadata.entity_type) or self._shard_of(user)
            owner = await self._tables.get(BoardName.of(likeness(name)), consistent=True)
            if owner is not None and owner.user_id != user:
                raise NameTaken(f"{name} is somebody else's, or looks like it; choose another")
            claimed = attribute(BoardName.user_id)
            changes: list[Action] = [
                put(
                    BoardName(likeness=likeness(name), user_id=user),
                    when=claimed.missing() | (claimed == user),
                ),
                upsert(
                    Metadata.of_user(user),
                    attribute(Metadata.username).set(name),
                    attribute(Metadata.entity_type).set(entity_type),
                    attribute(Metadata.total_points).add(0),
                    when=_unchanged(metadata),
                ),
                *_given_up(metadata, name),
            ]
            seen = [_shown(each, name, entity_type) for each in scores]
            try:
                await self._tables.write(*changes, *seen[:_WITH_ONE])
            except ConditionFailedError:
                continue  # points came in at this moment, or somebody took the name
            await self._write_rest(seen[_WITH_ONE:])
            return name
        raise Conflict("Too much happens at this moment; try again")

    async def leave(self, member: Member) -> None:
        """Takes somebody off all boards. Their points stay with them."""
        await self.remove(member.account_id)

    async def remove(self, user: str) -> None:
        for _ in range(_TRIES):
            metadata, scores = await self._standing(user)
            if metadata is None or metadata.entity_type is None:
                return
            off = attribute(Metadata.entity_type).unset()
            gone = update(metadata, off, when=_unchanged(metadata))
            hidden = [_shown(each, each.username, None) for each in scores]
            try:
                await self._tables.write(gone, *_given_up(metadata, None), *hidden[:_WITH_ONE])
            except ConditionFailedError:
                continue
            await self._write_rest(hidden[_WITH_ONE:])
            return
        raise Conflict("Too much happens at this moment; try again")

    async def name_of(self, member: Member) -> str | None:
        """Somebody's name on the leaderboard."""
        metadata = await self._tables.get(Metadata.of_user(member.account_id), consistent=True)
        return metadata.username if metadata is not None and metadata.entity_type is not None else None

    async def board(self, member: Member, span: Span) -> Board:
        """A board. Those with the same points share a place."""
        week, month = periods_of(self._clock.now().astimezone(UTC).date())
        period = {Span.ALL_TIME: None, Span.MONTH: month, Span.WEEK: week}[span]
        own = await self._own(member.account_id, period)
        best = await asyncio.gather(*(self._best(each, period) for each in self._entity_types))
        found = [standing for of_shard in best for standing in of_shard]
        rows = placed(found, own=member.account_id, most=MOST_SHOWN)
        place = None if own is None else await self._placed(own, rows, period)
        return Board(span, period, rows, place)

    @property
    def _entity_types(self) -> list[str]:
        """All shards, with the one of those who joined before there were several."""
        more = [f"USER#{number:02}" for number in range(self._shards)] if self._shards > 1 else []
        return ["USER", *more]

    def _shard_of(self, user: str) -> str:
        return f"USER#{crc32(user.encode()) % self._shards:02}" if self._shards > 1 else "USER"

    async def _standing(self, user: str) -> tuple[Metadata | None, list[Score]]:
        metadata = await self._tables.get(Metadata.of_user(user), consistent=True)
        scores = await self._tables.all(Score.all_of_user(user).consistently())
        return metadata, sorted(scores, key=lambda each: each.period, reverse=True)

    async def _own(self, user: str, period: str | None) -> Standing | None:
        metadata = await self._tables.get(Metadata.of_user(user))
        if metadata is None or metadata.entity_type is None:
            return None
        if period is None:
            return Standing(user, metadata.username, metadata.total_points)
        score = await self._tables.get(Score.of_user(user, period))
        return None if score is None else Standing(user, metadata.username, score.points)

    async def _best(self, entity_type: str, period: str | None) -> list[Standing]:
        if period is None:
            best = await self._tables.all(Metadata.top_of(entity_type))
            return [Standing(each.user_id, each.username, each.total_points) for each in best]
        scores = await self._tables.all(Score.top(period + entity_type.removeprefix("USER")))
        return [Standing(each.user_id, each.username, each.points) for each in scores if each.points]

    async def _placed(self, own: Standing, rows: list[Placed], period: str | None) -> Placed | None:
        for row in rows:
            if row.is_own or row.points == own.points:
                return Placed(row.place, own.username, own.points, is_own=True)
        if period is not None and not own.points:
            return None
        parts = [BoardPart(entity_type=each, period=period) for each in self._entity_types]
        ahead = await asyncio.gather(*(self._placing.ahead(each, own.points) for each in parts))
        return Placed(sum(ahead) + 1, own.username, own.points, is_own=True)

    async def _write_rest(self, actions: list[Action]) -> None:
        for action in actions:
            await self._tables.write(action)


def _unchanged(metadata: Metadata | None) -> Condition:
    points, entity_type = attribute(Metadata.total_points), attribute(Metadata.entity_type)
    if metadata is None:
        return points.missing()
    is_on_board = entity_type.exists() if metadata.entity_type else entity_type.missing()
    return (points == metadata.total_points) & is_on_board


def _given_up(metadata: Metadata | None, name: str | None) -> list[Action]:
    """What of the name before goes, where it is another one."""
    if metadata is None or metadata.entity_type is None:
        return []
    before = likeness(metadata.username)
    return [] if name is not None and before == likeness(name) else [delete(BoardName.of(before))]


def _shown(score: Score, username: str, entity_type: str | None) -> Action:
    return update(
        score,
        attribute(Score.username).set(username),
        attribute(Score.board).set(board_of(score.period, entity_type)),
    )

"""Recording progress: each record is kept, LATEST never moves back, EARLIEST never forward."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, TypeVar
from uuid import UUID

from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import EarliestProgress, Goal, LatestProgress, Progress
from cairn.tables import Action, ConditionFailedError, Ref, Tables, check, create, put

_MOST_TRIES: Final = 10
_End = TypeVar("_End", LatestProgress, EarliestProgress)


class Overwhelmed(Exception):
    """Others record progress of the same goal without end."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Which goal, of whom."""

    user_id: str
    name: CharacterName
    goal_id: UUID

    @property
    def goal(self) -> Ref[Goal]:
        return Goal.with_id(self.user_id, self.name, self.goal_id)

    @property
    def latest(self) -> Ref[LatestProgress]:
        return LatestProgress.of_goal(self.user_id, self.name, self.goal_id)

    @property
    def earliest(self) -> Ref[EarliestProgress]:
        return EarliestProgress.of_goal(self.user_id, self.name, self.goal_id)


class Progressing:
    """Writes progress. What else follows from it stands in the same transaction."""

    def __init__(self, tables: Tables, *, kept: timedelta | None) -> None:
        self._tables = tables
        self._kept = kept

    def first(self, whose: Whose, point: Point, *, now: datetime) -> list[Action]:
        """The three records with which a goal begins."""
        return [
            create(self._record(whose, point, now)),
            create(_end(LatestProgress, whose, point, None, now)),
            create(_end(EarliestProgress, whose, point, None, now)),
        ]

    async def record(
        self, whose: Whose, point: Point, *, now: datetime, besides: tuple[Action, ...] = ()
    ) -> bool:
        """One transaction: the record, LATEST unless there is a later one, EARLIEST if this is earlier.

        Says whether it was written: what is recorded of a goal that was deleted meanwhile is not.
        """
        for _ in range(_MOST_TRIES):
            latest = await self._tables.get(whose.latest, consistent=True)
            earliest = await self._tables.get(whose.earliest, consistent=True)
            actions = self.moves(whose, point, latest, earliest, now=now)
            try:
                await self._tables.write(*actions, *besides)
            except ConditionFailedError as refusal:
                if refusal.position >= len(actions):
                    raise
                if refusal.action.layout.entity is Goal:
                    return False
                continue
            return True
        raise Overwhelmed(f"{_MOST_TRIES} others recorded progress of {whose.goal_id} at the same time")

    def moves(
        self,
        whose: Whose,
        point: Point,
        latest: LatestProgress | None,
        earliest: EarliestProgress | None,
        *,
        now: datetime,
    ) -> list[Action]:
        """What is written of a point, given both ends as they were read. It is refused when an end has moved since."""
        is_later = latest is None or point.at >= latest.timestamp
        is_earlier = earliest is None or point.at < earliest.timestamp
        actions: list[Action] = [put(self._record(whose, point, now))]
        if is_later:
            actions.append(_moved(LatestProgress, whose, point, latest, now))
        if is_earlier:
            actions.append(_moved(EarliestProgress, whose, point, earliest, now))
        # An end that is moved from where it was shows that the goal is still there.
        if latest is None or earliest is None or not (is_later or is_earlier):
            actions.append(check(whose.goal))
        return actions

    def _record(self, whose: Whose, point: Point, now: datetime) -> Progress:
        return Progress(
            user_id=whose.user_id,
            character_name=whose.name,
            goal_id=whose.goal_id,
            progress_value=point.value,
            timestamp=point.at,
            created_at=now,
            updated_at=now,
            expires_at=None if self._kept is None else now + self._kept,
        )


def _moved(kind: type[_End], whose: Whose, point: Point, before: _End | None, now: datetime) -> Action:
    """LATEST or EARLIEST at its new place, unless somebody has moved it since it was read."""
    moved = _end(kind, whose, point, before, now)
    return create(moved) if before is None else put(moved, when=kind.timestamp == before.timestamp)


def _end(kind: type[_End], whose: Whose, point: Point, before: _End | None, now: datetime) -> _End:
    return kind(
        user_id=whose.user_id,
        character_name=whose.name,
        goal_id=whose.goal_id,
        progress_value=point.value,
        timestamp=point.at,
        created_at=now if before is None else before.created_at,
        updated_at=now,
    )

"""What follows from an event: streaks, points and achievements in the table. Document: The Event Workflow, steps 2 to 4.

An event says how things stand after it. Each handler notes the revision that it has written, so that an event that
comes again, late or out of order changes nothing.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from cairn.apps.habits.events import AchievementUnlockedEvent, HabitCompletedEvent
from cairn.apps.habits.ledger_schema import HeldAchievements, PaidPoints, Score
from cairn.apps.habits.records import Person
from cairn.apps.habits.rules.achievements import BY_TYPE
from cairn.apps.habits.rules.boards import board_of
from cairn.apps.habits.schema import Achievement, Metadata, Streak
from cairn.services.events import Events
from cairn.services.jobs import Run
from cairn.services.notify import Message, Notify
from cairn.services.sql import Sql
from cairn.tables import (
    Action,
    Condition,
    ConditionFailedError,
    Tables,
    attribute,
    check,
    create,
    delete,
    put,
    upsert,
)

_NAME_DIGITS: Final = 6
_TRIES: Final = 8


class Following:
    """The handlers of the habit tracker's events."""

    def __init__(self, tables: Tables, events: Events, notify: Notify, sql: Sql) -> None:
        self._tables = tables
        self._sql = sql
        self._events = events
        self._notify = notify

    async def check_streaks(self, event: HabitCompletedEvent, _: Run) -> None:
        """Writes the streak as it is, and tells of each achievement that is new. Document: Step 2."""
        if await self._has_left(event.user_id):
            return
        with suppress(ConditionFailedError):  # a later event was here before
            await self._tables.write(*_streak(event))
        await _on_what_is_there(lambda: self._hold(event))

    async def award_points(self, event: HabitCompletedEvent, _: Run) -> None:
        """Brings the user's points to what their completions pay. Document: Step 3."""
        if await self._has_left(event.user_id):
            return
        await _on_what_is_there(lambda: self._award(event))

    async def _award(self, event: HabitCompletedEvent) -> None:
        user, habit = event.user_id, str(event.habit_id)
        paid = await self._tables.get(PaidPoints.of_habit(user, habit), consistent=True)
        before = paid or PaidPoints(user_id=user, habit_id=habit)
        if before.points_revision >= event.habit_revision:
            return
        metadata = await self._tables.get(Metadata.of_user(user), consistent=True)
        username = metadata.username if metadata else f"walker-{user[-_NAME_DIGITS:]}"
        entity_type_read = metadata.entity_type if metadata else None
        unchanged = PaidPoints.points_revision == before.points_revision
        noted = upsert(
            PaidPoints.of_habit(user, habit),
            attribute(PaidPoints.paid).set(event.points),
            attribute(PaidPoints.by_period).set(event.board),
            attribute(PaidPoints.points_revision).set(event.habit_revision),
            when=unchanged
            if before.points_revision
            else attribute(PaidPoints.points_revision).missing() | unchanged,
        )
        total = upsert(
            Metadata.of_user(user),
            attribute(Metadata.username).set_if_absent(username),
            attribute(Metadata.total_points).add(event.points - before.paid),
            # Who joins a board, leaves it or takes another name at this moment does so with all of their scores.
            when=_shown_as(metadata, username),
        )
        scores = [
            upsert(
                Score.of_user(user, period),
                attribute(Score.username).set(username),
                attribute(Score.board).set(board_of(period, entity_type_read)),
                attribute(Score.points).add(points - before.by_period.get(period, 0)),
            )
            for period, points in event.board.items()
            if points != before.by_period.get(period, 0)
        ]
        await self._tables.write(noted, total, *scores)

    async def send_notification(self, event: AchievementUnlockedEvent, _: Run) -> None:
        """Congratulates, and adds the achievement to the user's history. Document: Step 4."""
        goal = BY_TYPE[event.type]
        message = Message(
            title=f"Achievement: {goal.title}",
            text=f"{goal.description}. Well done!",
        )
        with suppress(ConditionFailedError):  # it was taken back in the meantime
            await self._tables.write(
                check(
                    HeldAchievements.of_user(event.user_id),
                    attribute(HeldAchievements.types).contains(event.type),
                ),
                put(
                    Achievement(
                        user_id=event.user_id,
                        type=event.type,
                        unlocked_at=event.unlocked_at,
                        description=goal.description,
                    )
                ),
                self._notify.send(
                    event.user_id,
                    message,
                    key=f"habits {event.type} {event.unlocked_at.isoformat()}",
                ),
            )

    async def _has_left(self, user_id: str) -> bool:
        """Whether all that the person kept was removed, and nothing of them is to come back by what still waits."""
        async with self._sql.reading() as session:
            return await session.get(Person, user_id) is None

    async def _hold(self, event: HabitCompletedEvent) -> None:
        """Brings the achievements in the table to those that are held."""
        user = event.user_id
        known = await self._tables.get(HeldAchievements.of_user(user), consistent=True)
        before = known or HeldAchievements(user_id=user)
        held = frozenset(event.held)
        if before.revision >= event.person_revision:
            return
        now = HeldAchievements(user_id=user, types=held, revision=event.person_revision)
        taken_back = [
            delete(Achievement.key(user_id=user, type=kind)) for kind in sorted(before.types - held)
        ]
        unlocked: list[Action] = []
        for kind in sorted(held - before.types):
            told = AchievementUnlockedEvent(
                user_id=user, type=kind, unlocked_at=event.held[kind], habit_id=event.habit_id
            )
            unlocked.extend(self._events.publish(told))
        noted = create(now) if known is None else put(now, when=HeldAchievements.revision == before.revision)
        await self._tables.write(noted, *taken_back, *unlocked)


async def _on_what_is_there(change: Callable[[], Awaitable[None]]) -> None:
    """Reads again and decides again where somebody else was quicker. People tap several habits in one second."""
    for _ in range(_TRIES - 1):
        try:
            return await change()
        except ConditionFailedError:
            continue
    return await change()


def _shown_as(metadata: Metadata | None, username: str) -> Condition:
    name, entity_type = attribute(Metadata.username), attribute(Metadata.entity_type)
    if metadata is None:
        return (name.missing() | (name == username)) & entity_type.missing()
    on_board = entity_type.missing() if metadata.entity_type is None else entity_type == metadata.entity_type
    return (name == metadata.username) & on_board


def _streak(event: HabitCompletedEvent) -> tuple[Action, Action]:
    user, habit = event.user_id, str(event.habit_id)
    revision = attribute(PaidPoints.streak_revision)
    noted = upsert(
        PaidPoints.of_habit(user, habit),
        revision.set(event.habit_revision),
        when=revision.missing() | (revision < event.habit_revision),
    )
    if event.last_completed is None:
        return noted, delete(Streak.of_habit(user, habit))
    streak = Streak(
        user_id=user,
        habit_id=habit,
        current_streak=event.current_streak,
        last_completed=event.last_completed,
    )
    return noted, put(streak)

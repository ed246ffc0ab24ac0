"""A habit's days before those that are open to be changed: what of them is needed, and no row of theirs.

Of a habit of due days, nothing before the last day that counted has a say in what comes after, but for the streak.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from cairn.apps.habits.records import Completion, Habit
from cairn.apps.habits.rules.entries import Mark
from cairn.apps.habits.rules.judgement import WORTH_COMING_BACK_FROM, Begun, can_be_judged_on


@dataclass(frozen=True, slots=True)
class PastDays:
    """What they add up to, and what of them paid lately and counts on boards."""

    points: int = 0
    completions: int = 0
    longest_streak: int = 0
    long_streaks: int = 0
    on_boards: Sequence[tuple[date, int]] = ()


async def opened_days(
    session: AsyncSession, habit: Habit, day: date
) -> tuple[list[Completion], Begun | None]:
    """What was entered since the last day before this one that counted, which stays; or everything."""
    mine = select(Completion).where(Completion.habit_id == habit.id)
    if not can_be_judged_on(habit.rules):
        return list(await session.scalars(mine)), None
    counted = (
        select(func.max(Completion.day))
        .where(Completion.habit_id == habit.id, Completion.day < day, Completion.streak > 0)
        .scalar_subquery()
    )
    since = func.coalesce(counted, date.min)
    found = list(await session.scalars(mine.where(Completion.day >= since).order_by(Completion.day)))
    if not found or found[0].day >= day or not found[0].streak:
        return found, None
    return found, Begun(found[0].day, found[0].streak - 1)


async def past_days(
    session: AsyncSession, habit: Habit, begun: Begun | None, *, boards_since: date
) -> PastDays:
    """The days before the one with which the streak is taken up."""
    if begun is None:
        return PastDays()
    before = (Completion.habit_id == habit.id, Completion.day < begun.day)
    figures = select(
        func.coalesce(func.sum(Completion.points), 0),
        func.count().filter(Completion.mark == Mark.DONE.value),
        func.coalesce(func.max(Completion.streak), 0),
        func.count().filter(Completion.streak == WORTH_COMING_BACK_FROM),
    ).where(*before)
    lately = select(Completion.day, Completion.points).where(
        *before, Completion.day >= boards_since, Completion.on_board, Completion.points > 0
    )
    with session.no_autoflush:  # nothing that is about to be written is among them
        points, completions, longest, long_streaks = (await session.execute(figures)).one()
        on_boards = [(day, paid) for day, paid in await session.execute(lately)]
    return PastDays(int(points), completions, longest, long_streaks, on_boards)

"""How far somebody has come with all of their habits: what achievements and perfect days are measured by."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from cairn.apps.habits.records import Habit, Person
from cairn.apps.habits.rules.achievements import Standing
from cairn.apps.habits.rules.entries import Rule


@dataclass(frozen=True, slots=True)
class KeptHabit:
    """What of a habit has a say in what somebody has reached."""

    id: UUID
    rules: Sequence[Rule]
    until: date | None
    longest_streak: int
    completions: int
    points: int
    comebacks: int

    @classmethod
    def of(cls, habit: Habit) -> Self:
        return cls(
            habit.id,
            habit.rules,
            habit.until,
            habit.longest_streak or 0,
            habit.completions or 0,
            habit.points or 0,
            habit.comebacks or 0,
        )


async def kept_habits(session: AsyncSession, account_id: str, *, but: UUID | None = None) -> list[KeptHabit]:
    """All habits of a person, but one of which more is known."""
    columns = [getattr(Habit, name) for name in KeptHabit.__dataclass_fields__]
    with session.no_autoflush:
        rows = await session.execute(select(*columns).where(Habit.account_id == account_id))
    return [each for row in rows if (each := KeptHabit(*row)).id != but]


def standing_of(person: Person, habits: Iterable[KeptHabit]) -> Standing:
    """What a person has reached, with the habits that they have deleted since."""
    kept = list(habits)
    return Standing(
        longest_streak=max([person.past_longest_streak, *(each.longest_streak for each in kept)]),
        completions=sum(each.completions for each in kept) + person.past_completions,
        points=sum(each.points for each in kept) + person.past_points,
        perfect_days=person.perfect_days,
        longest_perfect_run=person.longest_perfect_run,
        comebacks=sum(each.comebacks for each in kept) + person.past_comebacks,
    )

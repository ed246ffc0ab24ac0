"""Days: completed, skipped, frozen, undone, written as they were."""

from datetime import date
from decimal import Decimal
from typing import Annotated, Final, Self
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from cairn.apps.base import Given, House, Listed, Member, raises
from cairn.apps.habits.api.shapes import EntryShown
from cairn.apps.habits.rules.entries import Mark
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.books import Outcome
from cairn.apps.habits.service.entering import Entered
from cairn.apps.habits.service.refusals import HabitArchived, NoFreezeLeft, NoSuchHabit, NotOnThisDay

router: Final = APIRouter()
Amount = Annotated[Decimal | None, Field(description="For a habit that counts a number.", examples=["2.5"])]
_REFUSALS: Final = (NoSuchHabit, HabitArchived, NotOnThisDay)


class Done(Given):
    """What was done, and when: today, where nothing else is said."""

    day: date | None = Field(default=None, description="The person's today.")
    amount: Amount = None
    note: str | None = None


class Which(Given):
    """A day: today, where nothing else is said."""

    day: date | None = Field(default=None, description="The person's today.")
    note: str | None = None


class Undone(Given):
    """The day of which everything is taken back."""

    day: date | None = Field(default=None, description="The person's today.")


class Frozen(Given):
    """The day on which a freeze is spent."""

    day: date | None = Field(default=None, description="The person's today.")


class Written(Given):
    """What is to stand for a day."""

    mark: Mark = Mark.DONE
    amount: Amount = None
    note: str = ""


class Followed(BaseModel):
    """What followed from a change."""

    habit_id: UUID
    current_streak: int
    longest_streak: int
    points: int = Field(description="That were added, or taken back.")
    unlocked: list[str] = Field(description="Achievements that are held from now on.")
    taken_back: list[str] = Field(description="Achievements that nothing bears out any more.")

    @classmethod
    def of(cls, outcome: Outcome) -> Self:
        return cls(
            habit_id=outcome.habit.id,
            current_streak=outcome.streak,
            longest_streak=outcome.habit.longest_streak,
            points=outcome.points,
            unlocked=sorted(outcome.unlocked),
            taken_back=sorted(outcome.taken_back),
        )


@router.post("/{habit_id}/complete", status_code=201)
@raises(*_REFUSALS)
async def complete_habit(caller: Member, house: House, habit_id: UUID, given: Done | None = None) -> Followed:
    """Notes that it was done. Twice on a day is once. Streak, points and achievements have followed."""
    given = given or Done()
    entered = Entered(amount=given.amount, note=given.note)
    return Followed.of(
        await Habits.of(house).entering.complete_habit(caller, habit_id, day=given.day, entered=entered)
    )


@router.post("/{habit_id}/undo")
@raises(*_REFUSALS)
async def undo(caller: Member, house: House, habit_id: UUID, given: Undone | None = None) -> Followed:
    """Takes back what was entered for a day, with all that followed from it."""
    day = None if given is None else given.day
    return Followed.of(await Habits.of(house).entering.undo(caller, habit_id, day=day))


@router.post("/{habit_id}/skip", status_code=201)
@raises(*_REFUSALS)
async def skip_day(caller: Member, house: House, habit_id: UUID, given: Which | None = None) -> Followed:
    """Notes that it did not have to be done: the day neither counts nor breaks."""
    given = given or Which()
    return Followed.of(
        await Habits.of(house).entering.skip_day(caller, habit_id, day=given.day, note=given.note)
    )


@router.post("/{habit_id}/freeze", status_code=201)
@raises(*_REFUSALS, NoFreezeLeft)
async def freeze_day(caller: Member, house: House, habit_id: UUID, given: Frozen | None = None) -> Followed:
    """Spends a freeze on a day, which then does not break the streak."""
    day = None if given is None else given.day
    return Followed.of(await Habits.of(house).entering.freeze_day(caller, habit_id, day=day))


@router.get("/{habit_id}/entries")
@raises(NoSuchHabit)
async def list_entries(
    caller: Member,
    house: House,
    habit_id: UUID,
    first: date | None = None,
    last: date | None = None,
    most: Annotated[int, Query(ge=1, le=4000)] = 366,
) -> Listed[EntryShown]:
    """What was entered, the latest day first: a ledger that says of each day what it paid and why."""
    found = await Habits.of(house).viewing.entries(caller, habit_id, first=first, last=last, most=most)
    return Listed(items=[EntryShown.of(each) for each in found])


@router.put("/{habit_id}/entries/{day}")
@raises(*_REFUSALS, NoFreezeLeft)
async def write_entry(caller: Member, house: House, habit_id: UUID, day: date, given: Written) -> Followed:
    """Has a day be just this, whatever stood there."""
    entered = Entered(amount=given.amount, note=given.note)
    return Followed.of(
        await Habits.of(house).entering.write_day(caller, habit_id, day=day, mark=given.mark, entered=entered)
    )


@router.delete("/{habit_id}/entries/{day}")
@raises(*_REFUSALS)
async def remove_entry(caller: Member, house: House, habit_id: UUID, day: date) -> Followed:
    """Takes back what stands for a day."""
    return Followed.of(await Habits.of(house).entering.undo(caller, habit_id, day=day))

"""Habits: made, shown, changed, archived, deleted."""

from typing import Final
from uuid import UUID

from fastapi import APIRouter

from cairn.apps.base import House, Listed, Member, raises
from cairn.apps.habits.api.shapes import ChangedHabit, HabitShown, WantedHabit, WantedSchedule
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.keeping import HabitChanges, NewHabit, TooManyHabits
from cairn.apps.habits.service.refusals import HabitArchived, NoSuchHabit
from cairn.services.problems import InvalidInput

all_of_them: Final = APIRouter()
router: Final = APIRouter()


@all_of_them.get("")
async def list_habits(caller: Member, house: House, *, archived: bool = False) -> Listed[HabitShown]:
    """The habits in their order: those that are kept, or those in the archive."""
    found, today = await Habits.of(house).viewing.habits(caller, archived=archived)
    return Listed(items=[HabitShown.of(each, today) for each in found])


@all_of_them.post("", status_code=201)
@raises(TooManyHabits)
async def create_habit(caller: Member, house: House, given: WantedHabit) -> HabitShown:
    """Makes a habit."""
    habits = Habits.of(house)
    new = NewHabit(
        name=given.name,
        schedule=given.wanted,
        description=given.description,
        target=given.target.target if given.target else None,
        tags=given.tags,
        start=given.start,
        until=given.until,
        reminders=given.reminders,
    )
    made = await habits.keeping.make_habit(caller, new)
    return await _shown(caller, house, made.id)


@router.get("/{habit_id}")
@raises(NoSuchHabit)
async def show_habit(caller: Member, house: House, habit_id: UUID) -> HabitShown:
    """One habit."""
    return await _shown(caller, house, habit_id)


@router.patch("/{habit_id}")
@raises(NoSuchHabit)
async def change_habit(caller: Member, house: House, habit_id: UUID, given: ChangedHabit) -> HabitShown:
    """Gives a habit other words, reminders, or days on which it begins and ends."""
    changes: HabitChanges = given.model_dump(exclude_unset=True)  # type: ignore[assignment]
    await Habits.of(house).keeping.change_habit(caller, habit_id, changes)
    return await _shown(caller, house, habit_id)


@router.put("/{habit_id}/schedule")
@raises(NoSuchHabit, HabitArchived, InvalidInput)
async def reschedule_habit(caller: Member, house: House, habit_id: UUID, given: WantedSchedule) -> HabitShown:
    """Has a habit judged otherwise from today on. Past days keep the schedule of their time."""
    target = given.target.target if given.target else None
    await Habits.of(house).keeping.reschedule_habit(caller, habit_id, given.wanted, target=target)
    return await _shown(caller, house, habit_id)


@router.put("/{habit_id}/archive")
@raises(NoSuchHabit)
async def archive_habit(caller: Member, house: House, habit_id: UUID) -> HabitShown:
    """Puts a habit away as it is. Nothing is asked of it until it is taken out again."""
    await Habits.of(house).keeping.archive_habit(caller, habit_id)
    return await _shown(caller, house, habit_id)


@router.delete("/{habit_id}/archive")
@raises(NoSuchHabit)
async def resume_habit(caller: Member, house: House, habit_id: UUID) -> HabitShown:
    """Takes a habit out of the archive. Its streak goes on where it was."""
    await Habits.of(house).keeping.archive_habit(caller, habit_id, archived=False)
    return await _shown(caller, house, habit_id)


@router.delete("/{habit_id}", status_code=204)
@raises(NoSuchHabit)
async def delete_habit(caller: Member, house: House, habit_id: UUID) -> None:
    """Removes a habit with its entries. The points that it has paid and what it has earned stay."""
    await Habits.of(house).keeping.delete_habit(caller, habit_id)


async def _shown(caller: Member, house: House, habit_id: UUID) -> HabitShown:
    return HabitShown.of(*await Habits.of(house).viewing.habit(caller, habit_id))

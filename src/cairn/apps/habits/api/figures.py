"""Figures of a habit: its strength day by day, and its best streaks."""

from datetime import date
from typing import Annotated, Final
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import BaseModel, ConfigDict, Field

from cairn.apps.base import House, Listed, Member, raises
from cairn.apps.habits.rules.streaks import best_streaks
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.refusals import NoSuchHabit

router: Final = APIRouter()


class Strength(BaseModel):
    """How strong a habit was on a day, from 0 to 1."""

    day: date
    strength: float


class StreakShown(BaseModel):
    """So many of the habit's units in a row."""

    model_config = ConfigDict(from_attributes=True)

    first: date
    last: date
    length: int = Field(description="In days, or in weeks, months or years of a habit that asks for those.")


@router.get("/{habit_id}/strength")
@raises(NoSuchHabit)
async def show_strength(
    caller: Member, house: House, habit_id: UUID, days: Annotated[int, Query(ge=1, le=4000)] = 366
) -> Listed[Strength]:
    """The strength of the last days, the latest at the end."""
    overview = await Habits.of(house).viewing.overview(caller, habit_id)
    return Listed(
        items=[Strength(day=day, strength=round(each, 6)) for day, each in overview.strength[-days:]]
    )


@router.get("/{habit_id}/streaks")
@raises(NoSuchHabit)
async def show_streaks(
    caller: Member, house: House, habit_id: UUID, most: Annotated[int, Query(ge=1, le=100)] = 10
) -> Listed[StreakShown]:
    """The longest streaks, with their days."""
    overview = await Habits.of(house).viewing.overview(caller, habit_id)
    found = best_streaks(overview.judgement.units, most)
    return Listed(items=[StreakShown.model_validate(each) for each in found])

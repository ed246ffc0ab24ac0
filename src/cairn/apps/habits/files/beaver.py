"""Beaver Habits' JSON: habits with their records."""

import re
from typing import Annotated, Any, Final

from pydantic import BaseModel, Field, ValidationError

from cairn.apps.habits.files.found import FoundEntry, FoundHabit, UnreadableFile, day_of_text
from cairn.apps.habits.rules.entries import Mark
from cairn.apps.habits.rules.schedules import EveryDay, Period, TimesInDays, TimesInPeriod

_PERIODS: Final = {"W": Period.WEEK, "M": Period.MONTH, "Y": Period.YEAR}
_MARKS: Final = {"done": Mark.DONE, "skip": Mark.SKIPPED}


class _Period(BaseModel):
    period_type: str = "D"
    period_count: Annotated[int, Field(ge=1)] = 1
    target_count: Annotated[int, Field(ge=1)] = 1


class _Record(BaseModel):
    day: str
    done: bool | None = False
    text: str | None = None
    status: str | None = None


class _Habit(BaseModel):
    id: str = ""
    name: str
    tags: list[str] = []
    status: str = "normal"
    period: _Period | None = None
    records: list[_Record] = []


class _File(BaseModel):
    habits: list[_Habit]
    order: list[str] = []


def read(document: Any) -> list[FoundHabit]:
    """The habits of a file, in the order in which they were shown."""
    try:
        file = _File.model_validate(document)
    except ValidationError as refusal:
        fault = refusal.errors()[0]
        raise UnreadableFile(f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}") from refusal
    places = {name: place for place, name in enumerate(file.order)}
    habits = sorted(file.habits, key=lambda habit: places.get(habit.id, len(places)))
    return [_found(habit) for habit in habits]


def _found(habit: _Habit) -> FoundHabit:
    found = FoundHabit(
        habit.id or habit.name,
        re.sub(r"\s+", " ", habit.name).strip(),
        schedule=_schedule(habit),
        is_archived=habit.status in {"archive", "archived", "soft_delete"},
        tags=tuple(habit.tags),
    )
    for record in habit.records:
        mark = _MARKS["done"] if record.done else _MARKS.get(record.status or "")
        if mark or record.text:
            day = day_of_text(record.day, f"{habit.name}, records")
            found.add(day, FoundEntry(mark, None, (record.text or "").strip()))
    return found


def _schedule(habit: _Habit) -> EveryDay | TimesInDays | TimesInPeriod:
    period = habit.period
    if period is None or (period.period_type, period.period_count) == ("D", 1):
        return EveryDay()
    try:
        if period.period_type == "D":
            return TimesInDays(times=period.target_count, days=period.period_count)
        if period.period_count == 1:
            return TimesInPeriod(times=period.target_count, period=_PERIODS[period.period_type])
        days = {"W": 7, "M": 30, "Y": 365}[period.period_type] * period.period_count
        return TimesInDays(times=period.target_count, days=min(days, 366))
    except (KeyError, ValidationError) as fault:
        asked = f"{period.target_count} in {period.period_count} {period.period_type}"
        raise UnreadableFile(f"{habit.name}, period: {asked} is no period that is known") from fault

"""Our own file: one JSON with everything, in a zip that Loop takes as well. It comes back as it went."""

import io
import itertools
import json
import zipfile
from collections.abc import Sequence
from datetime import date, time
from decimal import Decimal
from typing import Annotated, Final, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from cairn.apps.habits.files import loop_archive
from cairn.apps.habits.files.found import FIRST_DAY, FoundEntry, FoundHabit, UnreadableFile
from cairn.apps.habits.rules.entries import Direction, Mark, Rule, Target
from cairn.apps.habits.rules.schedules import DaySchedule, Paused, Schedule, TimesInDays, TimesInPeriod

NAME: Final = "cairn-habits.json"


class _Written(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _Entry(_Written):
    day: Annotated[date, Field(ge=FIRST_DAY)]
    mark: Mark | None = None
    amount: Decimal | None = None
    note: str = ""


class _Target(_Written):
    amount: Decimal
    direction: Direction
    unit: str


class _Rule(_Written):
    since: Annotated[date, Field(ge=FIRST_DAY)]
    schedule: Annotated[DaySchedule | TimesInDays | TimesInPeriod | Paused, Field(discriminator="kind")]
    target: _Target | None = None
    week_start: Annotated[int, Field(ge=0, le=6)] = 0


class _Habit(_Written):
    id: str
    name: str
    description: str = ""
    schedule: Schedule
    target: _Target | None = None
    archived: bool = False
    tags: tuple[str, ...] = ()
    rules: list[_Rule] = []
    until: date | None = None
    reminders: tuple[time, ...] = ()
    entries: list[_Entry]

    @model_validator(mode="after")
    def _is_told_in_order(self) -> Self:
        if not self.rules:
            return self
        since = [rule.since for rule in self.rules]
        if any(after <= before for before, after in itertools.pairwise(since)):
            raise ValueError("rules stand in the order of their days, one for a day")
        if isinstance(self.rules[0].schedule, Paused):
            raise ValueError("a habit doesn't begin paused")  # noqa: TRY004 - it is a mistake in a value
        if isinstance(self.rules[-1].schedule, Paused) != self.archived:
            raise ValueError("a habit is paused last where it is archived, and nowhere else")
        if self.until is not None and self.until < since[0]:
            raise ValueError("a habit doesn't end before it begins")
        return self


class _File(_Written):
    format: Literal["cairn-habits"] = "cairn-habits"
    version: Literal[1] = 1
    habits: list[_Habit]


def read(text: str) -> list[FoundHabit]:
    """The habits of a file of ours."""
    try:
        file = _File.model_validate_json(text)
    except ValidationError as refusal:
        fault = refusal.errors()[0]
        raise UnreadableFile(f"{NAME}, {'.'.join(map(str, fault['loc']))}: {fault['msg']}") from refusal
    return [_found(habit) for habit in file.habits]


def written(habits: Sequence[FoundHabit]) -> bytes:
    """An archive with all that habits are."""
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        document = _File(habits=[_habit(each) for each in habits]).model_dump(mode="json")
        file.writestr(NAME, json.dumps(document, ensure_ascii=False, indent=1))
        loop_archive.written(habits, file)
    return archive.getvalue()


def _found(habit: _Habit) -> FoundHabit:
    return FoundHabit(
        habit.id,
        habit.name,
        habit.description,
        habit.schedule,
        _found_target(habit.target),
        habit.archived,
        habit.tags,
        {each.day: FoundEntry(each.mark, each.amount, each.note) for each in habit.entries},
        tuple(
            Rule(each.since, each.schedule, _found_target(each.target), each.week_start)
            for each in habit.rules
        ),
        habit.until,
        habit.reminders,
    )


def _found_target(target: _Target | None) -> Target | None:
    return None if target is None else Target(target.amount, target.direction, target.unit)


def _habit(habit: FoundHabit) -> _Habit:
    return _Habit(
        id=habit.source_id,
        name=habit.name,
        description=habit.description,
        schedule=habit.schedule,
        target=_target(habit.target),
        archived=habit.is_archived,
        tags=habit.tags,
        rules=[
            _Rule(
                since=each.since,
                schedule=each.schedule,
                target=_target(each.target),
                week_start=each.week_start,
            )
            for each in habit.rules
        ],
        until=habit.until,
        reminders=habit.reminders,
        entries=[
            _Entry(day=day, mark=each.mark, amount=each.amount, note=each.note)
            for day, each in sorted(habit.entries.items())
        ],
    )


def _target(target: Target | None) -> _Target | None:
    return (
        None
        if target is None
        else _Target(amount=target.amount, direction=target.direction, unit=target.unit)
    )

"""Our own file: one JSON with everything, in a zip that Loop takes as well. It comes back as it went."""

import io
import json
import zipfile
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cairn.apps.habits.files import loop_archive
from cairn.apps.habits.files.found import FIRST_DAY, FoundEntry, FoundHabit, UnreadableFile
from cairn.apps.habits.rules.entries import Direction, Mark, Target
from cairn.apps.habits.rules.schedules import Schedule

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


class _Habit(_Written):
    id: str
    name: str
    description: str = ""
    schedule: Schedule
    target: _Target | None = None
    archived: bool = False
    tags: tuple[str, ...] = ()
    entries: list[_Entry]


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
    target = habit.target
    return FoundHabit(
        habit.id,
        habit.name,
        habit.description,
        habit.schedule,
        Target(target.amount, target.direction, target.unit) if target else None,
        habit.archived,
        habit.tags,
        {each.day: FoundEntry(each.mark, each.amount, each.note) for each in habit.entries},
    )


def _habit(habit: FoundHabit) -> _Habit:
    target = habit.target
    return _Habit(
        id=habit.source_id,
        name=habit.name,
        description=habit.description,
        schedule=habit.schedule,
        target=_Target(amount=target.amount, direction=target.direction, unit=target.unit)
        if target
        else None,
        archived=habit.is_archived,
        tags=habit.tags,
        entries=[
            _Entry(day=day, mark=each.mark, amount=each.amount, note=each.note)
            for day, each in sorted(habit.entries.items())
        ],
    )

"""Reading the hiscores' answers. Entries are told by their names, since their places move with each new boss.

What is no data is told apart: a name that is not on the board, and a board that does not answer.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill

OVERALL: Final = "Overall"


class NotOnBoard(Exception):
    """The name is not on this board: not ranked, renamed, or nobody's. Which of them can't be told."""


class BoardUnavailable(Exception):
    """The board refuses, is down, or answers with a page instead of data. It says nothing about the character."""


def reading_of(status: int, body: bytes) -> Reading:
    """What an answer in JSON says."""
    _check_status(status)
    if not body.lstrip().startswith(b"{"):
        raise BoardUnavailable("it answered with a page instead of data")
    try:
        answer = json.loads(body)
    except ValueError as fault:
        raise BoardUnavailable("its answer broke off") from fault
    skills = answer.get("skills")
    if not isinstance(skills, list) or not any(_name(each) == OVERALL for each in skills):
        raise BoardUnavailable("its answer has no skills")
    activities = answer.get("activities")
    return Reading(
        {name: _skill(each) for each in skills if (name := _name(each))},
        {name: _activity(each) for each in _listed(activities) if (name := _name(each))},
    )


def reading_of_lines(
    status: int, body: bytes, *, skills: Sequence[str], activities: Sequence[str]
) -> Reading:
    """What an answer in lines says. Its order is all there is to tell entries by.

    A new boss moves all that stand below it. Then activities are unknown, rather than taken for one another; skills, whose
    lines have three numbers, have to fit exactly.
    """
    _check_status(status)
    lines = body.decode("utf-8", "replace").split()
    if not lines or not lines[0].replace(",", "").replace("-", "").isdigit():
        raise BoardUnavailable("it answered with a page instead of data")
    rows = [line.split(",") for line in lines]
    of_skills = [row for row in rows if len(row) == 3]
    of_activities = [row for row in rows if len(row) == 2]
    if len(of_skills) != len(skills) or len(of_skills) + len(of_activities) != len(rows):
        raise BoardUnavailable("its answer has other lines than are known")
    known = of_activities if len(of_activities) == len(activities) else []
    return Reading(
        {name: _skill_of(name, *map(_told, row)) for name, row in zip(skills, of_skills, strict=True)},
        {name: Activity(*map(_told, row)) for name, row in zip(activities, known, strict=False)},
    )


def _check_status(status: int) -> None:
    if status == 404:
        raise NotOnBoard
    if status != 200:
        raise BoardUnavailable(f"it answered {status}")


def _listed(entries: Any) -> list[Any]:
    return entries if isinstance(entries, list) else []


def _name(entry: Any) -> str | None:
    name = entry.get("name") if isinstance(entry, Mapping) else None
    return name if isinstance(name, str) and name else None


def _skill(entry: Mapping[str, Any]) -> Skill:
    return _skill_of(str(entry.get("name")), *(_told(entry.get(each)) for each in ("rank", "level", "xp")))


def _skill_of(name: str, rank: int | None, level: int | None, xp: int | None) -> Skill:
    # Of whom it does not rank, the board now and then says that Overall is 0.
    return Skill(rank, level, None if name == OVERALL and rank is None and not xp else xp)


def _activity(entry: Mapping[str, Any]) -> Activity:
    return Activity(_told(entry.get("rank")), _told(entry.get("score")))


def _told(value: Any) -> int | None:
    """A number that the board tells; -1 is how it says that it does not."""
    try:
        number = int(value)
    except (TypeError, ValueError):
        return None
    return number if number >= 0 else None

"""Reading Wise Old Man's answers: a list of snapshots, the latest first, with names of its own for everything.

What it has no number for, it says as -1. A snapshot that can't be understood is left out; an answer that is no list is a fault.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final
from urllib.parse import quote

from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.hiscores.entries import BOSSES, SCORES, SKILLS
from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill
from cairn.apps.runescape.rules.measures import OVERALL

AT_ONCE: Final = 50
"""The most that it gives in one answer."""
_NOT_TOLD_APART: Final = re.compile(r"[^a-z0-9]+")
_OTHERWISE: Final = {
    "runecrafting": "Runecraft",
    "lastmanstanding": "LMS - Rank",
    "pvparena": "PvP Arena - Rank",
    "guardiansoftherift": "Rifts closed",
    "tombsofamascutexpert": "Tombs of Amascut: Expert Mode",
    "bountyhunterhunter": "Bounty Hunter - Hunter",
    "bountyhunterrogue": "Bounty Hunter - Rogue",
}


class PastUnreadable(Exception):
    """The answer is no list of snapshots."""


@dataclass(frozen=True, slots=True)
class Taken:
    """What was so at a moment in the past."""

    at: datetime
    reading: Reading


@dataclass(frozen=True, slots=True)
class Part:
    """A part of somebody's past, the latest first. `count` is how many snapshots it had, with those that tell nothing."""

    taken: Sequence[Taken]
    count: int


def url_of(base: str, name: str, *, offset: int) -> str:
    """Where the snapshots of a name are. `base` is the service's address, without a slash at its end."""
    return f"{base}/v2/players/{quote(name, safe='')}/snapshots?limit={AT_ONCE}&offset={offset}"


def part_of(body: bytes, *, with_ranks: bool) -> Part:
    """What an answer says. Its ranks are those of the main board, and left out where another is followed."""
    try:
        answer = json.loads(body)
    except ValueError as fault:
        raise PastUnreadable("its answer is no JSON") from fault
    if not isinstance(answer, list):
        raise PastUnreadable("its answer is no list")
    taken = [found for each in answer if (found := _taken(each, with_ranks)) is not None]
    return Part(taken, len(answer))


def _taken(snapshot: Any, with_ranks: bool) -> Taken | None:
    if not isinstance(snapshot, Mapping):
        return None
    data, created = snapshot.get("data"), snapshot.get("createdAt")
    if not isinstance(data, Mapping) or not isinstance(created, str):
        return None
    try:
        at = datetime.fromisoformat(created)
    except ValueError:
        return None
    if at.tzinfo is None:
        return None
    skills = {
        name: Skill(
            _told(entry.get("rank")) if with_ranks else None,
            _told(entry.get("level")),
            _told(entry.get("experience")),
        )
        for name, entry in _entries(data.get("skills"), _SKILLS)
    }
    counted = [(data.get("bosses"), "kills"), (data.get("activities"), "score")]
    activities = {
        name: Activity(_told(entry.get("rank")) if with_ranks else None, _told(entry.get(field)))
        for entries, field in counted
        for name, entry in _entries(entries, _ACTIVITIES)
    }
    overall = skills.get(OVERALL)
    if overall is None or overall.xp is None:
        return None
    return Taken(at.astimezone(UTC), Reading(skills, activities))


def _entries(entries: Any, known: Mapping[str, str]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if not isinstance(entries, Mapping):
        return
    for metric, entry in entries.items():
        letters = _NOT_TOLD_APART.sub("", str(metric).lower())
        name = known.get(letters) or known.get(_letters(_OTHERWISE.get(letters, "")))
        if name is not None and isinstance(entry, Mapping):
            yield name, entry


def _told(value: Any) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def _letters(name: str) -> str:
    return _NOT_TOLD_APART.sub("", name.lower())


_SKILLS: Final = {_letters(name): name for name in (OVERALL, *SKILLS[Game.OLD_SCHOOL])}
_ACTIVITIES: Final = {_letters(name): name for name in (*SCORES[Game.OLD_SCHOOL], *BOSSES)}

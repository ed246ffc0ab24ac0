"""How much RuneScape goals are used. Their document names no frequencies: all of this is assumed.

A character is looked at once an hour, and a goal is written when it moved.
"""

from typing import Final

from cairn.apps.runescape.schema import (
    Character,
    EarliestProgress,
    Goal,
    LatestProgress,
    NotificationChannel,
    Progress,
    User,
)
from cairn.tables.usage import Kept, Operation, Reading, Usage, Writing

_GOALS: Final = 6
_CHARACTERS: Final = 2
_DAYS_OF_RECORDS: Final = 90

USAGE: Final = Usage(
    source="assumed: docs/schemas/runescape-goals.md names no frequencies",
    operations=(
        Operation(
            "Look up a character",
            24 * _CHARACTERS,
            (Reading(Goal.of_character, items=_GOALS // _CHARACTERS),),
        ),
        Operation(
            "Record progress",
            4 * _GOALS,
            (
                Reading(LatestProgress.of_goal, consistent=True),
                Writing(Progress, in_transaction=True),
                Writing(LatestProgress, "update", in_transaction=True),
            ),
        ),
        Operation(
            "Look at one's goals",
            4,
            (
                Reading(User.with_id),
                Reading(Character.of_user, items=_CHARACTERS),
                Reading(Goal.of_character, items=_GOALS),
            ),
        ),
        Operation("Look at a goal's course", 4, (Reading(Progress.of_goal, items=360),)),
        Operation("Set a goal", 1 / 14, (Writing(Goal), Writing(EarliestProgress), Writing(LatestProgress))),
    ),
    kept=(
        Kept(User, 1),
        Kept(NotificationChannel, 2),
        Kept(Character, _CHARACTERS),
        Kept(Goal, _GOALS),
        Kept(Progress, 4 * _GOALS * _DAYS_OF_RECORDS),
        Kept(LatestProgress, _GOALS),
        Kept(EarliestProgress, _GOALS),
    ),
)

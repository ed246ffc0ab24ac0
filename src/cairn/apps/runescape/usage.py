"""How much RuneScape goals are used. Their document names no frequencies: all of this is assumed.

A character is looked at seven times a day: once an hour while it is played, less at other times, by all its followers together.
Three of these looks find something new. A goal is written when it moved.
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
from cairn.apps.runescape.tracking_schema import (
    Day,
    Followed,
    Follower,
    Following,
    Plan,
    Shared,
    Snapshot,
    Tracked,
    Turns,
    Wishes,
)
from cairn.tables.usage import Kept, Operation, Reading, Usage, Writing

_GOALS: Final = 6
_CHARACTERS: Final = 2
_DAYS_OF_RECORDS: Final = 90
_LOOKS: Final = 7 * _CHARACTERS
_CHANGES: Final = 3 * _CHARACTERS
_DAYS_KEPT: Final = 365

USAGE: Final = Usage(
    source="assumed: docs/schemas/runescape-goals.md names no frequencies",
    operations=(
        Operation(
            "Look at a character",
            _LOOKS,
            (
                Reading(Turns.of_all, consistent=True),
                Writing(Turns, "update"),
                Reading(Followed.named, consistent=True),
                Writing(Followed, "update"),
            ),
        ),
        Operation(
            "Keep what has changed, and take it to a follower's goals",
            _CHANGES,
            (
                Reading(Follower.of),
                Writing(Snapshot, in_transaction=True),
                Writing(Day, in_transaction=True),
                Reading(Goal.of_character, items=_GOALS // _CHARACTERS),
                Reading(Plan.of_character, items=_GOALS // _CHARACTERS),
                Reading(LatestProgress.of_goal, items=_GOALS // _CHARACTERS),
                Reading(EarliestProgress.of_goal, items=_GOALS // _CHARACTERS),
                Reading(Wishes.of_user),
                Reading(NotificationChannel.of_user),
            ),
        ),
        Operation(
            "Record progress",
            4 * _GOALS,
            (
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
                Reading(Following.of_user, items=_CHARACTERS),
                Reading(Followed.named, items=_CHARACTERS),
                Reading(Goal.of_character, items=_GOALS),
                Reading(Plan.of_user, items=_GOALS),
            ),
        ),
        Operation("Look at a goal's course", 4, (Reading(Progress.of_goal, items=360),)),
        Operation("Open a character", 2, (Reading(Day.of, items=90), Reading(Snapshot.of, items=20))),
        Operation("Tell how goals come", 1, (Reading(Wishes.of_user), Reading(Plan.of_user, items=_GOALS))),
        Operation(
            "Set a goal",
            1 / 14,
            (
                Writing(Goal, in_transaction=True),
                Writing(Plan, in_transaction=True),
                Writing(Progress, in_transaction=True),
                Writing(EarliestProgress, in_transaction=True),
                Writing(LatestProgress, in_transaction=True),
                Writing(Tracked, "update", in_transaction=True),
            ),
        ),
        Operation("Follow a shared link", 1 / 7, (Reading(Shared.with_token),)),
    ),
    kept=(
        Kept(User, 1),
        Kept(NotificationChannel, 2),
        Kept(Character, _CHARACTERS),
        Kept(Goal, _GOALS),
        Kept(Progress, 4 * _GOALS * _DAYS_OF_RECORDS),
        Kept(LatestProgress, _GOALS),
        Kept(EarliestProgress, _GOALS),
        Kept(Followed, _CHARACTERS),
        Kept(Follower, _CHARACTERS),
        Kept(Following, _CHARACTERS),
        Kept(Plan, _GOALS),
        Kept(Day, _DAYS_KEPT * _CHARACTERS),
        Kept(Snapshot, 4 * 30 * _CHARACTERS),
        Kept(Shared, 0.5),
        Kept(Wishes, 0.2),
    ),
)

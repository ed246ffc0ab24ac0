"""Achievements: what there is to reach, how far somebody is, and what a change of the entries earns or takes back.

Each is reached by *at least*, never by equality: who jumps past a number by an entry for an earlier day has it too.
An achievement is held as long as the entries bear it out. So an undo takes back what only the undone day had earned;
when a habit is deleted, what it earned stays.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Standing:
    """How far somebody has come: what achievements are measured by."""

    longest_streak: int = 0
    completions: int = 0
    points: int = 0
    perfect_days: int = 0  # days on which all that was due was done
    longest_perfect_run: int = 0  # of such days, one after another
    comebacks: int = 0  # streaks begun after a streak of a week was lost


@dataclass(frozen=True, slots=True)
class Goal:
    """One achievement. `type` is its key in the table and never changes."""

    type: str
    title: str
    description: str
    measure: str
    wanted: int


@dataclass(frozen=True, slots=True)
class Progress:
    """How far somebody is with one achievement."""

    goal: Goal
    reached: int

    @property
    def is_reached(self) -> bool:
        return self.reached >= self.goal.wanted


_STREAK_TITLES: Final = {7: "One week", 30: "One month", 365: "One year"}

GOALS: Final[tuple[Goal, ...]] = (
    *(
        Goal(
            f"STREAK_{length}",
            _STREAK_TITLES.get(length, f"{length:,} in a row"),
            f"Kept a habit up {length:,} times in a row",
            "longest_streak",
            length,
        )
        for length in (3, 7, 14, 21, 30, 50, 100, 200, 365, 1000)
    ),
    Goal("COMPLETIONS_1", "The first stone", "Completed a habit for the first time", "completions", 1),
    Goal("COMPLETIONS_100", "A hundred stones", "Completed habits 100 times", "completions", 100),
    Goal("COMPLETIONS_1000", "A cairn", "Completed habits 1,000 times", "completions", 1000),
    Goal("PERFECT_DAY", "A perfect day", "Did all that was due on a day", "perfect_days", 1),
    Goal("PERFECT_WEEK", "A perfect week", "Did all that was due, 7 days in a row", "longest_perfect_run", 7),
    Goal(
        "PERFECT_MONTH",
        "A perfect month",
        "Did all that was due, 30 days in a row",
        "longest_perfect_run",
        30,
    ),
    Goal("COMEBACK", "Back on the path", "Began again after losing a streak of 7 or more", "comebacks", 1),
    Goal("POINTS_1000", "1,000 points", "Collected 1,000 points", "points", 1_000),
    Goal("POINTS_10000", "10,000 points", "Collected 10,000 points", "points", 10_000),
    Goal("POINTS_100000", "100,000 points", "Collected 100,000 points", "points", 100_000),
)
BY_TYPE: Final[Mapping[str, Goal]] = {goal.type: goal for goal in GOALS}

FREEZES: Final[Mapping[str, int]] = {"STREAK_7": 1, "STREAK_30": 2, "STREAK_100": 3}
"""How many freezes an achievement brings."""


def progress(standing: Standing) -> list[Progress]:
    """All achievements, those to come as well."""
    return [Progress(goal, getattr(standing, goal.measure)) for goal in GOALS]


def reached(standing: Standing) -> frozenset[str]:
    return frozenset(each.goal.type for each in progress(standing) if each.is_reached)


@dataclass(frozen=True, slots=True)
class Earned:
    """What a change brings and takes."""

    unlocked: frozenset[str]
    taken_back: frozenset[str]


def earned(before: Standing, after: Standing, *, held: frozenset[str]) -> Earned:
    """What somebody who holds some achievements is to get, and to give back.

    What stems from a deleted habit was not borne out before the change either, and so is never taken back by it.
    """
    now = reached(after)
    return Earned(now - held, (held & reached(before)) - now)

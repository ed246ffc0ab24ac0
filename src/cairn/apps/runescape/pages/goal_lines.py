"""A goal as one line of a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from cairn.apps.runescape.pages.words import goal_path, tone_of
from cairn.apps.runescape.rules.projection import Standing, percent
from cairn.apps.runescape.rules.words import ceiling
from cairn.apps.runescape.service.briefs import Brief

_URGENCY = (
    Standing.BEHIND,
    Standing.STALLED,
    Standing.ON_PACE,
    Standing.AHEAD,
    Standing.UNDER_WAY,
    Standing.MISSED,
    Standing.REACHED,
)


@dataclass(frozen=True)
class GoalLine:
    """A goal, how far it is, and what it asks for today."""

    title: str
    path: str
    character: str
    standing: str
    tone: str
    percent: int
    shown: int
    target: int
    by: date | None
    needed: int | None
    is_paused: bool
    is_over: bool
    urgency: int


def line_of(brief: Brief) -> GoalLine:
    tracking, told = brief.tracking, brief.projection
    goal, plan = tracking.goal, tracking.plan
    share = told.of_the_way if plan.is_relative or plan.repeats else told.of_the_target
    standing = "paused" if plan.is_paused and told.standing is not Standing.REACHED else told.standing
    return GoalLine(
        title=tracking.title,
        path=goal_path(tracking.name, goal.goal_id),
        character=str(tracking.name),
        standing=standing,
        tone="" if standing == "paused" else tone_of(told.standing),
        percent=percent(share),
        shown=brief.shown,
        target=goal.target_value,
        by=goal.target_date,
        needed=None if told.needed_a_day is None else ceiling(told.needed_a_day),
        is_paused=plan.is_paused,
        is_over=told.standing in {Standing.REACHED, Standing.MISSED},
        urgency=len(_URGENCY) if standing == "paused" else _URGENCY.index(told.standing),
    )


def most_urgent_first(lines: Sequence[GoalLine]) -> list[GoalLine]:
    """Those that are behind first, and among equals those whose day comes first."""
    return sorted(lines, key=lambda each: (each.urgency, each.by or date.max, each.title))

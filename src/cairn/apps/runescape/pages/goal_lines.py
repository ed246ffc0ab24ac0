"""A goal as one line of a list."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from cairn.apps.runescape.pages.words import goal_path, group_path, tone_of
from cairn.apps.runescape.rules.groups import Together, together
from cairn.apps.runescape.rules.projection import Standing, percent
from cairn.apps.runescape.rules.words import ceiling
from cairn.apps.runescape.service.briefs import Brief
from cairn.apps.runescape.service.groups import Grouped

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
        by=goal.target_date,
        needed=None if told.needed_a_day is None else ceiling(told.needed_a_day),
        is_paused=plan.is_paused,
        is_over=told.standing in {Standing.REACHED, Standing.MISSED},
        urgency=len(_URGENCY) if standing == "paused" else _URGENCY.index(told.standing),
    )


def lines_of(briefs: Sequence[Brief], groups: Sequence[Grouped] = ()) -> list[GoalLine]:
    """Each goal that stands for itself, and each group as one."""
    known = {each.group.group_id for each in groups}
    lines = [line_of(each) for each in briefs if each.tracking.plan.group_id not in known]
    for grouped in groups:
        inside = [each for each in briefs if each.tracking.plan.group_id == grouped.group.group_id]
        if inside:
            lines.append(_line_of_group(grouped, inside))
    return lines


def progress_of(briefs: Sequence[Brief]) -> Together:
    """How far some goals are together."""
    return together(
        [
            each.projection.of_the_way
            if each.tracking.plan.is_relative or each.tracking.plan.repeats
            else each.projection.of_the_target
            for each in briefs
        ]
    )


def _line_of_group(grouped: Grouped, briefs: Sequence[Brief]) -> GoalLine:
    group, progress = grouped.group, progress_of(briefs)
    lines = [line_of(each) for each in briefs]
    is_over = progress.reached == progress.goals
    return GoalLine(
        title=group.title,
        path=group_path(group.name, group.group_id),
        character=str(group.name),
        standing="reached" if is_over else f"{progress.reached} of {progress.goals}",
        tone="good" if is_over else "told",
        percent=percent(progress.share),
        by=max((each.by for each in lines if each.by is not None), default=None),
        needed=None,
        is_paused=False,
        is_over=is_over,
        urgency=min(each.urgency for each in lines),
    )


def most_urgent_first(lines: Sequence[GoalLine]) -> list[GoalLine]:
    """Those that are behind first, and among equals those whose day comes first."""
    return sorted(lines, key=lambda each: (each.urgency, each.by or date.max, each.title))

"""A goal in brief, as lists show it: from what stands beside it, without reading its history."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from cairn.apps.runescape.rules.experience import HIGHEST_VIRTUAL, xp_of_level
from cairn.apps.runescape.rules.measures import Measure, beneath, value_of
from cairn.apps.runescape.rules.projection import Course, Point, Projection, project
from cairn.apps.runescape.rules.rounds import course_of_round
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.tracking import Tracking


@dataclass(frozen=True, slots=True)
class Brief:
    """A goal in a list. `shown` is the value that it counts itself."""

    tracking: Tracking
    projection: Projection
    shown: int


def brief_of(
    tracking: Tracking,
    own: Own,
    zone: ZoneInfo,
    *,
    now: datetime,
    points: Callable[[Measure], Sequence[Point]] = lambda _: (),
) -> Brief | None:
    """How a goal stands; None where nothing was recorded yet. With the points that are at hand, it is told more exactly.

    A level is told by the experience beneath it, which its character's reading tells.
    """
    start, last = tracking.start, tracking.last
    if start is None or last is None:
        return None
    shown = last.value
    plan = tracking.plan
    if plan.repeats is not None:
        base, amount = tracking.round_base(zone, now=now), tracking.goal.target_value
        course = course_of_round(tracking.measure, base, amount, plan.repeats, zone, now=now)
        return Brief(tracking, project(course, last, [course.start, last], now=now), shown)
    measure, target = beneath(tracking.measure, tracking.goal.target_value)
    if measure != tracking.measure:
        xp = value_of(measure, own.reading)
        played_at = None if own.followed is None else own.followed.changed_at
        if xp is None or not 1 <= start.value <= HIGHEST_VIRTUAL:
            measure, target = tracking.measure, tracking.goal.target_value
        else:
            began = tracking.plan.start_beneath
            start = Point(start.at, xp_of_level(start.value) if began is None else began)
            last = Point(max(last.at, played_at or last.at), xp)
    course = Course(measure, start, target, zone, tracking.goal.target_date)
    between = [each for each in points(measure) if each.at > start.at]
    if between and between[-1].value == last.value:
        last = between[-1]
    return Brief(tracking, project(course, last, [start, *(between or [last])], now=now), shown)

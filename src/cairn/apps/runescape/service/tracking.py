"""A goal with all that is known of it but its history."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Self
from zoneinfo import ZoneInfo

from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.rules.periods import running
from cairn.apps.runescape.rules.projection import Point, share_of
from cairn.apps.runescape.rules.words import title_of
from cairn.apps.runescape.schema import EarliestProgress, Goal, LatestProgress
from cairn.apps.runescape.service.progressing import Whose
from cairn.apps.runescape.tracking_schema import Plan


@dataclass(frozen=True, slots=True)
class Tracking:
    """What is wanted, how it is counted, where it began and where it stands."""

    name: CharacterName
    goal: Goal
    plan: Plan
    latest: LatestProgress | None
    earliest: EarliestProgress | None

    @property
    def measure(self) -> Measure:
        return Measure(self.goal.target_attribute, self.goal.target_type)

    @property
    def title(self) -> str:
        """What is to be reached, in words."""
        return title_of(self.measure, self.goal.target_value, self.plan.repeats)

    @property
    def whose(self) -> Whose:
        return Whose(self.goal.user_id, self.name, self.goal.goal_id)

    @property
    def start(self) -> Point | None:
        """Where it began, as far as that is known."""
        first, last = self.earliest, self.latest
        if first is None or last is None:
            return None
        value = last.progress_value if first.progress_value is None else first.progress_value
        return Point(first.timestamp, value)

    @property
    def last(self) -> Point | None:
        """Where it stands."""
        last = self.latest
        return None if last is None else Point(last.timestamp, last.progress_value)

    def as_of(self, point: Point, zone: ZoneInfo) -> Self:
        """The same goal with a point that is about to be recorded."""
        latest, plan = self.latest, self.plan
        if latest is None or latest.timestamp > point.at:
            return self
        if plan.repeats is not None:
            begin, _ = running(point.at, plan.repeats, zone)
            plan = plan.changed(round_since=begin, round_base=self.round_base(zone, now=point.at))
        later = latest.changed(progress_value=point.value, timestamp=point.at)
        return replace(self, plan=plan, latest=later)

    def round_base(self, zone: ZoneInfo, *, now: datetime) -> int:
        """Of what repeats: where the running round began. Without progress in it, that is where it stands."""
        plan, last = self.plan, self.last
        if plan.repeats is None or last is None:
            return 0
        begin, _ = running(now, plan.repeats, zone)
        return plan.round_base if plan.round_since == begin and plan.round_base is not None else last.value

    @property
    def share(self) -> float:
        """How much is done, from 0 to 1, as far as it can be told without history. Nothing of what repeats."""
        start, last = self.start, self.last
        if start is None or last is None or self.plan.repeats is not None:
            return 0.0
        target = self.goal.target_value
        return share_of(self.measure, start.value, last.value, target, is_relative=self.plan.is_relative)


def plan_of(goal: Goal) -> Plan:
    """What holds of a goal beside which nothing stands yet."""
    return Plan(user_id=goal.user_id, name=goal.character_name, goal_id=goal.goal_id)

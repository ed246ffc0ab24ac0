"""A goal with all that is known of it but its history."""

from dataclasses import dataclass

from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.rules.projection import Point
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


def plan_of(goal: Goal) -> Plan:
    """What holds of a goal beside which nothing stands yet."""
    return Plan(user_id=goal.user_id, name=goal.character_name, goal_id=goal.goal_id)

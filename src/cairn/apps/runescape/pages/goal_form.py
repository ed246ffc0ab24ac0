"""The form of a goal: what was written in it, as a goal, and a goal as the form shows it."""

import re
from collections.abc import Collection, Sequence
from datetime import date
from typing import Final, Literal, Self

from pydantic import BaseModel, ConfigDict

from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.hiscores.entries import is_boss
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.measures import OVERALL, Measure
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.targets import attributes_of
from cairn.apps.runescape.schema import Frequency, TargetType
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.services.problems import InvalidInput

REPEATS: Final = (
    ("", "Once"),
    (Period.DAY.value, "Every day anew"),
    (Period.WEEK.value, "Every week anew"),
    (Period.MONTH.value, "Every month anew"),
)
COUNT: Final = "count"
"""Kills of a boss, or the score of an activity: players say neither."""
_SIZES: Final = {"": 1, "k": 1_000, "m": 1_000_000, "b": 1_000_000_000}
_NUMBER: Final = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([kmb]?)", re.IGNORECASE)


class GoalForm(BaseModel):
    """What the form holds, as it was written."""

    model_config = ConfigDict(frozen=True)

    targetAttribute: str = OVERALL  # noqa: N815 - the API's own names, so that a refusal finds its field
    targetType: str = TargetType.LEVEL.value  # noqa: N815 - as above
    ready: str = ""
    targetValue: str = ""  # noqa: N815 - as above
    currentValue: str = ""  # noqa: N815 - as above
    targetDate: str = ""  # noqa: N815 - as above
    repeats: str = ""
    relative: str = ""
    frequency: Frequency = Frequency.DAILY
    channelIds: tuple[str, ...] = ()  # noqa: N815 - as above
    do: Literal["show", "keep"] = "keep"

    @classmethod
    def of(cls, tracking: Tracking, channel_ids: Sequence[str]) -> Self:
        """The form that shows a goal, of which word is sent to these channels."""
        goal, plan = tracking.goal, tracking.plan
        return cls(
            targetAttribute=goal.target_attribute,
            targetType=goal.target_type,
            targetValue=f"{goal.target_value:,}",
            targetDate="" if goal.target_date is None else goal.target_date.isoformat(),
            relative="on" if plan.is_relative else "",
            frequency=goal.frequency,
            channelIds=tuple(channel_ids),
        )

    def measure(self, skills: Collection[str]) -> Measure:
        """What is to be counted. A type that the entry does not have becomes the first that it has."""
        types = [each for each, _ in types_of(self.targetAttribute, skills)]
        chosen = self.targetType if self.targetType in types else types[0]
        return Measure(self.targetAttribute, _type_of(self.targetAttribute, chosen))

    def target(self) -> int:
        """What was written, or else what was ticked. An amount that repeats is never a ready-made target."""
        written = self.targetValue.strip() or ("" if self.repeats else self.ready)
        if not written:
            wanted = (
                f"write how much you want each {self.repeats}"
                if self.repeats
                else "choose a target, or write a number"
            )
            raise InvalidInput.of("targetValue", wanted)
        return number_of("targetValue", written)

    def period(self) -> Period | None:
        if not self.repeats:
            return None
        try:
            return Period(self.repeats)
        except ValueError as fault:
            raise InvalidInput.of("repeats", "choose one of the list") from fault

    def day(self) -> date | None:
        return day_of(self.targetDate)

    def wanted(self, skills: Collection[str]) -> NewGoal:
        """The goal that the form asks for."""
        measure = self.measure(skills)
        return NewGoal(
            target_attribute=measure.attribute,
            target_type=measure.type,
            target_value=self.target(),
            target_date=self.day(),
            frequency=self.frequency,
            channel_ids=self.channelIds,
            is_relative=bool(self.relative),
            repeats=self.period(),
            current_value=number_of("currentValue", self.currentValue) if self.currentValue.strip() else None,
        )


def skills_of(game: Game, reading: Reading) -> tuple[str, ...]:
    return attributes_of(game, TargetType.XP, reading)


def types_of(attribute: str, skills: Collection[str]) -> tuple[tuple[str, str], ...]:
    """How an entry of the hiscores can be counted."""
    rank = (TargetType.RANK.value, "Rank")
    if attribute in skills:
        return (TargetType.LEVEL.value, "Level"), (TargetType.XP.value, "Experience"), rank
    return (COUNT, "Kills" if is_boss(attribute) else "Score"), rank


def groups_of(game: Game, reading: Reading) -> tuple[tuple[str, Sequence[str]], ...]:
    """All that can be a goal, as players look for it."""
    skills = skills_of(game, reading)
    bosses = attributes_of(game, TargetType.KILLS, reading)
    scores = [each for each in attributes_of(game, TargetType.SCORE, reading) if each not in bosses]
    named = (("Skills", skills), ("Bosses", sorted(bosses)), ("Clues and other activities", scores))
    return tuple((title, names) for title, names in named if names)


def day_of(written: str) -> date | None:
    """The day by which something is to be done, or none."""
    if not written.strip():
        return None
    try:
        return date.fromisoformat(written.strip())
    except ValueError as fault:
        raise InvalidInput.of("targetDate", "write a day, such as 2026-03-01, or nothing") from fault


def number_of(field: str, written: str) -> int:
    """A number as players write it: `13,034,431`, `200m`, `1.5k`."""
    found = _NUMBER.fullmatch(written.strip().replace(",", "").replace("_", "").replace(" ", ""))
    if found is None:
        raise InvalidInput.of(field, "write a whole number, such as 13,034,431, 200m or 500")
    number = float(found[1]) * _SIZES[found[2].lower()]
    if number > 10**15 or number != int(number):
        raise InvalidInput.of(field, "write a whole number, such as 13,034,431, 200m or 500")
    return int(number)


def _type_of(attribute: str, chosen: str) -> TargetType:
    if chosen == COUNT:
        return TargetType.KILLS if is_boss(attribute) else TargetType.SCORE
    return TargetType(chosen)

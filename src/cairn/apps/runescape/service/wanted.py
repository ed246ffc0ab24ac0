"""What somebody wants to reach, and whether that can be a goal."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from cairn.apps.runescape.hiscores.entries import SKILLS
from cairn.apps.runescape.rules.measures import Measure, fault_of, value_of
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.targets import attribute_named, attributes_of
from cairn.apps.runescape.schema import ChannelType, Frequency, TargetType
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.refusals import ValueUnknown
from cairn.services.problems import InvalidInput

_FARTHEST: Final = timedelta(days=36_500)
_MOST_CHANNELS: Final = 20


@dataclass(frozen=True, kw_only=True, slots=True)
class NewGoal:
    """What somebody wants to reach. `current_value` counts only where the hiscores tell none.

    With `repeats`, the target is an amount that is wanted anew in each day, week or month.
    """

    target_attribute: str
    target_type: TargetType
    target_value: int
    target_date: date | None = None
    frequency: Frequency = Frequency.DAILY
    channel_type: ChannelType | None = None
    channel_ids: Sequence[str] = ()
    is_relative: bool = False
    repeats: Period | None = None
    current_value: int | None = None


def measure_of(own: Own, new: NewGoal) -> Measure:
    """What is to be counted, by the name that the hiscores show."""
    return measure_named(own, new.target_attribute, new.target_type, field="targetAttribute")


def measure_named(own: Own, attribute: str, kind: TargetType, *, field: str = "attribute") -> Measure:
    """What of a character is meant, in whatever spelling."""
    found = attribute_named(attribute, attributes_of(own.board.game, kind, own.reading))
    if found is None:
        raise InvalidInput.of(
            field, f"no {kind} of {attribute!r} is counted; choose a name as the hiscores show it"
        )
    return Measure(found, kind)


def value_now(own: Own, measure: Measure, given: int | None) -> int:
    """Where the character stands: as the hiscores say, or else as the person does."""
    value = value_of(measure, own.reading)
    if value is None:
        value = given
    if value is None or value < 0:
        raise ValueUnknown(
            f"The hiscores don't tell {measure.attribute} of {own.name}: say yourself where you stand",
            fields={"currentValue": "say where you stand, as the hiscores don't tell"},
        )
    return value


def check_target(own: Own, measure: Measure, target: int) -> None:
    wanted = fault_of(measure, target, skills=len(SKILLS[own.board.game]))
    if wanted is not None:
        raise InvalidInput.of("targetValue", wanted)


def check_repeating(measure: Measure, repeats: Period | None, day: date | None) -> None:
    if repeats is None:
        return
    if measure.falls:
        raise InvalidInput.of("repeats", "a rank is no amount: leave it out, or choose experience or a score")
    if day is not None:
        raise InvalidInput.of("targetDate", "what repeats has no day: leave it out")


def check_date(day: date | None, *, today: date) -> None:
    if day is not None and not today <= day <= today + _FARTHEST:
        raise InvalidInput.of("targetDate", "today or a day to come")


def checked_channels(ids: Sequence[str]) -> tuple[str, ...]:
    if len(ids) > _MOST_CHANNELS:
        raise InvalidInput.of("channelIds", f"at most {_MOST_CHANNELS}")
    return tuple(dict.fromkeys(ids))

"""A goal in words, the same in messages, on pages and for screen readers."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

from cairn.apps.runescape.rules.measures import OVERALL, Measure
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.projection import Finish, Projection, percent
from cairn.apps.runescape.schema import TargetType


def title_of(measure: Measure, target: int, repeats: Period | None = None) -> str:
    """What is to be reached: `Level 99 Woodcutting`, `500 kills: Zulrah`, `100,000 xp in Magic each day`."""
    name, number = measure.attribute, f"{target:,}"
    if repeats is not None:
        between = "of" if measure.type in {TargetType.KILLS, TargetType.SCORE} else "in"
        return f"{number} {unit_of(measure)} {between} {'all' if name == OVERALL else name} each {repeats}"
    match measure.type:
        case TargetType.XP:
            return f"{number} xp in all" if name == OVERALL else f"{number} xp in {name}"
        case TargetType.LEVEL:
            return f"Total level {number}" if name == OVERALL else f"Level {number} {name}"
        case TargetType.RANK:
            return f"Rank {number} in {name}"
        case TargetType.KILLS:
            return f"{number} kills: {name}"
        case TargetType.SCORE:
            return f"{number}: {name}"


def unit_of(measure: Measure) -> str:
    """What its numbers count."""
    units = {
        TargetType.XP: "xp",
        TargetType.LEVEL: "levels",
        TargetType.RANK: "ranks",
        TargetType.KILLS: "kills",
    }
    return units.get(measure.type, "points")


def line_of(
    title: str, told: Projection, *, shown: int, since: int, zone: ZoneInfo, is_relative: bool
) -> str:
    """A goal in a digest: where it stands, what has changed, and what comes of it."""
    share = percent(told.of_the_way if is_relative else told.of_the_target)
    from_where = "of the way" if is_relative else "of the target"
    parts = [f"{title}: {told.standing}. {shown:,} now ({signed(since)}), {share}% {from_where}."]
    if told.pace.likely is not None and told.pace.likely > 0:
        parts.append(f"{round(told.pace.likely):,} a day lately.")
    if told.needed_a_day is not None:
        parts.append(f"{ceiling(told.needed_a_day):,} a day needed.")
    finish = finish_words(told.finish, zone)
    if finish is not None:
        parts.append(f"At this pace {finish}.")
    return " ".join(parts)


def finish_words(finish: Finish, zone: ZoneInfo) -> str | None:
    """When it will be reached, as a range where there is one. None where nobody can tell."""
    first, last = finish.earliest, finish.latest
    if first is None:
        return None
    begin = day_words(first, zone)
    if last is None:
        return f"on {begin} at the earliest"
    end = day_words(last, zone)
    return f"on {begin}" if begin == end else f"between {begin} and {end}"


def day_words(moment: datetime, zone: ZoneInfo) -> str:
    return day_name(moment.astimezone(zone).date())


def day_name(day: date) -> str:
    return f"{day.day} {day:%B %Y}"


def signed(number: int) -> str:
    return "unchanged" if number == 0 else f"{number:+,}".replace("-", "\N{MINUS SIGN}")


def ceiling(number: float) -> int:
    """What has to be done a day: rounded up, as less would not do."""
    return -int(-number // 1)

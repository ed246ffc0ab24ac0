"""Times as cron writes them: minute, hour, day of the month, month, day of the week."""

import calendar
from dataclasses import dataclass
from datetime import date, time
from typing import Final

_MONTHS: Final = {name.upper(): number for number, name in enumerate(calendar.month_abbr) if name}
_WEEKDAYS: Final = {"SUN": 0, "MON": 1, "TUE": 2, "WED": 3, "THU": 4, "FRI": 5, "SAT": 6}
_EXAMPLE: Final = "30 3 * * MON for every Monday at half past three"
_LAST: Final = "L"


class NoCron(ValueError):
    """It can't be read. The message says which part, and what would be right."""


@dataclass(frozen=True, slots=True)
class Cron:
    """The moments that an expression names. As cron has it, a day of either kind will do where both are named."""

    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    on_last_day: bool = False
    is_either_day: bool = False

    def falls_on(self, day: date) -> bool:
        if day.month not in self.months:
            return False
        is_last = day.day == calendar.monthrange(day.year, day.month)[1]
        by_date = day.day in self.days or (self.on_last_day and is_last)
        by_weekday = day.isoweekday() % 7 in self.weekdays
        return by_date or by_weekday if self.is_either_day else by_date and by_weekday

    @property
    def times(self) -> list[time]:
        """The times of such a day, in order."""
        return [time(hour, minute) for hour in sorted(self.hours) for minute in sorted(self.minutes)]


def cron_of(expression: str) -> Cron:
    """Reads an expression. Raises `NoCron`."""
    fields = expression.upper().split()
    if len(fields) != 5:
        raise NoCron(f"has five parts, such as {_EXAMPLE}")
    minute, hour, day, month, weekday = fields
    named = [each for each in day.split(",") if each != _LAST]
    on_last_day = _LAST in day.split(",")
    return Cron(
        minutes=_numbers(minute, 0, 59, "minutes"),
        hours=_numbers(hour, 0, 23, "hours"),
        days=_numbers(",".join(named), 1, 31, "days") if named else frozenset(),
        months=_numbers(month, 1, 12, "months", _MONTHS),
        weekdays=frozenset(each % 7 for each in _numbers(weekday, 0, 7, "weekdays", _WEEKDAYS)),
        on_last_day=on_last_day,
        is_either_day=not day.startswith("*") and not weekday.startswith("*"),
    )


def _numbers(
    field: str, least: int, most: int, what: str, names: dict[str, int] | None = None
) -> frozenset[int]:
    found: set[int] = set()
    for part in field.split(","):
        span, _, step = part.partition("/")
        if span == "*":
            first, last = least, most
        else:
            begin, dash, end = span.partition("-")
            first = _number(begin, what, names)
            last = _number(end, what, names) if dash else most if step else first
        every = _number(step, what, None) if step else 1
        if not least <= first <= last <= most or every < 1:
            raise NoCron(f"{part} is none of the {what}, which go from {least} to {most}")
        found.update(range(first, last + 1, every))
    return frozenset(found)


def _number(text: str, what: str, names: dict[str, int] | None) -> int:
    if text.isascii() and text.isdigit():
        return int(text[:4])
    if names and text in names:
        return names[text]
    raise NoCron(f"{text or 'nothing'} is none of the {what}; write for example {_EXAMPLE}")

"""What texts, tags, numbers and days of a habit can be."""

from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import Final

from cairn.apps.habits.files.found import FIRST_DAY
from cairn.apps.habits.rules.entries import Target
from cairn.services.problems import InvalidInput

MOST_TAGS: Final = 20
LONGEST_TAG: Final = 40
LONGEST_UNIT: Final = 30
MOST_REMINDERS: Final = 8
_MOST: Final = 10**9
_FINEST: Final = -6  # places behind the point
_AHEAD: Final = timedelta(days=366)


def checked_text(field: str, text: str, *, least: int = 0, most: int) -> str:
    text = text.strip()
    if not least <= len(text) <= most:
        raise InvalidInput.of(field, f"write {least} to {most:,} characters")
    if any(not (letter.isprintable() or letter in "\n\r\t") for letter in text):
        raise InvalidInput.of(field, "control characters can't be shown; leave them out")
    return text


def checked_tags(tags: Sequence[str]) -> tuple[str, ...]:
    """The tags, each once."""
    if len(tags) > MOST_TAGS:
        raise InvalidInput.of("tags", f"at most {MOST_TAGS}")
    return tuple(dict.fromkeys(checked_text("tags", tag, least=1, most=LONGEST_TAG) for tag in tags))


def check_amount(field: str, amount: Decimal) -> None:
    exponent = amount.as_tuple().exponent
    if not isinstance(exponent, int) or exponent < _FINEST or not 0 <= amount <= _MOST:
        raise InvalidInput.of(
            field, f"a number from 0 to {_MOST:,}, with at most {-_FINEST} places behind the point"
        )


def checked_target(target: Target | None) -> Target | None:
    if target is None:
        return None
    check_amount("target.amount", target.amount)
    return Target(
        target.amount, target.direction, checked_text("target.unit", target.unit, most=LONGEST_UNIT)
    )


def checked_start(start: date, *, today: date) -> date:
    """A day on which a habit can begin."""
    if not FIRST_DAY <= start <= today + _AHEAD:
        raise InvalidInput.of("start", f"a day from {FIRST_DAY} to a year from now")
    return start

"""How pages say how it stands with a check. No I/O."""

from dataclasses import dataclass
from math import floor
from typing import Final

from cairn.apps.checks.kinds import KINDS
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.schema import Check, CheckStatus
from cairn.apps.checks.status_schema import PostKind

TABS: Final = (
    ("All checks", "/checks"),
    ("A new check", "/checks/new"),
    ("Maintenance", "/checks/maintenance"),
    ("Status pages", "/checks/pages"),
    ("Import and export", "/checks/import"),
)
DELAYS: Final = (
    ("10000", "10 seconds"),
    ("30000", "30 seconds"),
    ("60000", "minute"),
    ("300000", "5 minutes"),
    ("900000", "15 minutes"),
    ("3600000", "hour"),
    ("21600000", "6 hours"),
    ("86400000", "day"),
)
_STATES: Final = {
    TargetState.UP: ("up", "good"),
    TargetState.DOWN: ("down", "bad"),
    TargetState.PENDING: ("failing", "care"),
    TargetState.UNKNOWN: ("unknown", ""),
    TargetState.MAINTENANCE: ("maintenance", "told"),
}

POST_TONES: Final = {
    PostKind.OUTAGE: "bad",
    PostKind.WARNING: "care",
    PostKind.INFORMATION: "told",
    PostKind.OPERATIONAL: "good",
}


@dataclass(frozen=True, slots=True)
class Mood:
    """How it stands with a check, in a word, and how that is meant."""

    word: str
    tone: str


def mood_of(check: Check) -> Mood:
    match check.status:
        case CheckStatus.PAUSED:
            return Mood("paused", "")
        case CheckStatus.FAILED:
            return Mood("can't run", "bad")
        case _ if check.standing is None:
            return Mood("new", "told")
        case _:
            return Mood(*_STATES[check.standing.shown])


def state_mood(state: TargetState) -> Mood:
    return Mood(*_STATES[state])


def word_of(state: TargetState) -> str:
    return _STATES[state][0]


def found_of(check: Check) -> str:
    """What it found last, in a few words: the price where there is one, and else how quick the answer was."""
    price = None if check.standing is None or check.standing.price is None else check.standing.price.price
    if price is not None:
        return str(price)
    took = None if check.last_result is None else check.last_result.response_time
    return "" if took is None else f"{took:,} ms"


def kind_of(check: Check) -> str:
    kind = KINDS.get(check.check_type)
    return str(check.check_type) if kind is None else kind.title


def every(milliseconds: int) -> str:
    """How often it runs: `every 5 minutes`."""
    known = dict(DELAYS).get(str(milliseconds))
    return f"every {known or f'{milliseconds / 1000:g} seconds'}"


def percentage(share: float | None) -> str:
    """A share of time. What is not all of it is never rounded up to that."""
    if share is None:
        return "nobody knows"
    return "100%" if share == 1 else f"{floor(share * 10_000) / 100:.2f}%"

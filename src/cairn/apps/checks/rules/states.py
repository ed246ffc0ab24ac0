"""How it stands with what is checked: what one run found, after retries, and which changes are worth a message.

"We could not look" is unknown, never down: it neither breaks a good time nor ends a bad one.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum


class Verdict(StrEnum):
    """What one run found, by itself."""

    GOOD = "GOOD"
    BAD = "BAD"
    UNKNOWN = "UNKNOWN"
    PLANNED = "PLANNED"  # maintenance: whatever was found does not count


class TargetState(StrEnum):
    """UP          it answered, and all that was asserted held
    DOWN        it did not, and the retries did not help
    PENDING     it did not, and retries remain
    UNKNOWN     nobody could look
    MAINTENANCE it was planned
    """

    UP = "UP"
    DOWN = "DOWN"
    PENDING = "PENDING"
    UNKNOWN = "UNKNOWN"
    MAINTENANCE = "MAINTENANCE"


@dataclass(frozen=True, slots=True)
class Patience:
    """How often something has to fail before it is down, and to succeed before it is up again."""

    retries: int = 1
    recoveries: int = 1


@dataclass(frozen=True, slots=True)
class State:
    """Where a check stands. `settled` is what it was last known to be, UP or DOWN, since when."""

    shown: TargetState = TargetState.UNKNOWN
    settled: TargetState | None = None
    since: datetime | None = None
    failures: int = 0
    successes: int = 0
    failing_since: datetime | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """What settled has changed. `lasted` is how long it had been as before; None when nothing was known before."""

    before: TargetState | None
    after: TargetState
    since: datetime
    lasted: timedelta | None

    @property
    def is_told(self) -> bool:
        """Whether people are told: of a first result only when it is bad."""
        return self.before is not None or self.after is TargetState.DOWN


@dataclass(frozen=True, slots=True)
class Step:
    """What a run makes of a state."""

    state: State
    change: Change | None


def step(state: State, verdict: Verdict, *, at: datetime, patience: Patience) -> Step:
    """Takes one run into account."""
    match verdict:
        case Verdict.UNKNOWN:
            return Step(replace(state, shown=TargetState.UNKNOWN), None)
        case Verdict.PLANNED:
            quiet = replace(state, shown=TargetState.MAINTENANCE, failures=0, successes=0, failing_since=None)
            return Step(quiet, None)
        case Verdict.BAD:
            return _failed(state, at, patience)
        case Verdict.GOOD:
            return _succeeded(state, at, patience)


def _failed(state: State, at: datetime, patience: Patience) -> Step:
    since = state.failing_since or at
    failing = replace(state, failures=state.failures + 1, successes=0, failing_since=since)
    if state.settled is TargetState.DOWN:
        return Step(replace(failing, shown=TargetState.DOWN), None)
    if failing.failures <= patience.retries:
        return Step(replace(failing, shown=TargetState.PENDING), None)
    # It was down from the first failure on, not from the last retry.
    return _settled(failing, TargetState.DOWN, since)


def _succeeded(state: State, at: datetime, patience: Patience) -> Step:
    succeeding = replace(state, failures=0, successes=state.successes + 1, failing_since=None)
    if state.settled is TargetState.UP:
        return Step(replace(succeeding, shown=TargetState.UP), None)
    if state.settled is TargetState.DOWN and succeeding.successes < patience.recoveries:
        return Step(replace(succeeding, shown=TargetState.DOWN), None)
    return _settled(succeeding, TargetState.UP, at)


def _settled(state: State, after: TargetState, since: datetime) -> Step:
    lasted = None if state.since is None else since - state.since
    change = Change(state.settled, after, since, lasted)
    return Step(replace(state, shown=after, settled=after, since=since, successes=0), change)

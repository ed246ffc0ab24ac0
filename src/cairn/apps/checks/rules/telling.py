"""What of all that happened is told now: together, not too often, and nothing that follows from something else.

A check that depends on another one is kept quiet while that one is not up itself. Of a hundred pages behind a
router, the router is told.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final

from cairn.apps.checks.rules.states import TargetState

BETWEEN_MESSAGES: Final = timedelta(minutes=1)
SOON: Final = timedelta(seconds=10)
_MANY: Final = 5
_WAIT_FOR_PARENT: Final = timedelta(minutes=2)
_NOT_UP: Final = frozenset({TargetState.DOWN, TargetState.PENDING, TargetState.MAINTENANCE})


class Subject(StrEnum):
    """What something that happened is about."""

    DOWN = "DOWN"
    UP = "UP"
    PRICE = "PRICE"
    CERTIFICATE = "CERTIFICATE"
    FAILED = "FAILED"


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that is to be told of a check. `since` is when it began to be so."""

    name: str
    at: datetime
    checkid: str
    subject: Subject
    since: datetime


@dataclass(frozen=True, slots=True)
class Watched:
    """A check as far as it matters here. `looked_at` is when somebody looked last."""

    shown: TargetState
    since: datetime | None
    looked_at: datetime | None
    is_active: bool = True
    depends_on: str | None = None


@dataclass(frozen=True, slots=True)
class Telling:
    """By name: what is told, what is told to nobody, and what waits. `to_look_at` are checks to be run at once."""

    told: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    to_look_at: frozenset[str] = frozenset()
    held_by: Mapping[str, int] = field(default_factory=dict)


def next_telling(now: datetime) -> datetime:
    """When to tell what happens now: all that happens within some seconds is told at the same moment."""
    seconds = SOON.total_seconds()
    return datetime.fromtimestamp((now.timestamp() // seconds + 1) * seconds, tz=now.tzinfo) + SOON / 10


def wait_until(happened: Sequence[Happened], last_told: datetime | None, *, now: datetime) -> datetime | None:
    """Until when to wait for more: for a minute where much happens at once, and after each message."""
    moments = [] if last_told is None else [last_told + BETWEEN_MESSAGES]
    if len(happened) >= _MANY:
        moments.append(min(each.at for each in happened) + BETWEEN_MESSAGES)
    latest = max(moments, default=now)
    return latest if latest > now else None


def telling(happened: Sequence[Happened], checks: Mapping[str, Watched], *, now: datetime) -> Telling:
    """Sorts what happened, in the order in which it did."""
    told: list[str] = []
    dropped: list[str] = []
    to_look_at: set[str] = set()
    held: dict[str, Happened] = {}
    held_by: dict[str, int] = {}
    recovered = {each.checkid: each.at for each in happened if each.subject is Subject.UP}
    for each in happened:
        check = checks.get(each.checkid)
        waiting = held.get(each.checkid)
        if check is None:
            dropped.append(each.name)  # it is gone
        elif each.subject is Subject.UP and waiting is not None:
            dropped += [waiting.name, each.name]  # it was kept quiet, and is over
            del held[each.checkid]
        elif each.subject is Subject.DOWN and (parent := checks.get(check.depends_on or "")) is not None:
            is_over = each.checkid in recovered and recovered[each.checkid] > each.at
            if _keeps_quiet(parent, check, each, is_over=is_over):
                held[each.checkid] = each
            elif _is_behind(parent, each) and now - each.at < _WAIT_FOR_PARENT:
                held[each.checkid] = each
                to_look_at.add(check.depends_on or "")
            else:
                told.append(each.name)
        else:
            told.append(each.name)
    for each in held.values():
        parentid = checks[each.checkid].depends_on or ""
        held_by[parentid] = held_by.get(parentid, 0) + 1
    names = tuple(each.name for each in held.values())
    return Telling(tuple(told), tuple(dropped), names, frozenset(to_look_at), held_by)


def _keeps_quiet(parent: Watched, check: Watched, fell: Happened, *, is_over: bool) -> bool:
    if not parent.is_active:
        return False
    if parent.shown in _NOT_UP:
        return True
    if parent.since is None or parent.since <= fell.since:
        return False
    # It came up again after this one fell: this one is told if it does not follow.
    return is_over or check.looked_at is None or check.looked_at < parent.since


def _is_behind(parent: Watched, fell: Happened) -> bool:
    """Whether nobody has looked at it since the other one fell."""
    return parent.is_active and (parent.looked_at is None or parent.looked_at < fell.since)

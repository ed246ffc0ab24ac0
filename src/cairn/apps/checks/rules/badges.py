"""What a badge says: a few words, and how they are meant. Pure."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from math import floor

from cairn.apps.checks.rules.states import TargetState


class Badge(StrEnum):
    """What a badge tells of a check."""

    STATUS = "status"
    UPTIME_24H = "uptime-24h"
    UPTIME_7D = "uptime-7d"
    UPTIME_30D = "uptime-30d"
    UPTIME_1Y = "uptime-1y"
    RESPONSE_TIME = "response-time"
    CERTIFICATE = "certificate"


class Tone(StrEnum):
    """How a badge is meant."""

    GOOD = "good"
    CARE = "care"
    BAD = "bad"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class Said:
    """What stands on a badge: what it is about, at the left, and what there is to say."""

    label: str
    words: str
    tone: Tone


def of_status(state: TargetState) -> Said:
    match state:
        case TargetState.UP | TargetState.PENDING:
            return Said("status", "up", Tone.GOOD)
        case TargetState.DOWN:
            return Said("status", "down", Tone.BAD)
        case TargetState.MAINTENANCE:
            return Said("status", "maintenance", Tone.CARE)
        case TargetState.UNKNOWN:
            return Said("status", "unknown", Tone.PLAIN)


def of_uptime(share: float | None, period: str) -> Said:
    """Never rounded up: 100% is said of all of the time alone."""
    label = f"uptime {period}"
    if share is None:
        return Said(label, "unknown", Tone.PLAIN)
    words = "100%" if share == 1 else f"{floor(share * 10_000) / 100:.2f}%"
    return Said(label, words, Tone.GOOD if share >= 0.99 else Tone.CARE if share >= 0.95 else Tone.BAD)


def of_response_time(milliseconds: float | None) -> Said:
    if milliseconds is None:
        return Said("response time", "unknown", Tone.PLAIN)
    tone = Tone.GOOD if milliseconds < 500 else Tone.CARE if milliseconds < 2_000 else Tone.BAD
    return Said("response time", f"{milliseconds:,.0f} ms", tone)


def of_certificate(until: datetime | None, *, now: datetime) -> Said:
    if until is None:
        return Said("certificate", "unknown", Tone.PLAIN)
    left = (until - now) // timedelta(days=1)
    if left < 0:
        return Said("certificate", "expired", Tone.BAD)
    tone = Tone.GOOD if left >= 21 else Tone.CARE if left >= 7 else Tone.BAD
    return Said("certificate", f"{left} {'day' if left == 1 else 'days'}", tone)

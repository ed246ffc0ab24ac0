"""What badges say."""

from datetime import UTC, datetime, timedelta

import pytest

from cairn.apps.checks.rules.badges import (
    Said,
    Tone,
    of_certificate,
    of_response_time,
    of_status,
    of_uptime,
)
from cairn.apps.checks.rules.states import TargetState

NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("share", "words", "tone"),
    [
        (1.0, "100%", Tone.GOOD),
        (0.999999, "99.99%", Tone.GOOD),
        (0.97, "97.00%", Tone.CARE),
        (0.5, "50.00%", Tone.BAD),
        (None, "unknown", Tone.PLAIN),
    ],
)
def test_uptime_is_never_rounded_up_to_all_of_it(share: float | None, words: str, tone: Tone) -> None:
    assert of_uptime(share, "7d") == Said("uptime 7d", words, tone)


@pytest.mark.parametrize(
    ("days", "words", "tone"),
    [
        (60, "60 days", Tone.GOOD),
        (10, "10 days", Tone.CARE),
        (1, "1 day", Tone.BAD),
        (-1, "expired", Tone.BAD),
    ],
)
def test_a_certificate_is_told_by_its_days(days: int, words: str, tone: Tone) -> None:
    said = of_certificate(NOON + timedelta(days=days), now=NOON)
    assert said == Said("certificate", words, tone)


def test_what_nobody_knows_is_neither_good_nor_bad() -> None:
    unknown = [of_status(TargetState.UNKNOWN), of_response_time(None), of_certificate(None, now=NOON)]
    assert [(each.words, each.tone) for each in unknown] == [("unknown", Tone.PLAIN)] * 3


def test_every_state_has_a_word() -> None:
    words = {state: of_status(state).words for state in TargetState}
    assert words == {
        TargetState.UP: "up",
        TargetState.DOWN: "down",
        TargetState.PENDING: "up",
        TargetState.UNKNOWN: "unknown",
        TargetState.MAINTENANCE: "maintenance",
    }
    assert of_response_time(1234.4) == Said("response time", "1,234 ms", Tone.CARE)

"""How often a character is looked at."""

from datetime import UTC, datetime, timedelta

import pytest

from cairn.apps.runescape.rules.polling import Pause, interval, interval_when_missing, pause_after_refusal

NOW = datetime(2026, 3, 15, 12, tzinfo=UTC)
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.mark.parametrize(
    ("quiet", "every"),
    [
        (HOUR, HOUR),
        (2 * HOUR, HOUR),
        (3 * HOUR, 4 * HOUR),
        (DAY, 4 * HOUR),
        (2 * DAY, 12 * HOUR),
        (7 * DAY, 12 * HOUR),
        (8 * DAY, DAY),
        (61 * DAY, 3 * DAY),
    ],
)
def test_who_plays_is_looked_at_more_often(quiet: timedelta, every: timedelta) -> None:
    assert interval(NOW - quiet, since=NOW - 99 * DAY, now=NOW) == every
    assert interval(None, since=NOW - quiet, now=NOW) == every


def test_who_is_new_is_looked_at_soon() -> None:
    assert interval(None, since=None, now=NOW) == HOUR


def test_a_missing_name_is_looked_for_less_and_less() -> None:
    assert [interval_when_missing(times).days for times in (1, 2, 3, 4, 5, 1_000)] == [1, 2, 4, 7, 7, 7]


def test_the_board_is_left_alone_longer_with_each_refusal() -> None:
    pause: Pause | None = None
    minutes = []
    for _ in range(7):
        pause = pause_after_refusal(pause, now=NOW)
        minutes.append((pause.until - NOW) // timedelta(minutes=1))
    assert minutes == [15, 30, 60, 120, 240, 360, 360]
    assert pause_after_refusal(None, now=NOW, retry_after=HOUR) == Pause(NOW + HOUR, 1)

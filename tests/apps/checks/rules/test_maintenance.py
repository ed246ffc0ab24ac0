"""When planned maintenance is in force."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.checks.rules.cron import NoCron, cron_of
from cairn.apps.checks.rules.maintenance import (
    Occurrence,
    Plan,
    Recurrence,
    expression_of,
    in_force,
    next_border,
)

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
SUNDAY = datetime(2026, 3, 15, 12, tzinfo=UTC)


def plan(expression: str | None = None, length: timedelta = HOUR, **more: Any) -> Plan:
    return Plan("Moving", length, cron=None if expression is None else cron_of(expression), **more)


def utc(*parts: int) -> datetime:
    return datetime(*parts, tzinfo=UTC)  # type: ignore[arg-type,misc]


def test_what_is_once_holds_from_its_start_to_its_end() -> None:
    once = plan(start=SUNDAY)
    assert in_force([once], SUNDAY) is once
    assert in_force([once], SUNDAY + HOUR - timedelta.resolution) is once
    assert in_force([once], SUNDAY + HOUR) is None
    assert in_force([once], SUNDAY - timedelta.resolution) is None
    assert once.next_after(SUNDAY + HOUR) is None


def test_weekly_maintenance_follows_the_clock_of_its_zone_through_the_change_of_time() -> None:
    weekly = plan(expression_of(Recurrence.WEEKLY, hour=3, minute=30, weekdays=[7]), zone="Europe/Berlin")
    found = list(weekly.occurrences(utc(2026, 3, 20), utc(2026, 4, 6)))
    assert [each.start for each in found] == [
        utc(2026, 3, 22, 2, 30),  # winter: one hour before UTC
        utc(2026, 3, 29, 1, 30),
        utc(2026, 4, 5, 1, 30),
    ]


def test_a_time_that_the_clock_skips_comes_an_hour_later() -> None:
    daily = plan("30 2 * * *", zone="Europe/Berlin")
    assert in_force([daily], utc(2026, 3, 29, 1, 45)) is daily  # 03:45, as 02:30 never was


def test_the_last_of_the_month_is_its_last() -> None:
    monthly = plan(expression_of(Recurrence.MONTHLY, hour=0, minute=0, days=[0, 15]))
    starts = [each.start.date() for each in monthly.occurrences(utc(2026, 2, 1), utc(2026, 4, 1))]
    assert starts == [date(2026, 2, 15), date(2026, 2, 28), date(2026, 3, 15), date(2026, 3, 31)]


@pytest.mark.parametrize(
    ("expression", "day", "falls"),
    [
        ("0 0 13 * FRI", date(2026, 3, 13), True),
        ("0 0 13 * FRI", date(2026, 3, 20), True),  # cron: either kind of day will do
        ("0 0 13 * FRI", date(2026, 3, 21), False),
        ("0 0 */2 * *", date(2026, 3, 3), True),
        ("0 0 * JAN-MAR 0", date(2026, 3, 15), True),
        ("0 0 * JAN-MAR 7", date(2026, 3, 15), True),
        ("0 0 * APR *", date(2026, 3, 15), False),
    ],
)
def test_cron_names_days(expression: str, day: date, falls: bool) -> None:
    assert cron_of(expression).falls_on(day) is falls


def test_cron_names_times() -> None:
    assert [f"{each:%H:%M}" for each in cron_of("*/30 8-9 * * *").times] == [
        "08:00",
        "08:30",
        "09:00",
        "09:30",
    ]


@pytest.mark.parametrize(
    ("expression", "said"),
    [
        ("", "has five parts"),
        ("60 * * * *", "60 is none of the minutes, which go from 0 to 59"),
        ("5-1 * * * *", "5-1 is none of the minutes"),
        ("*/0 * * * *", "none of the minutes"),
        ("0 0 0 * *", "0 is none of the days"),
        ("0 0 * FOO *", "FOO is none of the months"),
        ("0 0 * * ,", "nothing is none of the weekdays"),
    ],
)
def test_what_is_no_cron_is_refused_in_words(expression: str, said: str) -> None:
    with pytest.raises(NoCron, match=said):
        cron_of(expression)


def test_what_was_ended_is_over_and_comes_back_at_its_next_time() -> None:
    daily = plan("0 12 * * *", ended_at=SUNDAY + 10 * MINUTE)
    assert in_force([daily], SUNDAY + 9 * MINUTE) is daily
    assert in_force([daily], SUNDAY + 10 * MINUTE) is None
    assert daily.next_after(SUNDAY + 11 * MINUTE) == Occurrence(SUNDAY + 24 * HOUR, SUNDAY + 25 * HOUR)


@given(
    st.sampled_from(["0 * * * *", "*/20 3 * * *", "15 0 1,L * *", "30 12 * * SUN"]),
    st.integers(1, 3000),
    st.datetimes(datetime(2026, 1, 1), datetime(2026, 12, 1), timezones=st.just(UTC)),  # noqa: DTZ001
    st.integers(1, 1440),
)
def test_between_two_borders_nothing_changes(expression: str, length: int, now: datetime, ahead: int) -> None:
    plans = [plan(expression, length * MINUTE)]
    until = now + ahead * MINUTE
    border = next_border(plans, after=now, until=until) or until
    held = in_force(plans, now) is not None
    between = now + (border - now) / 2
    assert (in_force(plans, between) is not None) is held

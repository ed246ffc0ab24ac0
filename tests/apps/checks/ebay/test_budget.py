"""How a day's calls are shared out over the day."""

from datetime import UTC, date, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.checks.ebay.budget import allowed_by_now, quota_day, renewed_at

moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001


def test_ebays_day_ends_at_midnight_on_the_pacific_coast() -> None:
    late = datetime(2026, 7, 1, 6, 59, tzinfo=UTC)
    assert quota_day(late) == date(2026, 6, 30)
    assert renewed_at(late) == datetime(2026, 7, 1, 7, tzinfo=UTC)
    assert quota_day(late + timedelta(minutes=1)) == date(2026, 7, 1)


@given(moments, st.integers(1, 100_000))
def test_a_day_never_allows_more_than_its_calls_and_keeps_some_for_auctions(
    now: datetime, calls: int
) -> None:
    assert 1 <= allowed_by_now(calls, now) <= allowed_by_now(calls, now, is_urgent=True) == calls


@given(moments, st.integers(1, 100_000), st.timedeltas(timedelta(0), timedelta(hours=23)))
def test_within_a_day_what_is_allowed_only_grows(now: datetime, calls: int, later: timedelta) -> None:
    after = now + later
    if quota_day(now) == quota_day(after):
        assert allowed_by_now(calls, now) <= allowed_by_now(calls, after)

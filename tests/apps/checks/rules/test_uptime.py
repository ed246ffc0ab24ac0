"""Uptime by time, and the buckets that keep it."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.uptime import (
    LENGTHS,
    Bucket,
    Grain,
    Span,
    bucket_of_answer,
    in_buckets,
    span_since,
    start_of,
    uptime,
)

NOON = datetime(2026, 3, 15, 12, tzinfo=UTC)
UP, DOWN = TargetState.UP, TargetState.DOWN


def test_time_counts_and_not_how_often_somebody_looked() -> None:
    assert uptime([Bucket({UP: 90}), Bucket({DOWN: 5}), Bucket({DOWN: 5})]) == 0.9


def test_maintenance_the_unknown_and_the_pending_are_left_out() -> None:
    apart = {TargetState.MAINTENANCE: 50.0, TargetState.UNKNOWN: 50.0, TargetState.PENDING: 50.0}
    assert uptime([Bucket({UP: 30, DOWN: 10, **apart})]) == 0.75


def test_of_no_data_nothing_is_said() -> None:
    assert uptime([]) is None
    assert uptime([Bucket({TargetState.UNKNOWN: 60})]) is None


def test_a_span_is_shared_out_to_its_buckets() -> None:
    span = Span(DOWN, NOON + timedelta(seconds=30), NOON + timedelta(seconds=130))
    assert list(in_buckets(span, Grain.MINUTE)) == [
        (NOON, Bucket({DOWN: 30})),
        (NOON + timedelta(minutes=1), Bucket({DOWN: 60})),
        (NOON + timedelta(minutes=2), Bucket({DOWN: 10})),
    ]


def test_a_look_holds_for_so_long_and_then_nobody_knows() -> None:
    later = NOON + timedelta(minutes=10)
    assert span_since(UP, NOON, later, holds_for=timedelta(minutes=4)) == (
        Span(UP, NOON, NOON + timedelta(minutes=4)),
        Span(TargetState.UNKNOWN, NOON + timedelta(minutes=4), later),
    )
    assert span_since(UP, NOON, later, holds_for=timedelta(hours=1)) == (Span(UP, NOON, later),)


def test_answers_add_up() -> None:
    whole = bucket_of_answer(100) + bucket_of_answer(300) + Bucket({UP: 60})
    assert whole == Bucket({UP: 60}, 2, 300, 100, 400)
    assert whole.mean == 200
    assert Bucket().mean is None


@given(
    st.integers(0, 10**6),
    st.integers(1, 10**6),
    st.sampled_from(list(Grain)),
    st.sampled_from(list(TargetState)),
)
def test_nothing_is_lost_between_buckets(begin: int, length: int, grain: Grain, state: TargetState) -> None:
    length = min(length, int(300 * LENGTHS[grain].total_seconds()))
    span = Span(state, NOON + timedelta(seconds=begin), NOON + timedelta(seconds=begin + length))
    shared = list(in_buckets(span, grain))
    assert sum(bucket.seconds[state] for _, bucket in shared) == pytest.approx(span.seconds)
    assert all(start_of(start, grain) == start for start, _ in shared)

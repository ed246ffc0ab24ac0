"""Ids are UUIDs of version 7: unlike each other, and in the order in which they were made."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

from hypothesis import given
from hypothesis import strategies as st

from cairn.services.clock import ManualClock
from cairn.services.identifiers import Identifiers

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def test_an_id_is_a_uuid_of_version_7_that_begins_with_the_time() -> None:
    made = UUID(Identifiers(ManualClock(NOON)).new())
    assert (made.version, made.variant) == (7, "specified in RFC 4122")
    assert made.int >> 80 == int(NOON.timestamp() * 1000)


@given(earlier=st.integers(0, 10**9), later=st.integers(0, 10**9), entropy=st.binary(min_size=8, max_size=8))
def test_what_is_made_later_sorts_later(earlier: int, later: int, entropy: bytes) -> None:
    """A microsecond is enough, whatever chance adds."""
    ids = [
        Identifiers(ManualClock(NOON + timedelta(microseconds=each)), lambda _: entropy).new()
        for each in (earlier, later)
    ]
    assert (ids[0] < ids[1], ids[0] == ids[1]) == (earlier < later, earlier == later)


def test_ids_of_one_moment_differ() -> None:
    identifiers = Identifiers(ManualClock(NOON))
    assert len({identifiers.new() for _ in range(1000)}) == 1000

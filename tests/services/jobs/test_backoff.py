"""What fails is tried again later and later, and not together with what failed beside it."""

from datetime import timedelta

from cairn.services.jobs.backoff import pause_after


def test_pauses_grow_threefold_up_to_six_hours() -> None:
    pauses = [pause_after(failures, 0) for failures in range(1, 11)]
    assert [pause.total_seconds() for pause in pauses] == [
        5, 15, 45, 135, 405, 1215, 3645, 10935, 21600, 21600,
    ]  # fmt: skip
    assert sum(pauses[:9], timedelta()) < timedelta(hours=12)


def test_chance_takes_off_up_to_a_quarter() -> None:
    assert pause_after(1, 1) == timedelta(seconds=3.75)
    assert pause_after(1, 0.5) == timedelta(seconds=4.375)


def test_a_thousand_failures_are_no_trouble() -> None:
    assert pause_after(1000, 0) == timedelta(hours=6)

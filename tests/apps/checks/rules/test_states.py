"""States: what retries, recoveries, unknown looks and maintenance make of what runs find."""

import itertools
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.checks.rules.states import Change, Patience, State, TargetState, Verdict, step

START = datetime(2026, 3, 15, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
_VERDICTS = {"g": Verdict.GOOD, "b": Verdict.BAD, "u": Verdict.UNKNOWN, "m": Verdict.PLANNED}
_SHOWN = {
    TargetState.UP: "U",
    TargetState.DOWN: "D",
    TargetState.PENDING: "P",
    TargetState.UNKNOWN: "?",
    TargetState.MAINTENANCE: "M",
}


def run(line: str, patience: Patience | None = None) -> tuple[str, list[Change]]:
    """A run a minute: what was shown after each, and what changed."""
    state, shown, changes = State(), "", list[Change]()
    for minute, found in enumerate(line):
        done = step(
            state, _VERDICTS[found], at=START + minute * MINUTE, patience=patience or Patience(retries=1)
        )
        state = done.state
        shown += _SHOWN[state.shown]
        if done.change:
            changes.append(done.change)
    return shown, changes


@pytest.mark.parametrize(
    ("line", "patience", "shown"),
    [
        ("ggbg", Patience(1), "UUPU"),
        ("gbbb", Patience(1), "UPDD"),
        ("gb", Patience(0), "UD"),
        ("gbbbg", Patience(3), "UPPPU"),
        ("bbgg", Patience(0, 2), "DDDU"),
        ("bbgbg", Patience(0, 2), "DDDDD"),
        ("gubub", Patience(1), "U?P?D"),
        ("bbuug", Patience(1), "PD??U"),
        ("gmmmg", Patience(0), "UMMMU"),
        ("gbmb", Patience(1), "UPMP"),
        ("uuu", Patience(0), "???"),
    ],
)
def test_what_is_shown(line: str, patience: Patience, shown: str) -> None:
    assert run(line, patience)[0] == shown


def test_down_counts_from_the_first_failure_and_up_from_the_first_answer() -> None:
    _, changes = run("gggbbbgg")
    assert changes == [
        Change(None, TargetState.UP, START, None),
        Change(TargetState.UP, TargetState.DOWN, START + 3 * MINUTE, 3 * MINUTE),
        Change(TargetState.DOWN, TargetState.UP, START + 6 * MINUTE, 3 * MINUTE),
    ]
    assert [change.is_told for change in changes] == [False, True, True]


def test_a_first_result_is_told_only_when_it_is_bad() -> None:
    assert [change.is_told for change in run("g")[1]] == [False]
    assert [change.is_told for change in run("bb")[1]] == [True]


def test_after_maintenance_only_what_is_down_is_told() -> None:
    assert [change.after for change in run("gmmg")[1] if change.is_told] == []
    assert [change.after for change in run("gmmbb")[1] if change.is_told] == [TargetState.DOWN]


@given(st.text("gbum", max_size=60), st.integers(0, 3), st.integers(1, 3))
def test_changes_alternate_and_unknown_looks_never_make_one(line: str, retries: int, recoveries: int) -> None:
    patience = Patience(retries, recoveries)
    _, changes = run(line, patience)
    assert all(before.after is not after.after for before, after in itertools.pairwise(changes))
    assert [each.after for each in run(line.replace("u", ""), patience)[1]] == [
        each.after for each in changes
    ]

"""Any history of looks gives the incidents, the messages and the uptime that the rules say."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from cairn.apps.checks.history_schema import Incident, KeptBucket
from cairn.apps.checks.kinds import KINDS, Attributes, Look
from cairn.apps.checks.rules.states import Change, TargetState, Verdict
from cairn.apps.checks.rules.uptime import Grain
from cairn.apps.checks.schema import Check, CheckAttributes, CheckStatus, CheckType
from cairn.apps.checks.service.outcomes import outcome
from cairn.apps.checks.standing import Tally

START = datetime(2026, 3, 15, 23, 50, tzinfo=UTC)  # so that a history goes over midnight
MINUTE = timedelta(minutes=1)
KIND = KINDS[CheckType.AVAILABILITY]


@dataclass
class History:
    """What was written of a check that was looked at again and again."""

    check: Check
    changes: list[Change] = field(default_factory=list)
    incidents: dict[datetime, Incident] = field(default_factory=dict)
    buckets: list[KeptBucket] = field(default_factory=list)
    states: list[TargetState] = field(default_factory=list)
    last: datetime = START


def lived(looks: Sequence[tuple[Verdict, int]], attributes: Attributes) -> History:
    """Each look, and how many seconds after the one before."""
    check = Check(
        checkid="c",
        userid="ada",
        url="https://example.org/",
        check_type=CheckType.AVAILABILITY,
        delay_ms=60_000,
        status=CheckStatus.ACTIVE,
        attributes=CheckAttributes(),
        created_at=START,
        updated_at=START,
    )
    history = History(check)
    at = START
    for verdict, seconds in looks:
        at += timedelta(seconds=seconds)
        answered = None if verdict in {Verdict.UNKNOWN, Verdict.PLANNED} else 100
        look = Look(verdict, "it is so", response_time=answered)
        came = outcome(history.check, attributes, look, began=at, now=at, chance=0.5)
        history.check = history.check.changed(
            last_executed_at=at, last_result=came.result, standing=came.standing, due_at=came.due_at
        )
        history.states.append(came.run.state)
        history.changes += [came.change] if came.change else []
        history.buckets += came.buckets
        if came.began is not None:
            history.incidents[came.began.began] = came.began
        if came.ended is not None:
            open_one = history.incidents[came.ended.began]
            history.incidents[came.ended.began] = open_one.changed(ended=came.ended.ended)
        history.last = at
    return history


looks = st.lists(st.tuples(st.sampled_from(Verdict), st.integers(1, 400)), max_size=60)
patience = st.builds(
    lambda retries, recoveries: KIND.read({"retries": retries, "recoveries": recoveries}),
    st.integers(0, 3),
    st.integers(1, 3),
)


@settings(max_examples=60)
@given(looks, patience)
def test_incidents_are_the_times_that_are_told_to_be_down(
    found: list[tuple[Verdict, int]], attributes: Attributes
) -> None:
    history = lived(found, attributes)
    falls = [each for each in history.changes if each.after is TargetState.DOWN]
    rises = [
        each for each in history.changes if each.after is TargetState.UP and each.before is TargetState.DOWN
    ]
    incidents = sorted(history.incidents.values(), key=lambda each: each.began)
    assert [each.began for each in incidents] == [each.since for each in falls]
    assert [each.ended for each in incidents if each.ended] == [each.since for each in rises]
    # They follow one another, and only the last one may go on.
    assert all(each.ended is not None for each in incidents[:-1])
    for earlier, later in pairwise(incidents):
        assert earlier.began < (earlier.ended or later.began) <= later.began


@settings(max_examples=60)
@given(looks, patience)
def test_messages_tell_of_changes_by_turns_and_never_of_a_first_success(
    found: list[tuple[Verdict, int]], attributes: Attributes
) -> None:
    told = [each.after for each in lived(found, attributes).changes if each.is_told]
    assert told[:1] in ([], [TargetState.DOWN])
    assert all(one is not other for one, other in pairwise(told))


@settings(max_examples=60)
@given(looks, patience)
def test_without_a_failure_nothing_is_ever_down(
    found: list[tuple[Verdict, int]], attributes: Attributes
) -> None:
    well = [(verdict, seconds) for verdict, seconds in found if verdict is not Verdict.BAD]
    history = lived(well, attributes)
    assert not history.incidents
    assert TargetState.DOWN not in history.states
    assert not [each for each in history.changes if each.is_told]


@settings(max_examples=60)
@given(looks, patience)
def test_every_grain_adds_up_to_the_same_time_and_to_no_more_than_has_passed(
    found: list[tuple[Verdict, int]], attributes: Attributes
) -> None:
    history = lived(found, attributes)
    standing = history.check.standing
    if standing is None:
        return
    running = {Grain.MINUTE: standing.minute, Grain.HOUR: standing.hour, Grain.DAY: standing.day}
    totals = {}
    for grain, now in running.items():
        tallies: list[Tally] = [each.tally for each in history.buckets if each.grain is grain]
        tallies += [now] if now is not None else []
        totals[grain] = (
            sum(each.up for each in tallies),
            sum(each.down for each in tallies),
            sum(each.pending for each in tallies),
            sum(each.maintenance for each in tallies),
            sum(each.answers for each in tallies),
        )
    assert totals[Grain.MINUTE] == totals[Grain.HOUR] == totals[Grain.DAY]
    *times, answers = totals[Grain.DAY]
    passed = sum(seconds for _, seconds in found[1:]) * 1000
    assert sum(times) <= passed
    assert answers == sum(verdict in {Verdict.GOOD, Verdict.BAD} for verdict, _ in found)


@settings(max_examples=40)
@given(st.lists(st.booleans(), min_size=1, max_size=40))
def test_the_end_of_a_certificate_is_told_three_times_at_most(has_answer: list[bool]) -> None:
    attributes = KIND.read({})
    check = lived([(Verdict.GOOD, 1)], attributes).check
    until = START + timedelta(days=20)
    told = []
    for day, answers in enumerate(has_answer):
        at = START + timedelta(days=day)
        look = Look(
            Verdict.GOOD if answers else Verdict.UNKNOWN, certificate_until=until if answers else None
        )
        came = outcome(check, attributes, look, began=at, now=at, chance=0.5)
        check = check.changed(last_executed_at=at, standing=came.standing)
        told += [at] if came.certificate_ends else []
    assert len(told) <= 3
    assert all(until - each < timedelta(days=14) for each in told)
    if all(has_answer) and len(has_answer) > 7:
        assert told[0] == START + timedelta(days=7)

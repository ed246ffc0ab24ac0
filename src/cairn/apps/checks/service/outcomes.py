"""What follows from a look: the check as it stands after it, and what is written beside. No I/O."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cairn.apps.checks.history_schema import Incident, KeptBucket, KeptFinding, PriceSeen, RunRecord
from cairn.apps.checks.kinds import Attributes, Look
from cairn.apps.checks.rules.certificates import warning
from cairn.apps.checks.rules.price_watch import PriceEvent, notice, see
from cairn.apps.checks.rules.states import Change, State, TargetState, step
from cairn.apps.checks.rules.tallies import Running, tally
from cairn.apps.checks.rules.timing import next_run, retry_delay
from cairn.apps.checks.rules.uptime import KEPT_FOR, Grain, Span, span_since
from cairn.apps.checks.schema import Check, LastResult, ResultStatus
from cairn.apps.checks.standing import KeptPrice, Standing, Tally

_FEWER_THAN_MINUTES: Final = timedelta(minutes=5)
"""A check that runs so seldom has no buckets of minutes: its runs are as many."""
_RUNS_KEPT: Final = 100
_RUNS_KEPT_FOR: Final = timedelta(hours=25)
_KEPT: Final = timedelta(days=400)
_UNKNOWN_AFTER: Final = 2
"""For so many delays a look holds. After that nobody knows."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a run comes to. `change` and `events` are what people may want to be told."""

    standing: Standing
    result: LastResult
    due_at: datetime
    run: RunRecord
    buckets: tuple[KeptBucket, ...]
    change: Change | None
    began: Incident | None
    ended: Incident | None
    price: PriceSeen | None
    events: tuple[PriceEvent, ...]
    certificate_ends: datetime | None = None
    """When the certificate runs out, where that is to be told."""


def outcome(
    check: Check, wanted: Attributes, look: Look, *, began: datetime, now: datetime, chance: float
) -> Outcome:
    """Takes a look into account."""
    before = check.standing or Standing()
    stepped = step(before.state, look.verdict, at=began, patience=wanted.patience)
    delay = timedelta(milliseconds=check.delay_ms)
    state, change = stepped.state, stepped.change
    due_at = look.again_at
    if due_at is None or state.shown is TargetState.PENDING:
        wait = retry_delay(delay) if state.shown is TargetState.PENDING else delay
        due_at = next_run(began, wait, now=now, chance=chance)
    price, events, seen = _priced(check, wanted, look, began)
    over, running = _tallied(check, before, look, began, delay)
    is_well = state.shown is TargetState.UP
    until = look.certificate_until
    told = before.certificate_told if until is None or until == before.certificate_until else None
    line = None
    if until is not None and wanted.warns_of_certificate is not None:
        line = warning(until, began, days=wanted.warns_of_certificate, told=told)
    standing = before.after(
        state,
        good_at=began if is_well else before.good_at,
        certificate_until=until or before.certificate_until,
        certificate_told=told if line is None else line,
        price=price,
        **running,
    )
    return Outcome(
        standing=standing,
        result=LastResult(
            status=ResultStatus(state.shown.value),
            response_time=look.response_time,
            keyword_found=look.keyword_found,
            reason=look.reason,
        ),
        due_at=max(due_at, now),
        run=_run(check, look, state, began, delay),
        buckets=over,
        change=change,
        began=_incident(check, look, change),
        ended=_ended(check, before, change, began),
        price=seen,
        events=events,
        certificate_ends=None if line is None else until,
    )


def _run(check: Check, look: Look, state: State, at: datetime, delay: timedelta) -> RunRecord:
    return RunRecord(
        checkid=check.checkid,
        at=at,
        state=state.shown,
        response_time=look.response_time,
        reason=look.reason,
        findings=tuple(
            KeptFinding(subject=each.subject, expected=each.expected, found=each.found, held=each.held)
            for each in look.findings
        ),
        amount=None if look.price is None else look.price.amount,
        currency=None if look.price is None else look.price.currency,
        expires_at=at + max(_RUNS_KEPT_FOR, _RUNS_KEPT * delay),
    )


def _tallied(
    check: Check, before: Standing, look: Look, at: datetime, delay: timedelta
) -> tuple[tuple[KeptBucket, ...], dict[str, Tally | None]]:
    """The time since the last look, as it stood then, in buckets. What nobody knows is in none of them."""
    spans: tuple[Span, ...] = ()
    if check.last_executed_at is not None and check.last_executed_at < at:
        found = span_since(before.shown, check.last_executed_at, at, holds_for=_UNKNOWN_AFTER * delay)
        spans = tuple(each for each in found if each.state is not TargetState.UNKNOWN)
    over: list[KeptBucket] = []
    running: dict[str, Tally | None] = {}
    for grain, kept in ((Grain.MINUTE, before.minute), (Grain.HOUR, before.hour), (Grain.DAY, before.day)):
        if grain is Grain.MINUTE and delay >= _FEWER_THAN_MINUTES:
            running[grain.value] = None
            continue
        known = None if kept is None else Running(kept.start, kept.bucket)
        tallied = tally(known, spans, grain, at=at, milliseconds=look.response_time)
        running[grain.value] = Tally.of(tallied.running.start, tallied.running.bucket)
        over += _kept(check.checkid, grain, tallied.over)
    return tuple(over), running


def _kept(checkid: str, grain: Grain, over: tuple[Running, ...]) -> Iterator[KeptBucket]:
    for each in over:
        yield KeptBucket(
            checkid=checkid,
            grain=grain,
            start=each.start,
            tally=Tally.of(each.start, each.bucket),
            expires_at=each.start + KEPT_FOR[grain],
        )


def _incident(check: Check, look: Look, change: Change | None) -> Incident | None:
    if change is None or change.after is not TargetState.DOWN:
        return None
    return Incident(
        checkid=check.checkid, began=change.since, cause=look.reason or "it is down", sample=look.sample
    )


def _ended(check: Check, before: Standing, change: Change | None, at: datetime) -> Incident | None:
    """The incident that is over, as far as it is known here; what it was about, its item says."""
    if change is None or change.before is not TargetState.DOWN or before.since is None:
        return None
    return Incident(
        checkid=check.checkid, began=before.since, cause="", ended=change.since, expires_at=at + _KEPT
    )


def _priced(
    check: Check, wanted: Attributes, look: Look, at: datetime
) -> tuple[KeptPrice | None, tuple[PriceEvent, ...], PriceSeen | None]:
    before = None if check.standing is None else check.standing.price
    if wanted.wish is None or (look.price is None and look.in_stock is None):
        return before, (), None
    known = (before or KeptPrice()).memory
    seen = see(known, wanted.wish, look.price, look.in_stock, at=at)
    memory, events = seen.memory, seen.events
    if look.sighting is not None:
        noticed = notice(memory, wanted.wish, look.sighting, at=at)
        memory, events = noticed.memory, (*events, *noticed.events)
    is_new = look.price is not None and look.price != known.price
    record = None
    if is_new and look.price is not None:
        record = PriceSeen(
            checkid=check.checkid,
            at=at,
            amount=look.price.amount,
            currency=look.price.currency,
            expires_at=at + _KEPT,
        )
    return KeptPrice.of(memory), events, record

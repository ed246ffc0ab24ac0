"""Checks for who looks around: a history as it would have come about, written and not waited for. It asks nobody anything."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, Final

from cairn.apps.checks.history_schema import Incident, Place
from cairn.apps.checks.kinds import KINDS, Look
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.rules.maintenance import Recurrence
from cairn.apps.checks.rules.prices import Money
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import Check, CheckAttributes, CheckStatus, CheckType, User
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.outcomes import outcome
from cairn.apps.checks.service.planning import WantedWindow
from cairn.apps.checks.service.wanted_pages import WantedGroup, WantedPage, WantedShown
from cairn.apps.checks.status_schema import PostKind
from cairn.services.accounts import Member
from cairn.services.identifiers import Identifiers
from cairn.services.services import Services
from cairn.services.shards import shard_of
from cairn.tables import Action, attribute, put

_MINUTE: Final = timedelta(minutes=1)
_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
_RUNS_SHOWN: Final = 100

Looking = Callable[[random.Random, timedelta], Look]
"""What was found so long ago."""


@dataclass(frozen=True)
class _Story:
    """A check, and what it found from when it was made until now."""

    name: str
    url: str
    check_type: CheckType
    every: timedelta
    age: timedelta
    looking: Looking
    attributes: dict[str, Any]
    tags: frozenset[str] = frozenset()


def _well(milliseconds: int) -> Looking:
    def look(chance: random.Random, _: timedelta) -> Look:
        took = round(milliseconds * chance.lognormvariate(0, 0.25))
        return Look(
            Verdict.GOOD, findings=(Finding("status", "200-299", "200", held=True),), response_time=took
        )

    return look


def _broken(milliseconds: int, first: timedelta, last: timedelta, reason: str, sample: str) -> Looking:
    """Well, but for a time that began and ended so long ago."""
    well = _well(milliseconds)

    def look(chance: random.Random, ago: timedelta) -> Look:
        if not last < ago <= first:
            return well(chance, ago)
        finding = Finding("status", "200-299", sample[5:8], held=False)
        return Look(
            Verdict.BAD, reason, (finding,), response_time=round(chance.uniform(40, 90)), sample=sample
        )

    return look


def _priced(chance: random.Random, ago: timedelta) -> Look:
    """A kettle that gets cheaper in three steps, with an offer in between."""
    week = ago // (7 * _DAY)
    amount = Decimal("24.90") if week in {0, 6} else Decimal("27.50") if week < 5 else Decimal("32.90")
    return Look(
        Verdict.GOOD,
        findings=(
            Finding("price, from JSON-LD", "is there", f"{amount} EUR", held=True),
            Finding("stock", "is told", "in stock", held=True),
        ),
        response_time=round(chance.uniform(300, 520)),
        price=Money(amount, "EUR"),
        in_stock=True,
    )


def _certified(chance: random.Random, ago: timedelta) -> Look:
    left = 61 + ago // _DAY
    finding = Finding("certificate", "at least 14 days left", f"{left} days left", held=True)
    return Look(Verdict.GOOD, findings=(finding,), response_time=round(chance.uniform(60, 110)))


_OUT: Final = "HTTP 503\nService Unavailable: the database is being restarted"
_GONE: Final = "HTTP 502\nBad Gateway"
_STORIES: Final = (
    _Story(
        "Website",
        "https://example.org/",
        CheckType.AVAILABILITY,
        5 * _MINUTE,
        21 * _DAY,
        _broken(140, 3 * _DAY + 47 * _MINUTE, 3 * _DAY, "status: expected 200-299, found 503", _OUT),
        {"keyword": "Example Domain"},
        frozenset({"ours"}),
    ),
    _Story(
        "Documentation",
        "https://example.com/",
        CheckType.AVAILABILITY,
        15 * _MINUTE,
        40 * _DAY,
        _well(210),
        {},
        frozenset({"ours"}),
    ),
    _Story(
        "Old shop",
        "https://shop.example/",
        CheckType.AVAILABILITY,
        15 * _MINUTE,
        30 * _DAY,
        _broken(380, 3 * _HOUR, -_DAY, "status: expected 200-299, found 502", _GONE),
        {},
    ),
    _Story(
        "Kettle, 1.7 l",
        "https://shop.example/kettle",
        CheckType.PRICE,
        _DAY,
        84 * _DAY,
        _priced,
        {"below": "25"},
    ),
    _Story(
        "Certificate",
        "https://example.org:443",
        CheckType.CERTIFICATE,
        6 * _HOUR,
        60 * _DAY,
        _certified,
        {},
        frozenset({"ours"}),
    ),
)


async def fill(services: Services, people: Sequence[Member]) -> None:
    """Gives the first of some people checks with a past."""
    member = people[0]
    checks = Checks.of(services)
    user = await checks.people.made(member)
    ids = Identifiers(services.clock)
    now = services.clock.now().replace(microsecond=0)
    made = {story.name: ids.new() for story in _STORIES}
    for story in _STORIES:
        await services.tables.write_batch(_told(story, made[story.name], user.userid, now))
    await services.tables.update(User.with_id(user.userid), attribute(User.checks).set(len(_STORIES)))
    await _show(checks, member, made, now)


async def _show(checks: Checks, member: Member, made: Mapping[str, str], now: datetime) -> None:
    """A status page with something to tell, and maintenance that comes."""
    page = WantedPage(
        address="example-shop",
        title="Example shop",
        text="How our pages and their neighbours do.",
        groups=[
            WantedGroup("Pages", [WantedShown(made["Website"]), WantedShown(made["Documentation"])]),
            WantedGroup("Shop", [WantedShown(made["Old shop"], "Shop, the old one")]),
        ],
    )
    shown = await checks.showing.create_page(member, page)
    mended = await checks.showing.tell(
        member,
        shown.pageid,
        title="Pages are slow",
        kind=PostKind.WARNING,
        text="Some pages take seconds to come.",
    )
    await checks.showing.add(
        member,
        shown.pageid,
        mended.postid,
        kind=PostKind.OPERATIONAL,
        text="A cache was full. All is quick again.",
    )
    await checks.showing.tell(
        member,
        shown.pageid,
        title="The old shop does not open",
        kind=PostKind.OUTAGE,
        text="Its server does not answer. We are on our way to it.",
    )
    await checks.planning.plan(
        member,
        WantedWindow(
            title="New disks",
            note="Pages may be gone for some minutes.",
            recurrence=Recurrence.ONCE,
            start=(now + 2 * _DAY).replace(hour=2, minute=0, second=0, microsecond=0),
            minutes=90,
            tags=frozenset({"ours"}),
        ),
    )


def _told(story: _Story, checkid: str, userid: str, now: datetime) -> list[Action]:
    """The check and its history, by the same rules by which it would have come about."""
    chance = random.Random(story.name)  # noqa: S311 - the same story each time
    kind = KINDS[story.check_type]
    wanted = kind.read(story.attributes)
    check = Check(
        checkid=checkid,
        userid=userid,
        url=kind.address(story.url),
        check_type=story.check_type,
        delay_ms=story.every // timedelta(milliseconds=1),
        status=CheckStatus.ACTIVE,
        attributes=CheckAttributes.model_validate(story.attributes),
        created_at=now - story.age,
        updated_at=now - story.age,
        name=story.name,
        tags=story.tags,
    )
    actions: list[Action] = []
    runs: list[Action] = []
    incidents: dict[datetime, Incident] = {}
    at = check.created_at
    while at < now:
        came = outcome(
            check, wanted, story.looking(chance, now - at), began=at, now=at, chance=chance.random()
        )
        check = check.changed(
            last_executed_at=at, last_result=came.result, standing=came.standing, due_at=came.due_at
        )
        runs.append(put(came.run))
        actions += [put(each) for each in came.buckets if each.expires_at is None or each.expires_at > now]
        if came.price is not None:
            actions.append(put(came.price))
        if came.began is not None:
            incidents[came.began.began] = came.began
        if came.ended is not None:
            began = incidents[came.ended.began]
            incidents[began.began] = began.changed(ended=came.ended.ended, expires_at=came.ended.expires_at)
        at = came.due_at
    place = Place(shard=shard_of(checkid), checkid=checkid)
    return [
        put(check),
        put(place),
        *runs[-_RUNS_SHOWN:],
        *actions,
        *(put(each) for each in incidents.values()),
    ]

"""Use-case: a status page as everybody sees it. It carries what its owner chose to show, and nothing else of anybody.

Working it out takes a few reads for each check; what was worked out serves everybody who comes within a minute.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from cairn.apps.checks.account_schema import Window
from cairn.apps.checks.history_schema import Incident, KeptBucket
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.strips import DAYS, Day, Overall, days_of, overall, standing_now
from cairn.apps.checks.rules.uptime import Grain, uptime
from cairn.apps.checks.schema import Check, CheckStatus
from cairn.apps.checks.service.lately import Lately
from cairn.apps.checks.service.planning import Planning
from cairn.apps.checks.service.refusals import NoSuchStatusPage
from cairn.apps.checks.service.showing import MOST_POSTS
from cairn.apps.checks.service.wanted_pages import is_address
from cairn.apps.checks.standing import Standing
from cairn.apps.checks.status_schema import Address, Post, ShownCheck, StatusPage
from cairn.services.accounts.schema import Account, AccountStatus
from cairn.services.clock import Clock
from cairn.tables import Tables

KEPT_FOR: Final = timedelta(minutes=1)
_MOST_INCIDENTS: Final = 50
_INCIDENTS_OF_ONE: Final = 10
_PAST: Final = timedelta(days=14)
_AHEAD: Final = timedelta(days=14)
_AT_ONCE: Final = 16


@dataclass(frozen=True, slots=True)
class PublicCheck:
    """A check under its chosen name."""

    checkid: str
    name: str
    url: str | None
    state: TargetState
    since: datetime | None
    uptime: float | None
    days: Sequence[Day]


@dataclass(frozen=True, slots=True)
class PublicGroup:
    title: str
    checks: Sequence[PublicCheck]


@dataclass(frozen=True, slots=True)
class PublicIncident:
    """A time in which something was down. Why, stays with the owner: causes name addresses."""

    name: str
    began: datetime
    ended: datetime | None


@dataclass(frozen=True, slots=True)
class PublicMaintenance:
    """Maintenance of something on the page: what goes on, or the next time."""

    title: str
    note: str
    begins: datetime
    ends: datetime
    goes_on: bool


@dataclass(frozen=True, slots=True)
class PublicPage:
    """All that a status page shows, as it was at a moment."""

    page: StatusPage
    at: datetime
    overall: Overall
    groups: Sequence[PublicGroup]
    incidents: Sequence[PublicIncident]
    maintenance: Sequence[PublicMaintenance]
    posts: Sequence[Post]

    @property
    def open_posts(self) -> list[Post]:
        return [each for each in self.posts if not each.is_over]

    @property
    def past_posts(self) -> list[Post]:
        return [each for each in self.posts if each.is_over]


_lately: Final[Lately[PublicPage]] = Lately(KEPT_FOR)


class ShownPages:
    """Status pages, for whoever comes."""

    def __init__(self, tables: Tables, clock: Clock, planning: Planning) -> None:
        self._tables = tables
        self._clock = clock
        self._planning = planning

    async def at(self, address: str) -> PublicPage:
        """The page at an address. A change by its owner is seen at once, what checks find within a minute."""
        page = await self.page_at(address)
        now = self._clock.now()
        posts = await self._tables.all(Post.last_of(page.pageid, MOST_POSTS))
        known = _lately.find(self._tables, page.pageid, now)
        if known is None or known.page != page:
            known = _lately.keep(self._tables, page.pageid, await self._worked_out(page, now), now)
        return replace(known, posts=posts)

    async def page_at(self, address: str) -> StatusPage:
        """What its owner made, by three reads."""
        taken = await self._tables.get(Address.of(address)) if is_address(address) else None
        page = (
            None if taken is None else await self._tables.get(StatusPage.with_id(taken.userid, taken.pageid))
        )
        if page is None or page.address != address or not await is_let_in(self._tables, page.userid):
            raise NoSuchStatusPage("There is no status page at this address")
        return page

    async def _worked_out(self, page: StatusPage, now: datetime) -> PublicPage:
        shown = page.shown
        found = await self._tables.get_all([Check.with_id(each) for each in shown])
        own = {each.checkid: each for each in found if each is not None and each.userid == page.userid}
        turn = asyncio.Semaphore(_AT_ONCE)
        seen = dict(
            zip(
                own,
                await asyncio.gather(
                    *(self._seen(check, shown[checkid], turn, now) for checkid, check in own.items())
                ),
                strict=True,
            )
        )
        groups = [
            PublicGroup(group.title, [seen[each.checkid][0] for each in group.checks if each.checkid in seen])
            for group in page.groups
        ]
        incidents = sorted(
            (each for _, of_check in seen.values() for each in of_check),
            key=lambda each: (each.ended is None, each.began),
            reverse=True,
        )
        states = [each.state for group in groups for each in group.checks]
        return PublicPage(
            page,
            now,
            overall(states),
            [each for each in groups if each.checks],
            incidents[:_MOST_INCIDENTS],
            _planned(await self._planning.windows(page.userid), list(own.values()), now),
            (),
        )

    async def _seen(
        self, check: Check, shown: ShownCheck, turn: asyncio.Semaphore, now: datetime
    ) -> tuple[PublicCheck, list[PublicIncident]]:
        async with turn:
            over = await self._tables.all(
                KeptBucket.since(check.checkid, Grain.DAY, now - timedelta(days=DAYS))
            )
            incidents = await self._tables.all(Incident.last_of(check.checkid, _INCIDENTS_OF_ONE))
        standing = check.standing or Standing()
        tallies = [each.tally for each in over] + ([standing.day] if standing.day else [])
        buckets = {each.start.date(): each.bucket for each in tallies}
        days = days_of(buckets, now.date())
        state = standing_now(
            standing.shown,
            check.due_at,
            timedelta(milliseconds=check.delay_ms),
            is_running=check.status is CheckStatus.ACTIVE,
            now=now,
        )
        public = PublicCheck(
            check.checkid,
            shown.name,
            check.url if shown.shows_url else None,
            state,
            standing.since if state in {TargetState.UP, TargetState.DOWN} else None,
            uptime(buckets[each.day] for each in days if each.day in buckets),
            days,
        )
        lately = [
            PublicIncident(shown.name, each.began, each.ended)
            for each in incidents
            if each.ended is None or each.ended > now - _PAST
        ]
        return public, lately


async def is_let_in(tables: Tables, userid: str) -> bool:
    """Whether an operator lets the owner in. What somebody shows who is not, nobody sees."""
    account = await tables.get(Account.with_id(userid))
    return account is None or account.status is AccountStatus.ACTIVE


def _planned(
    windows: Sequence[Window], checks: Sequence[Check], now: datetime
) -> Sequence[PublicMaintenance]:
    """What goes on or comes soon of what concerns one of these checks, the next one first."""
    found = []
    for window in windows:
        following = window.plan.next_after(now) if any(window.holds_for(each) for each in checks) else None
        if following is not None and following.start < now + _AHEAD:
            goes_on = following.start <= now
            found.append(
                PublicMaintenance(window.title, window.note or "", following.start, following.end, goes_on)
            )
    return sorted(found, key=lambda each: each.begins)

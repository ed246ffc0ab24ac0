"""Use-case: what a check's badges say. They are for everybody who may see the check on a page, or when it was said so."""

from datetime import datetime, timedelta
from typing import Final

from cairn.apps.checks.rules.badges import Badge, Said, of_certificate, of_response_time, of_status, of_uptime
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.strips import standing_now
from cairn.apps.checks.schema import Check, CheckStatus
from cairn.apps.checks.service.keeping import Keeping
from cairn.apps.checks.service.lately import Lately
from cairn.apps.checks.service.refusals import NoSuchBadge
from cairn.apps.checks.service.shown_pages import ShownPages, is_let_in
from cairn.apps.checks.service.viewing import PERIODS, Viewing
from cairn.apps.checks.status_schema import OpenBadges
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.tables import Tables, delete, put

KEPT_FOR: Final = timedelta(minutes=5)
_PERIODS: Final = dict(
    zip((Badge.UPTIME_24H, Badge.UPTIME_7D, Badge.UPTIME_30D, Badge.UPTIME_1Y), PERIODS, strict=True)
)
_lately: Final[Lately[Said]] = Lately(KEPT_FOR, most=5_000)


class Badges:
    """The badges of checks."""

    def __init__(
        self, tables: Tables, clock: Clock, keeping: Keeping, viewing: Viewing, pages: ShownPages
    ) -> None:
        self._tables = tables
        self._clock = clock
        self._keeping = keeping
        self._viewing = viewing
        self._pages = pages

    async def are_open(self, member: Member, checkid: str) -> bool:
        check = await self._keeping.check(member, checkid)
        return await self._tables.get(OpenBadges.of_check(check.checkid), consistent=True) is not None

    async def open(self, member: Member, checkid: str) -> None:
        """Lets everybody who has their address see a check's badges."""
        check = await self._keeping.check(member, checkid)
        opened = OpenBadges(checkid=check.checkid, userid=check.userid, opened_at=self._clock.now())
        await self._tables.write(put(opened))

    async def close(self, member: Member, checkid: str) -> None:
        """Hides them again, but for where a page shows the check."""
        check = await self._keeping.check(member, checkid)
        await self._tables.write(delete(OpenBadges.of_check(check.checkid)))

    async def on_page(self, address: str, checkid: str, badge: Badge) -> Said:
        """A badge of a check that stands on the status page at an address."""
        page = await self._pages.page_at(address)
        if checkid not in page.shown:
            raise NoSuchBadge("No such check stands on this page")
        return await self._said(checkid, page.userid, badge)

    async def of_check(self, checkid: str, badge: Badge) -> Said:
        """A badge of a check whose owner has opened them to everybody."""
        opened = await self._tables.get(OpenBadges.of_check(checkid)) if checkid else None
        if opened is None or not await is_let_in(self._tables, opened.userid):
            raise NoSuchBadge("There are no public badges of such a check")
        return await self._said(checkid, opened.userid, badge)

    async def _said(self, checkid: str, userid: str, badge: Badge) -> Said:
        now = self._clock.now()
        known = _lately.find(self._tables, (checkid, badge), now)
        if known is not None:
            return known
        check = await self._tables.get(Check.with_id(checkid))
        if check is None or check.userid != userid:
            raise NoSuchBadge("There is no such check any more")
        return _lately.keep(self._tables, (checkid, badge), await self._read(check, badge, now), now)

    async def _read(self, check: Check, badge: Badge, now: datetime) -> Said:
        match badge:
            case Badge.STATUS:
                return of_status(_state(check, now))
            case Badge.CERTIFICATE:
                return of_certificate(
                    None if check.standing is None else check.standing.certificate_until, now=now
                )
            case Badge.RESPONSE_TIME:
                return of_response_time((await self._viewing.figures(check)).response_time)
            case _:
                period = _PERIODS[badge]
                figures = await self._viewing.figures(check)
                share = next(each.share for each in figures.uptimes if each.period == period)
                return of_uptime(share, badge.removeprefix("uptime-"))


def _state(check: Check, now: datetime) -> TargetState:
    if check.standing is None:
        return TargetState.UNKNOWN
    return standing_now(
        check.standing.shown,
        check.due_at,
        timedelta(milliseconds=check.delay_ms),
        is_running=check.status is CheckStatus.ACTIVE,
        now=now,
    )

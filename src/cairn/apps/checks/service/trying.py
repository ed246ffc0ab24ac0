"""Use-case: looking before a check is made, so that a person sees what it would find."""

from collections import Counter
from datetime import timedelta
from typing import Final

from cairn.apps.checks.kinds import CanNotRun, Look
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.service.people import People
from cairn.apps.checks.service.refusals import LookedJustNow
from cairn.apps.checks.service.running import Running
from cairn.apps.checks.service.wanted import WantedCheck, valid
from cairn.services.accounts import Member

_AT_ONCE: Final = 2
_tried: Final[Counter[str]] = Counter()
"""How many each account tries in this process at the moment."""


class Trying:
    """Looks that nothing is kept of."""

    def __init__(self, running: Running, people: People) -> None:
        self._running = running
        self._people = people

    async def try_out(self, member: Member, wanted: WantedCheck) -> Look:
        """What a check would find now. One that could not be run is told as unknown, with the reason."""
        user = await self._people.known(member)
        right = valid(wanted, self._people.allowance(user))
        if _tried[member.account_id] >= _AT_ONCE:
            raise LookedJustNow("Wait for the looks that are under way", retry_after=timedelta(seconds=5))
        _tried[member.account_id] += 1
        try:
            delay = timedelta(milliseconds=wanted.delay_ms)
            return await self._running.look(right.kind, right.url, right.read, delay)
        except CanNotRun as fault:
            return Look(Verdict.UNKNOWN, str(fault))
        finally:
            _tried[member.account_id] -= 1
            if not _tried[member.account_id]:
                del _tried[member.account_id]

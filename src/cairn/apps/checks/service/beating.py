"""Use-case: somebody calls the address of a HEARTBEAT check. Whoever knows the address may; it can't be guessed."""

import base64
import hashlib
import hmac
from datetime import timedelta
from typing import Final

from cairn.apps.checks.history_schema import Beat
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.schema import Check, CheckStatus, CheckType
from cairn.apps.checks.service.keeping import TIMETABLE, Keeping
from cairn.apps.checks.service.refusals import NoSuchCheck
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs
from cairn.services.secret_keys import SecretKeys
from cairn.services.timetables import changed
from cairn.tables import Action, ConditionFailedError, Tables, attribute, put, update

LONGEST_NOTE: Final = 200
_BETWEEN_BEATS: Final = timedelta(seconds=1)
_BYTES: Final = 16


class Beating:
    """The calls of others."""

    def __init__(
        self, tables: Tables, jobs: Jobs, clock: Clock, keys: SecretKeys, keeping: Keeping, *, address: str
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._key = keys.key("checks.beats")
        self._keeping = keeping
        self._address = address

    def address_of(self, check: Check) -> str | None:
        """Where to call; None of a check that nobody calls."""
        if check.check_type is not CheckType.HEARTBEAT:
            return None
        return f"{self._address}/api/v1/checks/beats/{check.checkid}/{self._proof(check.checkid)}"

    async def heard(self, member: Member, checkid: str) -> tuple[str, Beat | None]:
        """Where to call for a check of the caller's, and the last call."""
        check = await self._keeping.check(member, checkid)
        address = self.address_of(check)
        if address is None:
            raise NoSuchCheck("Nobody calls this check: it is no heartbeat")
        return address, await self._tables.get(Beat.of(checkid), consistent=True)

    async def beat(self, checkid: str, proof: str, *, is_good: bool, note: str) -> Beat:
        """Takes a call. A check that is not up is looked at at once."""
        right = hmac.compare_digest(self._proof(checkid).encode(), proof.encode())
        check = await self._tables.get(Check.with_id(checkid), consistent=True) if right else None
        if check is None or check.check_type is not CheckType.HEARTBEAT:
            raise NoSuchCheck("Nobody is called by this address; look at the check for the right one")
        now = self._clock.now()
        beat = Beat(checkid=checkid, at=now, is_good=is_good, note=note or None)
        at = attribute(Beat.at)
        is_new = at.missing() | (at <= now - _BETWEEN_BEATS) | (Beat.is_good != is_good)
        shown = TargetState.UNKNOWN if check.standing is None else check.standing.shown
        actions: list[Action] = [put(beat, when=is_new)]
        if check.status is CheckStatus.ACTIVE and not (is_good and shown is TargetState.UP):
            actions += [
                update(Check.with_id(checkid), attribute(Check.due_at).set(now)),
                changed(self._jobs, TIMETABLE, checkid),
            ]
        try:
            await self._tables.write(*actions)
        except ConditionFailedError:
            return beat  # it called a moment ago, and said the same
        self._jobs.nudge()
        return beat

    def _proof(self, checkid: str) -> str:
        proof = hashlib.blake2b(
            checkid.encode("utf-8", "replace"), key=self._key, digest_size=_BYTES
        ).digest()
        return base64.urlsafe_b64encode(proof).decode().rstrip("=")

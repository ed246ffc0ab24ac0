"""When in the day a person wants to be told."""

from cairn.apps.runescape.rules.digests import next_digest
from cairn.apps.runescape.service.jobs import DIGEST, Digest
from cairn.apps.runescape.tracking_schema import Wishes
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs
from cairn.services.problems import InvalidInput
from cairn.tables import Action, Tables, put


class Hours:
    """The hours of people."""

    def __init__(self, tables: Tables, jobs: Jobs, clock: Clock) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock

    async def of_user(self, user_id: str) -> Wishes:
        """What a person wishes, or what holds of those who wish nothing."""
        return await self._tables.get(Wishes.of_user(user_id)) or Wishes(user_id=user_id)

    async def choose(
        self, member: Member, hour: int, *, quiet_from: int | None = None, quiet_until: int | None = None
    ) -> None:
        """The hour of the person's digest, and between which hours nothing else is sent."""
        for field, each in (("hour", hour), ("quietFrom", quiet_from), ("quietUntil", quiet_until)):
            if each is not None and not 0 <= each <= 23:
                raise InvalidInput.of(field, "a full hour from 0 to 23")
        if (quiet_from is None) is not (quiet_until is None):
            missing = "quietFrom" if quiet_from is None else "quietUntil"
            raise InvalidInput.of(missing, "quiet hours have a beginning and an end; leave both out for none")
        before = await self.of_user(member.account_id)
        wishes = before.changed(hour=hour, quiet_from=quiet_from, quiet_until=quiet_until)
        await self._tables.write(put(wishes), self._job(member, wishes))

    async def next_digest(self, member: Member) -> Action:
        """The job of the next digest, which is one however often it is written."""
        return self._job(member, await self.of_user(member.account_id))

    def _job(self, member: Member, wishes: Wishes) -> Action:
        due = next_digest(self._clock.now(), wishes.hour, member.preferences.zone)
        return self._jobs.enqueue(DIGEST, Digest(user_id=member.account_id), key=member.account_id, at=due)

"""How many messages an account can cause a day, by the installation's setting and the person's own wish."""

from datetime import timedelta
from typing import Final

from cairn.services.accounts.callers import Member, SignedIn
from cairn.services.accounts.preferences import Preferences
from cairn.services.accounts.schema import Account
from cairn.services.clock import Clock
from cairn.services.notify.schema import DayCount, Manners
from cairn.services.problems import InvalidInput
from cairn.tables import ConditionFailedError, Tables, attribute, put, upsert

_REMEMBERED: Final = timedelta(days=3)


class DayLimits:
    """Counts the messages of each account by its own days."""

    def __init__(self, tables: Tables, clock: Clock, *, most: int) -> None:
        self._tables = tables
        self._clock = clock
        self.most = most

    async def use(self, account_id: str) -> str | None:
        """Counts one message of today's, or says why there is none left."""
        account = await self._tables.get(Account.with_id(account_id))
        zone = (Preferences() if account is None else account.preferences).zone
        most = await self._of(account_id)
        now = self._clock.now()
        try:
            await self._tables.write(
                upsert(
                    DayCount.of(account_id, now.astimezone(zone).date()),
                    attribute(DayCount.sent).add(1),
                    attribute(DayCount.expires_at).set(now + _REMEMBERED),
                    when=attribute(DayCount.sent).missing() | (DayCount.sent < most),
                )
            )
        except ConditionFailedError:
            return f"Not sent: the {most} messages of today are used up. You can change the number a day"
        return None

    async def of_member(self, member: Member) -> int:
        """How many messages a day a person gets at most."""
        return await self._of(member.account_id)

    async def set(self, member: SignedIn, messages_a_day: int | None) -> None:
        """Has a person get no more than so many a day; None is as many as the installation lets."""
        if messages_a_day is not None and not 1 <= messages_a_day <= self.most:
            raise InvalidInput.of("messages_a_day", f"choose 1 to {self.most}, or none of your own")
        await self._tables.write(put(Manners(account_id=member.account_id, messages_a_day=messages_a_day)))

    async def _of(self, account_id: str) -> int:
        manners = await self._tables.get(Manners.of_account(account_id))
        own = None if manners is None else manners.messages_a_day
        return self.most if own is None else min(own, self.most)

"""How many messages an account can cause a day, by the installation's setting and the person's own wish."""

from datetime import timedelta
from typing import Final

from cairn.services.accounts.callers import Member, SignedIn
from cairn.services.accounts.preferences import Preferences
from cairn.services.accounts.schema import Account
from cairn.services.clock import Clock
from cairn.services.notify.schema import DayCount, Manners
from cairn.services.problems import InvalidInput, TooMany
from cairn.tables import Attribute, ConditionFailedError, Tables, attribute, put, upsert

_REMEMBERED: Final = timedelta(days=3)
_MOST_REQUESTS: Final = 40


class DayLimits:
    """Counts the messages of each account by its own days."""

    def __init__(self, tables: Tables, clock: Clock, *, most: int) -> None:
        self._tables = tables
        self._clock = clock
        self.most = most

    async def use(self, account_id: str) -> str | None:
        """Counts one message of today's, or says why there is none left."""
        most = await self._of(account_id)
        if await self._count(account_id, attribute(DayCount.sent), most):
            return None
        return f"Not sent: the {most} messages of today are used up. You can change the number a day"

    async def use_request(self, account_id: str) -> None:
        """Counts that a channel is looked at, or asked whether messages are wanted there. Raises `TooMany`.

        Whoever is asked has not agreed to it, so that this is bounded more closely.
        """
        if not await self._count(account_id, attribute(DayCount.asked), _MOST_REQUESTS):
            raise TooMany(
                f"Channels were added or asked {_MOST_REQUESTS} times today; go on tomorrow",
                retry_after=timedelta(hours=12),
            )

    async def _count(self, account_id: str, counter: Attribute[int], most: int) -> bool:
        """Counts one more on this day of the person's, unless there were so many."""
        account = await self._tables.get(Account.with_id(account_id))
        zone = (Preferences() if account is None else account.preferences).zone
        now = self._clock.now()
        try:
            await self._tables.write(
                upsert(
                    DayCount.of(account_id, now.astimezone(zone).date()),
                    counter.add(1),
                    attribute(DayCount.expires_at).set(now + _REMEMBERED),
                    when=counter.missing() | (counter < most),
                )
            )
        except ConditionFailedError:
            return False
        return True

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

"""Who has checks: the USER items. Somebody becomes one with the first check."""

from cairn.apps.checks.schema import User, UserStatus
from cairn.apps.checks.settings import Allowance, CheckSettings
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.tables import AlreadyThereError, Tables, attribute, create


class People:
    """The users of checks."""

    def __init__(self, tables: Tables, clock: Clock, settings: CheckSettings) -> None:
        self._tables = tables
        self._clock = clock
        self._settings = settings

    async def known(self, member: Member) -> User:
        """The user that an account is, whether there is an item of it or not."""
        found = await self._tables.get(User.with_id(member.account_id), consistent=True)
        return found or self._new(member)

    async def made(self, member: Member) -> User:
        """The user that an account is, with an item, and with the address that the account has now."""
        found = await self._tables.get(User.with_id(member.account_id), consistent=True)
        if found is None:
            found = self._new(member)
            try:
                await self._tables.write(create(found))
            except AlreadyThereError:
                return await self._tables.expect(User.with_id(member.account_id), consistent=True)
        if found.email != member.email:
            found = await self._tables.update(
                found,
                attribute(User.email).set(member.email),
                attribute(User.updated_at).set(self._clock.now()),
            )
        return found

    def allowance(self, user: User) -> Allowance:
        return self._settings.allowance(user.tier)

    def _new(self, member: Member) -> User:
        allowance = self._settings.tiers[-1 if member.is_operator else 0]
        now = self._clock.now()
        return User(
            userid=member.account_id,
            email=member.email,
            tier=allowance.tier,
            check_limit=allowance.checks,
            status=UserStatus.ACTIVE,
            created_at=now,
            updated_at=now,
        )

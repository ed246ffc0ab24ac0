"""The entrance: signing up and signing in with a password."""

from typing import Final

from cairn.services.accounts.callers import Anyone
from cairn.services.accounts.email_addresses import checked_email
from cairn.services.accounts.limits import (
    SIGN_IN_BY_ACCOUNT,
    SIGN_IN_BY_ADDRESS,
    SIGN_UP_BY_ACCOUNT,
    SIGN_UP_BY_ADDRESS,
)
from cairn.services.accounts.mailed_links import MailedLinks
from cairn.services.accounts.means import Means
from cairn.services.accounts.newcomers import Newcomers
from cairn.services.accounts.password_rules import checked_password, normalised
from cairn.services.accounts.preferences import Preferences
from cairn.services.accounts.refusals import AccountSuspended, EmailTaken, SignUpClosed, WrongCredentials
from cairn.services.accounts.schema import Account, AccountStatus, EmailClaim, LinkPurpose
from cairn.services.accounts.sessions import Entry, Sessions
from cairn.services.problems import InvalidInput
from cairn.tables import ConditionFailedError, attribute, update

_NOBODY: Final = "00000000-0000-7000-8000-000000000000"


class Entrance:
    """Where people without a session come in."""

    def __init__(self, means: Means, sessions: Sessions, newcomers: Newcomers) -> None:
        self._means = means
        self._sessions = sessions
        self._newcomers = newcomers
        self._links = MailedLinks(means)

    async def sign_up(
        self, anyone: Anyone, *, email: str, password: str, preferences: Preferences | None = None
    ) -> Entry:
        """Makes an account and comes in. The first account of an installation looks after it."""
        if not self._means.may_sign_up:
            raise SignUpClosed("Ask the operator of this installation for an account")
        await self._means.limits.of_address(SIGN_UP_BY_ADDRESS, anyone.address)
        email = checked_email(email)
        password = checked_password(password, email=email)
        await self._means.limits.of_account(SIGN_UP_BY_ACCOUNT, email)
        if await self._means.tables.get(EmailClaim.of(email)) is not None:
            raise EmailTaken("Sign in instead, or reset the password", fields={"email": "has an account"})
        account = self._newcomers.account(
            email=email,
            password_hash=await self._means.hashing.hash(password),
            preferences=preferences or Preferences(),
        )
        account = await self._newcomers.admit(
            account, *self._links.send(account, LinkPurpose.VERIFY_EMAIL, email)
        )
        self._means.jobs.nudge()
        return await self.enter(account, anyone)

    async def sign_in(self, anyone: Anyone, *, email: str, password: str) -> Entry:
        """Comes in with a password. An address that nobody has takes as long, and is answered the same."""
        await self._means.limits.of_address(SIGN_IN_BY_ADDRESS, anyone.address)
        try:
            email = checked_email(email)
        except InvalidInput as fault:
            raise WrongCredentials("The e-mail address or the password is not right") from fault
        await self._means.limits.of_account(SIGN_IN_BY_ACCOUNT, email)
        account = await self.verified(email, password)
        if account is None:
            raise WrongCredentials("The e-mail address or the password is not right")
        return await self.enter(account, anyone)

    async def verified(self, email: str, password: str) -> Account | None:
        """The account with this address and password, or None, in the same time."""
        claim = await self._means.tables.get(EmailClaim.of(email))
        account = await self._means.tables.get(
            Account.with_id(_NOBODY if claim is None else claim.account_id), consistent=True
        )
        stored = None if account is None else account.password_hash
        is_right = await self._means.hashing.verify(stored, normalised(password))
        if account is None or stored is None or not is_right or account.status is AccountStatus.DELETING:
            return None
        if self._means.hashing.is_outdated(stored):
            await self._rehash(account, stored, normalised(password))
        return account

    async def enter(self, account: Account, anyone: Anyone) -> Entry:
        """Opens a session for an account whose owner has proven to be so."""
        if account.status is AccountStatus.SUSPENDED:
            raise AccountSuspended("The operator of this installation has suspended this account")
        opening, entry = self._sessions.open(account, anyone)
        await self._means.tables.write(opening)
        return entry

    async def _rehash(self, account: Account, stored: str, password: str) -> None:
        fresh = attribute(Account.password_hash).set(await self._means.hashing.hash(password))
        try:
            await self._means.tables.write(update(account, fresh, when=Account.password_hash == stored))
        except ConditionFailedError:
            return  # it was changed at this moment, with the parameters of today

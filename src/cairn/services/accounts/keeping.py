"""What whoever holds the data folder may do without signing in: the commands `cairn account` and `cairn token`."""

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Final

from cairn.services.accounts.email_addresses import checked_email
from cairn.services.accounts.mailed_links import MailedLinks
from cairn.services.accounts.means import Means
from cairn.services.accounts.newcomers import Newcomers
from cairn.services.accounts.oversight import AccountListed, Oversight, listed
from cairn.services.accounts.password_rules import checked_password
from cairn.services.accounts.passwords import Passwords
from cairn.services.accounts.preferences import Preferences
from cairn.services.accounts.refusals import EmailTaken
from cairn.services.accounts.schema import Account, AccountStatus, EmailClaim, LinkPurpose
from cairn.services.problems import NotFound

_LINK_LIFETIME: Final = timedelta(days=1)


class Keeping:
    """Accounts, by their addresses, for who keeps the house."""

    def __init__(
        self, means: Means, newcomers: Newcomers, passwords: Passwords, oversight: Oversight
    ) -> None:
        self._means = means
        self._newcomers = newcomers
        self._passwords = passwords
        self._oversight = oversight
        self._links = MailedLinks(means)

    async def everybody(self) -> AsyncIterator[AccountListed]:
        """All accounts, the oldest first."""
        async for ref in self._means.tables.iterate(Account.all()):
            account = await self._means.tables.get(ref)
            if account is not None:
                yield listed(account)

    async def create(self, email: str, *, password: str | None, is_operator: bool) -> AccountListed:
        """Makes an account, also where sign-up is closed. Without a password, a link lets its owner choose one."""
        email = checked_email(email)
        password_hash = None
        if password is not None:
            password_hash = await self._means.hashing.hash(checked_password(password, email=email))
        newcomer = self._newcomers.account(
            email=email, password_hash=password_hash, preferences=Preferences()
        )
        try:
            account = await self._newcomers.admit(newcomer)
        except EmailTaken as refusal:
            raise EmailTaken(f"{email} has an account already") from refusal
        if is_operator and not account.is_operator:
            await self._oversight.appoint(account)
        return listed(await self.account(email))

    async def account(self, email: str) -> Account:
        """The account with an address. Raises `NotFound` when there is none."""
        email = checked_email(email)
        claim = await self._means.tables.get(EmailClaim.of(email), consistent=True)
        ref = None if claim is None else Account.with_id(claim.account_id)
        account = None if ref is None else await self._means.tables.get(ref, consistent=True)
        if account is None or account.status is AccountStatus.DELETING:
            raise NotFound(f"No account has the address {email}")
        return account

    async def set_password(self, email: str, password: str) -> None:
        """Gives an account another password, which ends all its sessions."""
        account = await self.account(email)
        await self._passwords.set(account, checked_password(password, email=account.email))

    async def password_link(self, email: str) -> str:
        """The address of a page on which the owner of an account chooses a password, within a day."""
        account = await self.account(email)
        making, url = self._links.make(
            account, LinkPurpose.RESET_PASSWORD, checked_email(email), lifetime=_LINK_LIFETIME
        )
        await self._means.tables.write(making)
        return url

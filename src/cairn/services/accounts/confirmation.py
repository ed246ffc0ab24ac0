"""Proving it again: what can't be undone, or locks others out, is not done by whoever finds an open browser."""

from datetime import timedelta
from typing import Final

from cairn.services.accounts.callers import SignedIn
from cairn.services.accounts.limits import SIGN_IN_BY_ACCOUNT
from cairn.services.accounts.means import Means
from cairn.services.accounts.password_rules import normalised
from cairn.services.accounts.refusals import SignInAgain
from cairn.services.accounts.schema import Account, AccountStatus, Session
from cairn.services.accounts.sessions import is_open
from cairn.services.problems import InvalidInput, NotSignedIn
from cairn.tables import When

_JUST_NOW: Final = timedelta(minutes=15)


class Confirmation:
    """Makes sure that it is the owner who asks."""

    def __init__(self, means: Means) -> None:
        self._means = means

    async def owned(self, member: SignedIn) -> Account:
        """The account as it is at this moment. Raises `NotSignedIn` when the session has ended since it was shown."""
        tables = self._means.tables
        session = await tables.get(Session.with_id(member.account_id, member.session_id), consistent=True)
        account = await tables.get(Account.with_id(member.account_id), consistent=True)
        if account is None or session is None or not is_open(account, session, self._means.clock.now()):
            raise NotSignedIn("This session has ended; sign in again")
        return account

    async def confirmed(self, member: SignedIn, password: str | None, *, field: str = "password") -> Account:
        """The account, once the password was given, or, where there is none, after a sign-in of just now."""
        account = await self.owned(member)
        if account.password_hash is None:
            if self._means.clock.now() - member.signed_in_at > _JUST_NOW:
                raise SignInAgain("Sign out, sign in again, and do this within 15 minutes")
            return account
        if not password:
            raise InvalidInput.of(field, "give the password of your account, to show that it is you")
        await self._means.limits.of_account(SIGN_IN_BY_ACCOUNT, account.email or account.account_id)
        if not await self._means.hashing.verify(account.password_hash, normalised(password)):
            raise InvalidInput.of(field, "is not the password of your account")
        return account


def as_seen(account: Account) -> When:
    """Whether an account is still as somebody found it: not signed out everywhere since, nor stopped."""
    return (Account.generation == account.generation) & (Account.status == AccountStatus.ACTIVE)

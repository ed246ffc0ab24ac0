"""What operators do with the accounts of others."""

from dataclasses import dataclass
from datetime import datetime

from cairn.services.accounts.callers import Operator
from cairn.services.accounts.departures import Departures
from cairn.services.accounts.means import Means
from cairn.services.accounts.schema import Account, AccountStatus
from cairn.services.accounts.sessions import Sessions
from cairn.services.accounts.stewardship import appointing, dismissing, is_of_the_last, last_operator
from cairn.services.problems import Conflict, NotFound
from cairn.tables import Action, Change, ConditionFailedError, Page, attribute, update


@dataclass(frozen=True, slots=True)
class AccountListed:
    """An account, as operators see it in a list."""

    account_id: str
    email: str | None
    is_email_verified: bool
    status: AccountStatus
    is_operator: bool
    created_at: datetime


class Oversight:
    """The accounts of an installation, for those who look after it."""

    def __init__(self, means: Means, sessions: Sessions, departures: Departures) -> None:
        self._means = means
        self._sessions = sessions
        self._departures = departures

    async def page(
        self, operator: Operator, *, size: int = 50, cursor: str | None = None
    ) -> Page[AccountListed]:
        """Accounts, the oldest first, going on where `cursor` says."""
        refs = await self._means.tables.page(
            Account.all(), size=size, caller=operator.account_id, cursor=cursor
        )
        accounts = await self._means.tables.get_all(refs.items)
        return Page([listed(each) for each in accounts if each is not None], refs.cursor, refs.unreadable)

    async def suspend(self, operator: Operator, account_id: str) -> None:
        """Lets nobody in with an account from this moment on. What it keeps stays."""
        account = await self._found(account_id)
        if account.is_operator:
            raise Conflict("An operator can't be suspended: take that from them first")
        await self._change(
            account,
            attribute(Account.status).set(AccountStatus.SUSPENDED),
            attribute(Account.generation).add(1),
        )
        await self._sessions.forget_older(account_id, None)

    async def resume(self, operator: Operator, account_id: str) -> None:
        """Lets people in again with an account that was suspended."""
        account = await self._found(account_id)
        if account.status is AccountStatus.SUSPENDED:
            await self._change(account, attribute(Account.status).set(AccountStatus.ACTIVE))

    async def make_operator(self, operator: Operator, account_id: str) -> None:
        """Makes an account one of those that look after the installation."""
        await self.appoint(await self._found(account_id))

    async def appoint(self, account: Account) -> None:
        if account.status is not AccountStatus.ACTIVE:
            raise Conflict("This account is suspended; resume it first")
        if not account.is_operator:
            change, joining = appointing(account)
            await self._change(account, change, more=[joining])

    async def dismiss(self, operator: Operator, account_id: str) -> None:
        """Makes an account one of those that everybody has. The last operator stays one."""
        account = await self._found(account_id)
        if account.is_operator:
            change, leaving = dismissing(account)
            await self._change(account, change, more=[leaving])

    async def delete(self, operator: Operator, account_id: str) -> None:
        """Deletes an account with all that is kept of it."""
        await self._departures.begin(await self._found(account_id))

    async def _found(self, account_id: str) -> Account:
        try:
            ref = Account.with_id(account_id)
        except ValueError as fault:
            raise NotFound("There is no such account") from fault
        account = await self._means.tables.get(ref, consistent=True)
        if account is None or account.status is AccountStatus.DELETING:
            raise NotFound("There is no such account")
        return account

    async def _change(self, account: Account, *changes: Change, more: list[Action] | None = None) -> None:
        unchanged = (Account.status == account.status) & (Account.is_operator == account.is_operator)
        try:
            await self._means.tables.write(update(account, *changes, when=unchanged), *(more or []))
        except ConditionFailedError as refusal:
            if is_of_the_last(refusal):
                raise last_operator() from refusal
            raise Conflict("The account was changed at this moment; look again") from refusal


def listed(account: Account) -> AccountListed:
    return AccountListed(
        account.account_id,
        account.email,
        account.email_verified_at is not None,
        account.status,
        account.is_operator,
        account.created_at,
    )

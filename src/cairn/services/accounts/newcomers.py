"""New accounts, however somebody comes: one for an e-mail address, and the first of them is an operator's."""

from cairn.services.accounts.means import Means
from cairn.services.accounts.preferences import Preferences
from cairn.services.accounts.refusals import EmailTaken
from cairn.services.accounts.schema import Account, EmailClaim, Operators
from cairn.tables import Action, AlreadyThereError, create


class Newcomers:
    """Lets people in who were not here before."""

    def __init__(self, means: Means) -> None:
        self._means = means

    def account(self, *, email: str | None, password_hash: str | None, preferences: Preferences) -> Account:
        """An account to be admitted."""
        return Account(
            account_id=self._means.identifiers.new(),
            email=email,
            password_hash=password_hash,
            preferences=preferences,
            created_at=self._means.clock.now(),
        )

    async def admit(self, account: Account, *more: Action, may_be_first: bool = True) -> Account:
        """Makes the account, in one transaction with `more`. The first one is an operator's."""
        claims = (
            []
            if account.email is None
            else [create(EmailClaim(email=account.email, account_id=account.account_id))]
        )
        if may_be_first and await self._means.tables.get(Operators.all()) is None:
            first = account.changed(is_operator=True)
            founding = create(Operators(account_ids=frozenset({account.account_id})))
            try:
                await self._write(founding, *claims, create(first), *more)
            except AlreadyThereError as refusal:
                if refusal.action is not founding:
                    raise
            else:
                return first
        await self._write(*claims, create(account), *more)
        return account

    async def _write(self, *actions: Action) -> None:
        try:
            await self._means.tables.write(*actions)
        except AlreadyThereError as refusal:
            if refusal.action.layout.entity is EmailClaim:
                raise EmailTaken(
                    "Sign in instead, or reset the password", fields={"email": "has an account"}
                ) from refusal
            raise

"""Changing the password, or choosing a first one. It ends all other sessions."""

from cairn.services.accounts import letters
from cairn.services.accounts.callers import SignedIn
from cairn.services.accounts.confirmation import Confirmation, as_seen
from cairn.services.accounts.mailed_links import MailedLinks
from cairn.services.accounts.means import Means
from cairn.services.accounts.password_rules import checked_password
from cairn.services.accounts.schema import Account, Session
from cairn.services.accounts.sessions import Sessions
from cairn.services.problems import Conflict
from cairn.tables import ConditionFailedError, attribute, update


class Passwords:
    """The passwords of all accounts."""

    def __init__(self, means: Means, sessions: Sessions, confirmation: Confirmation) -> None:
        self._means = means
        self._sessions = sessions
        self._confirmation = confirmation
        self._links = MailedLinks(means)

    async def change(self, member: SignedIn, *, password: str, current: str | None = None) -> None:
        """Gives the account a new password. `current` is left out by who signed in with a provider alone."""
        account = await self._confirmation.confirmed(member, current, field="current")
        password = checked_password(password, email=account.email)
        await self.set(account, password, but_of=member)

    async def set(self, account: Account, password: str, *, but_of: SignedIn | None = None) -> None:
        """Gives an account a password that was checked, and ends all its sessions but that of one member."""
        told = (
            [] if account.email is None else [self._links.post(letters.password_was_changed(), account.email)]
        )
        staying = (
            []
            if but_of is None
            else [
                update(
                    Session.with_id(but_of.account_id, but_of.session_id),
                    attribute(Session.generation).set(account.generation + 1),
                )
            ]
        )
        try:
            await self._means.tables.write(
                update(
                    account,
                    attribute(Account.password_hash).set(await self._means.hashing.hash(password)),
                    attribute(Account.generation).add(1),
                    when=as_seen(account),
                ),
                *staying,
                *told,
            )
        except ConditionFailedError as refusal:
            raise Conflict("The account was changed at this moment; try again") from refusal
        self._means.jobs.nudge()
        await self._sessions.forget_older(account.account_id, account.generation + 1)

"""What people do by mail: prove that an address is theirs, take another one, choose a new password.

Nobody learns here whether an address has an account: who asks is answered alike, and as quickly.
"""

from typing import Final

from pydantic import BaseModel, ConfigDict

from cairn.services.accounts import letters
from cairn.services.accounts.callers import Anyone, SignedIn
from cairn.services.accounts.confirmation import Confirmation
from cairn.services.accounts.email_addresses import checked_email
from cairn.services.accounts.limits import MAIL_BY_ACCOUNT, MAIL_BY_ADDRESS
from cairn.services.accounts.mailed_links import MailedLinks
from cairn.services.accounts.means import Means
from cairn.services.accounts.password_rules import checked_password
from cairn.services.accounts.reclaiming import Reclaiming
from cairn.services.accounts.refusals import AccountSuspended, EmailTaken, LinkUsed
from cairn.services.accounts.schema import Account, AccountStatus, EmailClaim, LinkPurpose
from cairn.services.accounts.sessions import Entry, Sessions
from cairn.services.jobs import JobKind, Run
from cairn.services.problems import Conflict, InvalidInput
from cairn.tables import Action, ConditionFailedError, When, attribute, create, delete, update


class ResetAsked(BaseModel):
    """Somebody asked for a new password of the account with this address, if there is one."""

    model_config = ConfigDict(frozen=True)

    email: str


MAIL_RESET_LINK: Final = JobKind("accounts.mail_reset_link", ResetAsked)


class Links:
    """Asking for links in mails, and using them."""

    def __init__(self, means: Means, sessions: Sessions, confirmation: Confirmation) -> None:
        self._means = means
        self._sessions = sessions
        self._confirmation = confirmation
        self._links = MailedLinks(means)
        self._reclaiming = Reclaiming(means)

    async def ask_to_verify_email(self, member: SignedIn) -> None:
        """Mails a link that proves that the account's address is its owner's."""
        account = await self._confirmation.owned(member)
        if account.email is None:
            raise Conflict("The account has no e-mail address; give it one first")
        if account.email_verified_at is not None:
            raise Conflict(f"{account.email} is confirmed already")
        await self._means.limits.of_account(MAIL_BY_ACCOUNT, account.email)
        await self._write(*self._links.send(account, LinkPurpose.VERIFY_EMAIL, account.email))

    async def verify_email(self, anyone: Anyone, *, secret: str) -> str:
        """Uses the link, and returns the address that is verified."""
        link, account = await self._links.read(secret, LinkPurpose.VERIFY_EMAIL)
        verified = attribute(Account.email_verified_at).set(self._means.clock.now())
        await self._use(
            MailedLinks.using(link),
            update(account, verified, when=_as_mailed(account)),
        )
        return link.email

    async def ask_to_change_email(self, member: SignedIn, *, email: str, password: str | None = None) -> None:
        """Mails a link to the new address, which counts once the link is used."""
        email = checked_email(email)
        account = await self._confirmation.confirmed(member, password)
        if email == account.email:
            raise InvalidInput.of("email", "is the address that the account has; give another one")
        await self._means.limits.of_account(MAIL_BY_ACCOUNT, account.account_id)
        await self._means.limits.of_account(MAIL_BY_ACCOUNT, email)
        # Whether another account has the address, only who reads mail there finds out.
        await self._write(*self._links.send(account, LinkPurpose.CHANGE_EMAIL, email))

    async def change_email(self, anyone: Anyone, *, secret: str) -> str:
        """Uses the link, and returns the address that the account has from now on."""
        link, account = await self._links.read(secret, LinkPurpose.CHANGE_EMAIL)
        claiming = create(EmailClaim(email=link.email, account_id=account.account_id))
        changing = update(
            account,
            attribute(Account.email).set(link.email),
            attribute(Account.email_verified_at).set(self._means.clock.now()),
            when=_as_mailed(account),
        )
        leaving: list[Action] = []
        if account.email is not None:
            leaving = [
                delete(EmailClaim.of(account.email), when=EmailClaim.account_id == account.account_id),
                self._links.post(letters.email_was_changed(link.email), account.email),
            ]
        try:
            await self._use(MailedLinks.using(link), changing, claiming, *leaving)
        except LinkUsed:
            if await self._means.tables.get(EmailClaim.of(link.email), consistent=True) is not None:
                raise EmailTaken("Another account has this address; sign in to that one") from None
            raise
        return link.email

    async def ask_to_reset_password(self, anyone: Anyone, *, email: str) -> None:
        """Mails a link with which to choose a new password, if there is an account with this address."""
        await self._means.limits.of_address(MAIL_BY_ADDRESS, anyone.address)
        email = checked_email(email)
        await self._means.limits.of_account(MAIL_BY_ACCOUNT, email)
        # Whether there is an account is looked up by a worker, so that the answer takes as long either way.
        await self._means.tables.write(self._means.jobs.enqueue(MAIL_RESET_LINK, ResetAsked(email=email)))
        self._means.jobs.nudge()

    async def mail_reset_link(self, asked: ResetAsked, run: Run) -> None:
        """Does what was asked for by `ask_to_reset_password`."""
        account = await self._with_email(asked.email)
        if account is None or account.status is not AccountStatus.ACTIVE:
            return
        await run.complete(*self._links.send(account, LinkPurpose.RESET_PASSWORD, asked.email))
        self._means.jobs.nudge()

    async def check_reset(self, anyone: Anyone, *, secret: str) -> str:
        """The address whose account a link gives a new password, without using it: for a page that asks for one."""
        link, _ = await self._links.read(secret, LinkPurpose.RESET_PASSWORD)
        return link.email

    async def reset_password(self, anyone: Anyone, *, secret: str, password: str) -> Entry:
        """Uses the link: the account has the new password, all its sessions are over, and a new one begins."""
        link, account = await self._links.read(secret, LinkPurpose.RESET_PASSWORD)
        if account.status is AccountStatus.SUSPENDED:
            raise AccountSuspended("The operator of this installation has suspended this account")
        password = checked_password(password, email=link.email)
        now = self._means.clock.now()
        password_hash = await self._means.hashing.hash(password)
        renewed = account.changed(
            password_hash=password_hash,
            email_verified_at=account.email_verified_at or now,
            generation=account.generation + 1,
        )
        opening, entry = self._sessions.open(renewed, anyone)
        await self._use(
            MailedLinks.using(link),
            update(
                account,
                attribute(Account.password_hash).set(password_hash),
                attribute(Account.email_verified_at).set_if_absent(now),
                attribute(Account.generation).add(1),
                when=_as_mailed(account),
            ),
            opening,
            self._links.post(letters.password_was_changed(), link.email),
            *await self._reclaiming.actions(account),
        )
        await self._sessions.forget_older(account.account_id, renewed.generation)
        return entry

    async def _with_email(self, email: str) -> Account | None:
        claim = await self._means.tables.get(EmailClaim.of(email), consistent=True)
        if claim is None:
            return None
        return await self._means.tables.get(Account.with_id(claim.account_id), consistent=True)

    async def _use(self, *actions: Action) -> None:
        try:
            await self._write(*actions)
        except ConditionFailedError as refusal:
            raise LinkUsed(
                "It was used at this moment, or the account has changed; ask for another one"
            ) from refusal

    async def _write(self, *actions: Action) -> None:
        await self._means.tables.write(*actions)
        self._means.jobs.nudge()


def _as_mailed(account: Account) -> When:
    """Whether an account is still as the link that was read is about."""
    email, generation, status = (
        attribute(Account.email),
        attribute(Account.generation),
        attribute(Account.status),
    )
    same_email = email.missing() if account.email is None else email == account.email
    return (generation == account.generation) & (status == account.status) & same_email

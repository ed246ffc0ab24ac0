"""Links that are mailed: each for one purpose, once, for some time, and only until the account signs out everywhere."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from cairn.services.accounts import letters
from cairn.services.accounts.credentials import Credential
from cairn.services.accounts.letters import Letter
from cairn.services.accounts.means import Means
from cairn.services.accounts.refusals import LinkUsed
from cairn.services.accounts.schema import Account, AccountStatus, Link, LinkPurpose
from cairn.services.mail import SEND_MAIL
from cairn.tables import Action, attribute, create, delete

LINK_PARAMETER: Final = "link"
"""The parameter of a page's address that carries the secret."""


@dataclass(frozen=True, slots=True)
class _Use:
    """What a link is used for: the page that it opens, for how long, and the letter that brings it."""

    page: str
    lifetime: timedelta
    letter: Callable[[str], Letter]


_USES: Final[Mapping[LinkPurpose, _Use]] = {
    LinkPurpose.VERIFY_EMAIL: _Use("/verify-email", timedelta(days=7), letters.verify_email),
    LinkPurpose.CHANGE_EMAIL: _Use("/change-email", timedelta(days=1), letters.change_email),
    LinkPurpose.RESET_PASSWORD: _Use("/reset-password", timedelta(hours=1), letters.reset_password),
}


class MailedLinks:
    """Makes links, and tells what one proves."""

    def __init__(self, means: Means) -> None:
        self._means = means

    def make(
        self, account: Account, purpose: LinkPurpose, email: str, *, lifetime: timedelta | None = None
    ) -> tuple[Action, str]:
        """A link to come: what stores it, and its address."""
        credential = Credential.new(account.account_id, self._means.entropy)
        use = _USES[purpose]
        link = Link(
            account_id=account.account_id,
            link_id=credential.id,
            purpose=purpose,
            email=email,
            generation=account.generation,
            expires_at=self._means.clock.now() + (lifetime or use.lifetime),
        )
        return create(link), f"{self._means.public_url}{use.page}?{LINK_PARAMETER}={credential}"

    def send(self, account: Account, purpose: LinkPurpose, email: str) -> tuple[Action, Action]:
        """What stores a link and mails it."""
        making, url = self.make(account, purpose, email)
        return making, self.post(_USES[purpose].letter(url), email)

    def post(self, letter: Letter, email: str) -> Action:
        """What mails a letter."""
        return self._means.jobs.enqueue(SEND_MAIL, letter.to(email, house=self._means.public_url))

    async def read(self, secret: str, purpose: LinkPurpose) -> tuple[Link, Account]:
        """What a link proves, and of whom. Raises `LinkUsed` for one that proves nothing."""
        credential = Credential.read(secret)
        if credential is None:
            raise _none()
        tables = self._means.tables
        link = await tables.get(Link.with_id(credential.account_id, credential.id), consistent=True)
        account = await tables.get(Account.with_id(credential.account_id), consistent=True)
        if link is None or account is None or link.purpose is not purpose:
            raise _none()
        is_over = link.expires_at is None or link.expires_at <= self._means.clock.now()
        is_of_before = link.generation != account.generation
        is_elsewhere = purpose is not LinkPurpose.CHANGE_EMAIL and link.email != account.email
        if is_over or is_of_before or is_elsewhere or account.status is AccountStatus.DELETING:
            raise _none()
        return link, account

    @staticmethod
    def using(link: Link) -> Action:
        """What uses a link up. It is refused for one that is."""
        return delete(link, when=attribute(Link.purpose).exists())


def _none() -> LinkUsed:
    return LinkUsed("It was used, it is too old, or a later sign-out or change ended it; ask for another one")

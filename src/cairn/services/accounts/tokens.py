"""Tokens for the API, which people make, name, scope and revoke. A token is shown once."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from cairn.services.accounts.callers import Member, SignedIn
from cairn.services.accounts.confirmation import Confirmation, as_seen
from cairn.services.accounts.credentials import Credential
from cairn.services.accounts.means import Means
from cairn.services.accounts.schema import Account, AccountStatus, Token
from cairn.services.accounts.scopes import Scope, read_scopes, scopes_of
from cairn.services.problems import Conflict, InvalidInput, NotFound, NotSignedIn
from cairn.tables import ConditionFailedError, attribute, check, create, delete, update

PREFIX: Final = "cairn_"
_MOST: Final = 50
_LONGEST_NAME: Final = 100


@dataclass(frozen=True, slots=True)
class TokenListed:
    """A token, as its owner sees it in a list."""

    token_id: str
    name: str
    scopes: frozenset[Scope]
    created_at: datetime
    last_used_on: date | None
    expires_at: datetime | None


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made. `secret` is what a program shows; nobody can see it again."""

    secret: str
    token: TokenListed


class Tokens:
    """The tokens of all accounts."""

    def __init__(self, means: Means, confirmation: Confirmation) -> None:
        self._means = means
        self._confirmation = confirmation

    async def create(
        self, member: SignedIn, *, name: str, scopes: Iterable[str], expires_at: datetime | None = None
    ) -> NewToken:
        """Makes a token that may do what `scopes` say: `habits:write`, `*:read`."""
        account = await self._confirmation.owned(member)
        return await self.create_for(account, name=name, scopes=scopes, expires_at=expires_at)

    async def create_for(
        self, account: Account, *, name: str, scopes: Iterable[str], expires_at: datetime | None = None
    ) -> NewToken:
        """Makes a token for an account as it was read: none, once that is signed out everywhere."""
        name = name.strip()
        if not 0 < len(name) <= _LONGEST_NAME:
            raise InvalidInput.of("name", f"give it a name of 1 to {_LONGEST_NAME} characters")
        chosen = read_scopes(scopes, self._means.apps)
        now = self._means.clock.now()
        if expires_at is not None and expires_at <= now:
            raise InvalidInput.of("expires_at", "is past; choose a moment to come, or none")
        if len(await self._means.tables.all(Token.of_account(account.account_id))) >= _MOST:
            raise Conflict(f"There are {_MOST} tokens, which is the most; revoke one that is not used")
        credential = Credential.new(account.account_id, self._means.entropy)
        token = Token(
            account_id=account.account_id,
            token_id=credential.id,
            name=name,
            scopes=frozenset(map(str, chosen)),
            created_at=now,
            expires_at=expires_at,
        )
        try:
            await self._means.tables.write(create(token), check(account, as_seen(account)))
        except ConditionFailedError as refusal:
            raise NotSignedIn("This session has ended; sign in again") from refusal
        return NewToken(f"{PREFIX}{credential}", _listed(token))

    async def of_member(self, member: SignedIn) -> list[TokenListed]:
        """The account's tokens, the newest first."""
        return await self.of_account(member.account_id)

    async def has_any(self, member: SignedIn) -> bool:
        """Whether the account ever made a token that it has not revoked."""
        return bool(await self._means.tables.all(Token.of_account(member.account_id).first(1)))

    async def of_account(self, account_id: str) -> list[TokenListed]:
        tokens = await self._means.tables.all(Token.of_account(account_id))
        now = self._means.clock.now()
        return [
            _listed(token)
            # Times that were read are slow to compare with each other, but quick to count.
            for token in sorted(tokens, key=lambda each: each.created_at.timestamp(), reverse=True)
            if token.expires_at is None or token.expires_at > now
        ]

    async def revoke(self, member: SignedIn, token_id: str) -> None:
        """Makes a token worthless from this moment on."""
        await self.revoke_of(member.account_id, token_id)

    async def revoke_of(self, account_id: str, token_id: str) -> None:
        try:
            ref = Token.with_id(account_id, token_id)
            await self._means.tables.write(delete(ref, when=attribute(Token.name).exists()))
        except (ConditionFailedError, ValueError) as refusal:
            raise NotFound("There is no such token") from refusal

    async def recognise(self, secret: str) -> Member | None:
        """Whose token this is, with what it allows; None for one that is worthless."""
        credential = Credential.read(secret.removeprefix(PREFIX))
        if credential is None or not secret.startswith(PREFIX):
            return None
        tables = self._means.tables
        token = await tables.get(Token.with_id(credential.account_id, credential.id), consistent=True)
        if token is None:
            return None
        account = await tables.get(Account.with_id(credential.account_id), consistent=True)
        now = self._means.clock.now()
        if account is None or not is_usable(account, token, now):
            return None
        if token.last_used_on != now.date():
            await self._note_use(token, now.date())
        return Member(
            account_id=account.account_id,
            email=account.email,
            is_email_verified=account.email_verified_at is not None,
            preferences=account.preferences,
            is_operator=False,  # an operator works at a browser
            scopes=scopes_of(token.scopes),
        )

    async def _note_use(self, token: Token, day: date) -> None:
        try:
            await self._means.tables.write(update(token, attribute(Token.last_used_on).set(day)))
        except ConditionFailedError:
            return  # it was revoked at this moment


def is_usable(account: Account, token: Token, now: datetime) -> bool:
    """Whether a token opens anything."""
    return account.status is AccountStatus.ACTIVE and (token.expires_at is None or token.expires_at > now)


def _listed(token: Token) -> TokenListed:
    return TokenListed(
        token.token_id,
        token.name,
        scopes_of(token.scopes),
        token.created_at,
        token.last_used_on,
        token.expires_at,
    )

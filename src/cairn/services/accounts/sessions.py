"""Sessions: browsers that are signed in. One ends when it is not used for long, when it is signed out, or with all."""

import hmac
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Final

from cairn.services.accounts.callers import Anyone, SignedIn
from cairn.services.accounts.credentials import Credential
from cairn.services.accounts.means import Means
from cairn.services.accounts.schema import Account, AccountStatus, Session
from cairn.services.problems import NotFound
from cairn.tables import Action, ConditionFailedError, attribute, create, delete, put, update

_LONGEST_USER_AGENT: Final = 300
_BETWEEN_RENEWALS: Final = timedelta(hours=6)


@dataclass(frozen=True, slots=True)
class Entry:
    """Somebody has come in: who it is, and what the browser keeps in an HttpOnly cookie."""

    member: SignedIn
    cookie: str


@dataclass(frozen=True, slots=True)
class OpenSession:
    """A session, as its owner sees it in a list."""

    session_id: str
    signed_in_at: datetime
    last_seen_at: datetime
    address: str | None
    user_agent: str | None
    is_this_one: bool


class Sessions:
    """The sessions of all accounts."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._csrf_key = means.keys.key("csrf")
        self._csrf_token_of = lru_cache(4096)(self._csrf_token)  # the same again with each request

    async def recognise(self, cookie: str) -> SignedIn | None:
        """Who shows this cookie; None when the session is over, or never was. To use a session makes it last."""
        credential = Credential.read(cookie)
        if credential is None:
            return None
        tables = self._means.tables
        session = await tables.get(Session.with_id(credential.account_id, credential.id), consistent=True)
        if session is None:
            return None
        account = await tables.get(Account.with_id(credential.account_id), consistent=True)
        now = self._means.clock.now()
        if account is None or not is_open(account, session, now):
            return None
        if now - session.last_seen_at >= min(_BETWEEN_RENEWALS, self._means.session_lifetime / 4):
            await self._renew(session, now)
        return self.signed_in(account, session)

    async def of_member(self, member: SignedIn) -> list[OpenSession]:
        """Where the account is signed in, the latest use first."""
        account = await self._means.tables.expect(Account.with_id(member.account_id), consistent=True)
        sessions = await self._means.tables.all(Session.of_account(member.account_id))
        now = self._means.clock.now()
        return [
            OpenSession(
                session.session_id,
                session.signed_in_at,
                session.last_seen_at,
                session.address,
                session.user_agent,
                is_this_one=session.session_id == member.session_id,
            )
            for session in sorted(sessions, key=lambda each: each.last_seen_at, reverse=True)
            if is_open(account, session, now)
        ]

    async def sign_out(self, member: SignedIn) -> None:
        """Ends this session."""
        await self._means.tables.write(delete(Session.with_id(member.account_id, member.session_id)))

    async def end(self, member: SignedIn, session_id: str) -> None:
        """Ends one session of the account."""
        try:
            ref = Session.with_id(member.account_id, session_id)
            await self._means.tables.write(delete(ref, when=attribute(Session.generation).exists()))
        except (ConditionFailedError, ValueError) as refusal:
            raise NotFound("There is no such session") from refusal

    async def sign_out_everywhere(self, member: SignedIn) -> None:
        """Ends all sessions of the account, this one too, at one moment."""
        await self._means.tables.write(
            update(Account.with_id(member.account_id), attribute(Account.generation).add(1))
        )
        await self.forget_older(member.account_id, None)

    async def forget_older(self, account_id: str, generation: int | None) -> None:
        """Removes sessions that are over anyway: those of another generation."""
        sessions = await self._means.tables.all(Session.of_account(account_id))
        await self._means.tables.write_batch(
            [delete(session) for session in sessions if session.generation != generation]
        )

    def open(self, account: Account, anyone: Anyone) -> tuple[Action, Entry]:
        """A session to come, and what writes it."""
        now = self._means.clock.now()
        credential = Credential.new(account.account_id, self._means.entropy)
        session = Session(
            account_id=account.account_id,
            session_id=credential.id,
            generation=account.generation,
            signed_in_at=now,
            last_seen_at=now,
            address=anyone.address,
            user_agent=None if anyone.user_agent is None else anyone.user_agent[:_LONGEST_USER_AGENT],
            expires_at=now + self._means.session_lifetime,
        )
        return create(session), Entry(self.signed_in(account, session), str(credential))

    def signed_in(self, account: Account, session: Session) -> SignedIn:
        return SignedIn(
            account_id=account.account_id,
            email=account.email,
            is_email_verified=account.email_verified_at is not None,
            preferences=account.preferences,
            is_operator=account.is_operator,
            session_id=session.session_id,
            signed_in_at=session.signed_in_at,
            csrf_token=self._csrf_token_of(session.session_id),
        )

    def csrf_token_is_right(self, member: SignedIn, token: str) -> bool:
        """Whether a browser posts what only a page of this session could have told it."""
        return hmac.compare_digest(token.encode(), member.csrf_token.encode())

    def _csrf_token(self, session_id: str) -> str:
        return (
            urlsafe_b64encode(hmac.digest(self._csrf_key, session_id.encode(), "sha256")).decode().rstrip("=")
        )

    async def _renew(self, session: Session, now: datetime) -> None:
        renewed = session.changed(last_seen_at=now, expires_at=now + self._means.session_lifetime)
        try:
            await self._means.tables.write(put(renewed, when=attribute(Session.generation).exists()))
        except ConditionFailedError:
            return  # it was ended at this moment, which stands


def is_open(account: Account, session: Session, now: datetime) -> bool:
    """Whether a session is not over."""
    return (
        account.status is AccountStatus.ACTIVE
        and session.generation == account.generation
        and session.expires_at is not None
        and session.expires_at > now
    )

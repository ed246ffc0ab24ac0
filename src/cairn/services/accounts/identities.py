"""People that others vouch for: which account is theirs, and making one at first sight."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cairn.services.accounts.email_addresses import checked_email
from cairn.services.accounts.means import Means
from cairn.services.accounts.newcomers import Newcomers
from cairn.services.accounts.oidc import Claims
from cairn.services.accounts.preferences import Preferences
from cairn.services.accounts.reclaiming import Reclaiming
from cairn.services.accounts.refusals import EmailTaken, ProviderFailed, SignUpClosed
from cairn.services.accounts.schema import Account, AccountStatus, EmailClaim, Identity, IdentityClaim
from cairn.services.problems import Conflict, InvalidInput, NotFound
from cairn.tables import (
    Action,
    ConditionFailedError,
    attribute,
    check,
    create,
    delete,
    update,
)

_MOST: Final = 10
_ID_DIGITS: Final = 32
_TRIES: Final = 3


@dataclass(frozen=True, slots=True)
class Vouched:
    """Somebody, as an issuer knows them. The e-mail address proves something only where the issuer verified it."""

    issuer: str
    subject: str
    email: str | None
    is_email_verified: bool

    @classmethod
    def by(cls, claims: Claims) -> "Vouched":
        email = claims.get("email")
        try:
            address = checked_email(email) if isinstance(email, str) else None
        except InvalidInput:
            address = None
        # Cognito says it as text where somebody came by way of another provider.
        verified = claims.get("email_verified")
        is_verified = address is not None and (verified is True or verified == "true")
        return cls(claims["iss"], claims["sub"], address, is_verified)

    @property
    def identity_id(self) -> str:
        name = json.dumps([self.issuer, self.subject])
        return hashlib.sha256(name.encode()).hexdigest()[:_ID_DIGITS]

    def actions(self, account_id: str, now: datetime) -> tuple[Action, Action]:
        """What makes them the owner of an account. It is refused when they own one."""
        identity = Identity(
            account_id=account_id,
            identity_id=self.identity_id,
            issuer=self.issuer,
            subject=self.subject,
            email=self.email,
            connected_at=now,
        )
        return create(identity), create(IdentityClaim(identity_id=self.identity_id, account_id=account_id))


class Identities:
    """Who people are at providers, and whose accounts these open."""

    def __init__(self, means: Means, newcomers: Newcomers) -> None:
        self._means = means
        self._newcomers = newcomers
        self._reclaiming = Reclaiming(means)

    async def account_of(self, somebody: Vouched) -> Account | None:
        """Their account, if they have one that they use."""
        tables = self._means.tables
        claim = await tables.get(IdentityClaim.of(somebody.identity_id), consistent=True)
        if claim is None:
            return None
        account = await tables.get(Account.with_id(claim.account_id), consistent=True)
        if account is None or account.status is AccountStatus.DELETING:
            raise ProviderFailed("This account is being deleted; a new one can be made when it is gone")
        return account

    async def welcome(
        self, somebody: Vouched, *, may_be_first: bool, without_email_if_taken: bool = False
    ) -> Account:
        """Their account: the one they have, the one with the address that is verified to be theirs, or a new one."""
        for _ in range(_TRIES):
            account = await self.account_of(somebody)
            if account is not None:
                return account
            try:
                owner = await self._owner_of(somebody.email)
                if owner is None:
                    return await self._admit(somebody, somebody.email, may_be_first=may_be_first)
                if somebody.is_email_verified:
                    return await self._link(owner, somebody)
                if without_email_if_taken:
                    return await self._admit(somebody, None, may_be_first=may_be_first)
            except (ConditionFailedError, EmailTaken):
                continue  # somebody else was quicker, most likely they themselves in another window
            raise ProviderFailed(
                "There is an account with your e-mail address, and the provider does not say that the address is "
                "yours. Sign in with your password, and connect the provider on the page of your account"
            )
        raise ProviderFailed("The account was changed at this moment; try again")

    async def connect(self, account: Account, somebody: Vouched, *more: Action) -> None:
        """Makes somebody at a provider the owner of an account that is open before us."""
        owner = await self.account_of(somebody)
        if owner is not None:
            if owner.account_id == account.account_id:
                return
            raise ProviderFailed("With this you sign in to another account; disconnect it there first")
        if len(await self.of_account(account.account_id)) >= _MOST:
            raise Conflict(f"{_MOST} are connected, which is the most; disconnect one that is not used")
        same = (Account.generation == account.generation) & (Account.status == account.status)
        try:
            await self._means.tables.write(
                *somebody.actions(account.account_id, self._means.clock.now()),
                check(account, same),
                *more,
            )
        except ConditionFailedError as refusal:
            raise ProviderFailed("The account was changed at this moment; try again") from refusal

    async def of_account(self, account_id: str) -> list[Identity]:
        return await self._means.tables.all(Identity.of_account(account_id))

    async def disconnect(self, account: Account, identity_id: str, ways_in: Sequence[str]) -> None:
        """Lets a provider open the account no more. Another way in has to be left: the password, or one of `ways_in`.

        These are the issuers with which people can sign in at present.
        """
        identities = await self.of_account(account.account_id)
        if identity_id not in {each.identity_id for each in identities}:
            raise NotFound("There is no such connection")
        others = [each for each in identities if each.identity_id != identity_id and each.issuer in ways_in]
        if account.password_hash is not None:
            left = check(account, attribute(Account.password_hash).exists())
        elif others:
            left = check(others[0], attribute(Identity.subject).exists())
        else:
            raise Conflict(
                "You would have no way in any more; choose a password first, or connect another provider"
            )
        ref = Identity.with_id(account.account_id, identity_id)
        try:
            await self._means.tables.write(
                delete(ref, when=attribute(Identity.subject).exists()),
                delete(IdentityClaim.of(identity_id)),
                left,
            )
        except ConditionFailedError as refusal:
            raise Conflict("The account was changed at this moment; look again") from refusal

    async def _owner_of(self, email: str | None) -> Account | None:
        if email is None:
            return None
        claim = await self._means.tables.get(EmailClaim.of(email), consistent=True)
        if claim is None:
            return None
        account = await self._means.tables.get(Account.with_id(claim.account_id), consistent=True)
        if account is None or account.status is AccountStatus.DELETING:
            raise ProviderFailed(
                "The account with your e-mail address is being deleted; try again in a while"
            )
        return account

    async def _admit(self, somebody: Vouched, email: str | None, *, may_be_first: bool) -> Account:
        if not self._means.may_sign_up:
            raise SignUpClosed("Ask the operator of this installation for an account")
        now = self._means.clock.now()
        account = self._newcomers.account(email=email, password_hash=None, preferences=Preferences())
        if email is not None and somebody.is_email_verified:
            account = account.changed(email_verified_at=now)
        return await self._newcomers.admit(
            account, *somebody.actions(account.account_id, now), may_be_first=may_be_first
        )

    async def _link(self, owner: Account, somebody: Vouched) -> Account:
        """Joins somebody with the account that has their address.

        Where the account had never proven the address, whoever made it loses what opens it.
        """
        now = self._means.clock.now()
        if owner.email_verified_at is not None:
            linked = owner
            taking = check(owner, (Account.generation == owner.generation) & (Account.email == owner.email))
        else:
            linked = owner.changed(email_verified_at=now, password_hash=None, generation=owner.generation + 1)
            taking = update(
                owner,
                attribute(Account.email_verified_at).set(now),
                attribute(Account.password_hash).unset(),
                attribute(Account.generation).add(1),
                when=(Account.generation == owner.generation) & (Account.email == owner.email),
            )
        await self._means.tables.write(
            *somebody.actions(owner.account_id, now), taking, *await self._reclaiming.actions(owner)
        )
        return linked

"""What a person sees of their account, and what they prefer."""

from dataclasses import dataclass
from datetime import datetime

from pydantic import ValidationError

from cairn.services.accounts.callers import SignedIn
from cairn.services.accounts.means import Means
from cairn.services.accounts.preferences import Preferences, Theme, Units
from cairn.services.accounts.schema import Account, Identity
from cairn.services.problems import InvalidInput
from cairn.tables import ConditionFailedError, attribute, update


@dataclass(frozen=True, slots=True)
class AccountShown:
    """An account, as its owner sees it."""

    account_id: str
    email: str | None
    is_email_verified: bool
    has_password: bool
    identities: int
    is_operator: bool
    created_at: datetime
    preferences: Preferences


class Profile:
    """What people see of their accounts, and change at will."""

    def __init__(self, means: Means) -> None:
        self._means = means

    async def of_member(self, member: SignedIn) -> AccountShown:
        account = await self._means.tables.expect(Account.with_id(member.account_id), consistent=True)
        return AccountShown(
            account_id=account.account_id,
            email=account.email,
            is_email_verified=account.email_verified_at is not None,
            has_password=account.password_hash is not None,
            identities=len(await self._means.tables.all(Identity.of_account(member.account_id))),
            is_operator=account.is_operator,
            created_at=account.created_at,
            preferences=account.preferences,
        )

    async def change_preferences(
        self,
        member: SignedIn,
        *,
        time_zone: str | None = None,
        theme: Theme | str | None = None,
        language: str | None = None,
        units: Units | str | None = None,
    ) -> Preferences:
        """Changes those that are given, and returns all."""
        given = {"time_zone": time_zone, "theme": theme, "language": language, "units": units}
        changes = {name: value for name, value in given.items() if value is not None}
        preferred = attribute(Account.preferences)
        while True:
            account = await self._means.tables.expect(Account.with_id(member.account_id), consistent=True)
            changed = _changed(account.preferences, changes)
            if changed == account.preferences:
                return changed
            try:
                await self._means.tables.write(
                    update(account, preferred.set(changed), when=preferred == account.preferences)
                )
            except ConditionFailedError:
                continue  # another preference was changed at this moment
            return changed


def _changed(preferences: Preferences, changes: dict[str, str]) -> Preferences:
    try:
        return Preferences.model_validate({**preferences.model_dump(), **changes})
    except ValidationError as fault:
        fields = {
            str(error["loc"][0]): error["msg"].removeprefix("Value error, ")
            for error in fault.errors(include_url=False, include_input=False)
        }
        told = "; ".join(f"{name}: {wanted}" for name, wanted in fields.items())
        raise InvalidInput(told, fields=fields) from fault

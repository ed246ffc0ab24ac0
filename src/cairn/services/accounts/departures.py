"""Deleting accounts. Nobody gets in from the first moment on; what is kept goes part by part, by a job.

The job goes on where it broke off. A part that is asked again removes what is left, and the account itself goes
last, so that until then it is known whose data is to go.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from pydantic import BaseModel, ConfigDict

from cairn.services.accounts.callers import SignedIn
from cairn.services.accounts.confirmation import Confirmation
from cairn.services.accounts.means import Means
from cairn.services.accounts.schema import (
    Account,
    AccountStatus,
    Departure,
    EmailClaim,
    Identity,
    IdentityClaim,
    everything_of,
)
from cairn.services.accounts.sessions import Sessions
from cairn.services.accounts.stewardship import dismissing, is_of_the_last, last_operator
from cairn.services.jobs import JobKind, Run
from cairn.services.part import PersonalData
from cairn.services.problems import Conflict
from cairn.tables import Action, ConditionFailedError, attribute, delete, put, update, upsert

_UNTIL_ALL_HAVE_LEFT: Final = timedelta(seconds=10)
"""What was let in before is over by then, and writes nothing more."""


class Deletion(BaseModel):
    """An account is to go, with everything that is kept of it."""

    model_config = ConfigDict(frozen=True)

    account_id: str


DELETE_ACCOUNT: Final = JobKind("accounts.delete_account", Deletion, lease=timedelta(minutes=5))


class Departures:
    """Lets accounts go."""

    def __init__(self, means: Means, sessions: Sessions, confirmation: Confirmation) -> None:
        self._means = means
        self._sessions = sessions
        self._confirmation = confirmation

    async def delete_account(self, member: SignedIn, *, password: str | None = None) -> None:
        """Ends the account at once, and has all that is kept of it removed. Nobody can bring it back."""
        await self.begin(await self._confirmation.confirmed(member, password))

    async def begin(self, account: Account) -> None:
        """Ends an account. Raises `LastOperator` where nobody else would look after the installation."""
        changes = [
            attribute(Account.status).set(AccountStatus.DELETING),
            attribute(Account.generation).add(1),
        ]
        more: list[Action] = []
        if account.is_operator:
            change, leaving = dismissing(account)
            changes.append(change)
            more.append(leaving)
        job = self._means.jobs.enqueue(
            DELETE_ACCOUNT,
            Deletion(account_id=account.account_id),
            key=account.account_id,
            at=self._means.clock.now() + _UNTIL_ALL_HAVE_LEFT,
        )
        unchanged = (Account.status == account.status) & (Account.is_operator == account.is_operator)
        try:
            await self._means.tables.write(
                update(account, *changes, when=unchanged),
                put(Departure(account_id=account.account_id)),
                job,
                *more,
            )
        except ConditionFailedError as refusal:
            if is_of_the_last(refusal):
                raise last_operator() from refusal
            raise Conflict("The account was changed at this moment; try again") from refusal
        await self._sessions.forget_older(account.account_id, None)

    async def carry_out(
        self, deletion: Deletion, run: Run, personal_data: Mapping[str, PersonalData]
    ) -> None:
        """Removes what the parts keep, each once it was asked, and then the account."""
        account_id = deletion.account_id
        tables = self._means.tables
        account = await tables.get(Account.with_id(account_id), consistent=True)
        if account is not None and account.status is not AccountStatus.DELETING:
            return  # a job that is older than the account's last word
        departure = await tables.get(Departure.of_account(account_id), consistent=True)
        done = frozenset[str]() if departure is None else departure.done
        for place, (name, data) in enumerate(sorted(personal_data.items())):
            if name in done:
                continue
            await run.save(None, share=place / len(personal_data), note=f"removing what {name} keeps")
            await data.delete(account_id)
            await tables.write(
                upsert(Departure.of_account(account_id), attribute(Departure.done).include(name))
            )
        await self._remove_own(account_id)
        await run.complete(*_last_of(account_id, None if account is None else account.email))

    async def _remove_own(self, account_id: str) -> None:
        found = await self._means.tables.all(everything_of(account_id))
        identities = [each for each in found if isinstance(each, Identity)]
        # Claims go first: were an identity gone before its claim, nobody would find the claim again.
        await self._means.tables.write_batch(
            [delete(IdentityClaim.of(each.identity_id)) for each in identities]
        )
        await self._means.tables.write_batch(
            [delete(each) for each in found if not isinstance(each, Account | Departure)]
        )


def _last_of(account_id: str, email: str | None) -> list[Action]:
    actions = [delete(Account.with_id(account_id)), delete(Departure.of_account(account_id))]
    if email is not None:
        owner = attribute(EmailClaim.account_id)
        actions.append(delete(EmailClaim.of(email), when=owner.missing() | (owner == account_id)))
    return actions

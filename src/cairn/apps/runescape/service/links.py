"""Use-cases: a link by which anybody may look at a goal."""

import secrets
from collections.abc import Callable
from uuid import UUID

from cairn.apps.runescape.service.goals import Goals
from cairn.apps.runescape.service.refusals import NoSuchGoal
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Plan, Shared
from cairn.services.accounts import Member
from cairn.tables import ConditionFailedError, Tables, attribute, check, create, delete, update, upsert


class Links:
    """The links of goals."""

    def __init__(
        self, tables: Tables, goals: Goals, *, new_token: Callable[[], str] = secrets.token_hex
    ) -> None:
        self._tables = tables
        self._goals = goals
        self._new_token = new_token

    async def share(self, member: Member, name: str, goal_id: UUID) -> str:
        """A link by which anybody may look at a goal. The same one, until it is taken back."""
        found = await self._goals.one(member.account_id, name, goal_id)
        if found.plan.shared_as is not None:
            return found.plan.shared_as
        token = self._new_token()
        shared = Shared(token=token, user_id=member.account_id, name=found.name, goal_id=goal_id)
        first = attribute(Plan.shared_as).missing()
        try:
            await self._tables.write(
                create(shared),
                upsert(found.plan.key, attribute(Plan.shared_as).set(token), when=first),
                check(found.goal.key),
            )
        except ConditionFailedError:
            # Asked twice at the same moment, it is one link; a goal that is gone is not found now.
            return (await self._goals.one(member.account_id, name, goal_id)).plan.shared_as or token
        return token

    async def unshare(self, member: Member, name: str, goal_id: UUID) -> None:
        """Takes the link back."""
        found = await self._goals.one(member.account_id, name, goal_id)
        if found.plan.shared_as is not None:
            gone = delete(Shared.with_token(found.plan.shared_as))
            await self._tables.write(gone, update(found.plan.key, attribute(Plan.shared_as).unset()))

    async def shared(self, token: str) -> Tracking:
        """The goal behind a link. Raises `NoSuchGoal`."""
        shared = await self._tables.get(Shared.with_token(token)) if token.isalnum() else None
        if shared is None:
            raise NoSuchGoal("This link leads nowhere, or was taken back")
        return await self._goals.one(shared.user_id, shared.name, shared.goal_id)

"""Use-cases of an operator: stopping somebody's checks, letting them go on, and putting people on another tier."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from pydantic import BaseModel

from cairn.apps.checks.history_schema import Place
from cairn.apps.checks.schema import Check, CheckStatus, User, UserStatus
from cairn.apps.checks.service.keeping import TIMETABLE
from cairn.apps.checks.service.planning import Planning
from cairn.apps.checks.service.refusals import NobodyWithChecks
from cairn.apps.checks.settings import CheckSettings
from cairn.services.accounts import Operator
from cairn.services.clock import Clock
from cairn.services.jobs import JobKind, Jobs, Run
from cairn.services.notify import Message, Notify
from cairn.services.problems import InvalidInput
from cairn.services.shards import shard_of
from cairn.services.timetables import changed
from cairn.tables import Action, Change, ConditionFailedError, Tables, attribute, delete, update

_MOST_NAMED: Final = 20
_MILLISECOND: Final = timedelta(milliseconds=1)


class NewTier(BaseModel):
    """Somebody is on another tier, and perhaps has more checks than it allows."""

    userid: str


FIT: Final = JobKind("checks.fit", NewTier)


class Oversight:
    """What an operator does about people's checks."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        notify: Notify,
        settings: CheckSettings,
        planning: Planning,
        *,
        address: str,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._notify = notify
        self._settings = settings
        self._planning = planning
        self._address = address

    async def suspend(self, _: Operator, userid: str) -> None:
        """Runs none of somebody's checks any more. Nothing of them is lost."""
        await self._change(userid, attribute(User.status).set(UserStatus.SUSPENDED))

    async def restore(self, _: Operator, userid: str) -> None:
        """Has somebody's checks go on."""
        await self._change(userid, attribute(User.status).set(UserStatus.ACTIVE))

    async def put_on_tier(self, _: Operator, userid: str, tier: str) -> None:
        """Gives somebody what a tier allows. Of a lower one, the newest checks that are too many are paused."""
        allowance = next((each for each in self._settings.tiers if each.tier == tier), None)
        if allowance is None:
            offered = ", ".join(each.tier for each in self._settings.tiers)
            raise InvalidInput.of("tier", f"is one of {offered}")
        await self._change(
            userid,
            attribute(User.tier).set(tier),
            attribute(User.check_limit).set(allowance.checks),
            more=[self._jobs.enqueue(FIT, NewTier(userid=userid), key=userid)],
        )

    async def fit(self, new_tier: NewTier, run: Run) -> None:
        """Pauses the newest checks of which there are too many, slows down those that are too quick, and says so."""
        user = await self._tables.get(User.with_id(new_tier.userid), consistent=True)
        if user is None:
            return
        shortest = self._settings.allowance(user.tier).shortest // _MILLISECOND
        checks = [check async for check in self._tables.iterate(Check.of_user(user.userid))]
        active = [each for each in checks if each.status is CheckStatus.ACTIVE]
        too_many = active[user.check_limit :]
        too_quick = [each for each in checks if each.delay_ms < shortest]
        paused = list(run.state or [])
        for check in too_many:
            if await self._written(*self._pausing(check)):
                paused.append(check.title)
                await run.save(paused)
        for check in too_quick:
            await self._written(
                update(
                    Check.with_id(check.checkid),
                    attribute(Check.delay_ms).set(shortest),
                    attribute(Check.updated_at).set(self._clock.now()),
                ),
                changed(self._jobs, TIMETABLE, check.checkid),
            )
        self._jobs.nudge()
        if paused or too_quick:
            message = _told(user, paused, len(too_quick), shortest, link=f"{self._address}/checks")
            await run.complete(self._notify.send(user.userid, message, key=f"checks-tier-{run.ticket}"))

    def _pausing(self, check: Check) -> tuple[Action, ...]:
        return (
            update(
                check,
                attribute(Check.status).set(CheckStatus.PAUSED),
                attribute(Check.updated_at).set(self._clock.now()),
            ),
            delete(Place.key(shard=shard_of(check.checkid), checkid=check.checkid)),
            changed(self._jobs, TIMETABLE, check.checkid),
        )

    async def _written(self, *actions: Action) -> bool:
        try:
            await self._tables.write(*actions)
        except ConditionFailedError:
            return False  # it was paused or deleted meanwhile
        return True

    async def _change(self, userid: str, *changes: Change, more: Sequence[Action] = ()) -> None:
        now = attribute(User.updated_at).set(self._clock.now())
        try:
            await self._tables.write(
                update(User.with_id(userid), *changes, now), self._planning.replanning(userid), *more
            )
        except ConditionFailedError as fault:
            raise NobodyWithChecks("This account has never made a check") from fault
        self._jobs.nudge()


def _told(user: User, paused: Sequence[str], quick: int, shortest: int, *, link: str) -> Message:
    lines = []
    if paused:
        lines.append(
            f"It has {user.check_limit} checks, so that the newest of yours are paused; nothing is lost:"
        )
        lines += [f"- {title}" for title in paused[:_MOST_NAMED]]
        if len(paused) > _MOST_NAMED:
            lines.append(f"- and {len(paused) - _MOST_NAMED} more")
    if quick:
        lines.append(
            f"{quick} of them run each {shortest // 1000} seconds now, which is as often as it allows."
        )
    return Message(title=f"Your checks are on the tier {user.tier}", text="\n".join(lines), link=link)

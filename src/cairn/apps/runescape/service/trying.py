"""A message of a goal as it would come today, sent at once because its owner wants to see it."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from cairn.apps.runescape.rules.words import line_of
from cairn.apps.runescape.service.charts import course_chart
from cairn.apps.runescape.service.refusals import NoChannels
from cairn.apps.runescape.service.viewing import Viewing
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs
from cairn.services.notify import Message, Notify
from cairn.tables import Tables

_ONE_IN: Final = timedelta(minutes=1)


class Trying:
    """Sends messages that are asked for."""

    def __init__(
        self, tables: Tables, jobs: Jobs, clock: Clock, notify: Notify, viewing: Viewing, *, address: str
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._notify = notify
        self._viewing = viewing
        self._address = address

    async def send(self, member: Member, name: str, goal_id: UUID) -> int:
        """Sends it to the goal's channels, and says to how many. Twice in a minute it is the same message."""
        view = await self._viewing.goal(member, name, goal_id)
        tracking, coming, zone = view.tracking, view.coming, view.zone
        usable = {
            each.channel_id
            for each in await self._notify.channels.of_member(member)
            if each.is_confirmed and not each.is_paused
        }
        to = [each for each in tracking.plan.channel_ids if each in usable]
        if not to or coming is None:
            raise NoChannels("This goal has no channel that can be written to: choose one, and keep it")
        message = Message(
            title=f"{tracking.name}: {tracking.title}",
            text=line_of(
                tracking.title,
                coming.projection,
                shown=coming.shown,
                since=0 if tracking.plan.told_value is None else coming.shown - tracking.plan.told_value,
                zone=zone,
                is_relative=tracking.plan.is_relative,
            ),
            link=f"{self._address}/runescape/goals/{tracking.name.replace(' ', '_')}/{goal_id}",
            charts=(course_chart(tracking, coming, zone),),
        )
        key = f"goal-{goal_id}-tried-{self._clock.now().timestamp() // _ONE_IN.total_seconds():.0f}"
        await self._tables.write(self._notify.send(member.account_id, message, key=key, channels=to))
        self._jobs.nudge()
        return len(to)

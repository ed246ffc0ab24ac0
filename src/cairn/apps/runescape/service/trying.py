"""A message of a goal as it would come today, sent at once because its owner wants to see it."""

from datetime import timedelta
from typing import Final
from uuid import UUID

from cairn.apps.runescape.service.channels import Channels
from cairn.apps.runescape.service.messages import Messages
from cairn.apps.runescape.service.refusals import NoChannels
from cairn.apps.runescape.service.viewing import Viewing
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs
from cairn.services.notify import Notify
from cairn.tables import Tables

_ONE_IN: Final = timedelta(minutes=1)


class Trying:
    """Sends messages that are asked for."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        notify: Notify,
        viewing: Viewing,
        channels: Channels,
        messages: Messages,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._notify = notify
        self._viewing = viewing
        self._channels = channels
        self._messages = messages

    async def send(self, member: Member, name: str, goal_id: UUID) -> int:
        """Sends it to the goal's channels, and says to how many. Twice in a minute it is the same message."""
        view = await self._viewing.goal(member, name, goal_id)
        to = (await self._channels.open_to(member.account_id)).for_goal(view.tracking)
        if not to or view.coming is None:
            raise NoChannels("This goal has no channel that can be written to: choose one, and keep it")
        message = self._messages.as_it_stands(view.tracking, view.coming, view.zone)
        key = f"goal-{goal_id}-tried-{self._clock.now().timestamp() // _ONE_IN.total_seconds():.0f}"
        await self._tables.write(self._notify.send(member.account_id, message, key=key, channels=list(to)))
        self._jobs.nudge()
        return len(to)

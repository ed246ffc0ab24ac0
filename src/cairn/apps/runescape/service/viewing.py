"""A goal as its page shows it: to its owner, and by its link to anybody, who learns nothing else of them."""

from dataclasses import dataclass
from uuid import UUID
from zoneinfo import ZoneInfo

from cairn.apps.runescape.service.courses import Coming, Courses
from cairn.apps.runescape.service.goals import Goals
from cairn.apps.runescape.service.links import Links
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.tracking_schema import Following
from cairn.services.accounts import Member
from cairn.services.accounts.schema import Account
from cairn.services.clock import Clock
from cairn.tables import Tables


@dataclass(frozen=True, slots=True)
class GoalView:
    """A goal, how it comes, and in which zone its days end."""

    tracking: Tracking
    coming: Coming | None
    zone: ZoneInfo


class Viewing:
    """Reads goals for those who look at them."""

    def __init__(self, tables: Tables, clock: Clock, goals: Goals, links: Links, courses: Courses) -> None:
        self._tables = tables
        self._clock = clock
        self._goals = goals
        self._links = links
        self._courses = courses

    async def goal(self, member: Member, name: str, goal_id: UUID) -> GoalView:
        """One's own. Raises `NoSuchGoal`."""
        tracking = await self._goals.one(member.account_id, name, goal_id)
        return await self._view(tracking, member.preferences.zone)

    async def shared(self, token: str) -> GoalView:
        """The one behind a link. Raises `NoSuchGoal`."""
        tracking = await self._links.shared(token)
        account = await self._tables.get(Account.with_id(tracking.goal.user_id))
        zone = ZoneInfo("UTC") if account is None else account.preferences.zone
        return await self._view(tracking, zone)

    async def _view(self, tracking: Tracking, zone: ZoneInfo) -> GoalView:
        following = await self._tables.get(Following.with_name(tracking.goal.user_id, tracking.name))
        coming = await self._courses.of(tracking, following, zone, now=self._clock.now())
        return GoalView(tracking, coming, zone)

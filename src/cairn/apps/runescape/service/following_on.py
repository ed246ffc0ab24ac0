"""A character that its board counts no more: a hardcore ironman who died, an ironman who gave it up. It is followed on elsewhere."""

from typing import Final

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import unpacked
from cairn.apps.runescape.rules.account_types import kind_on, wider
from cairn.apps.runescape.schema import Goal, TargetType
from cairn.apps.runescape.service.jobs import LOOKS, SeenBy
from cairn.apps.runescape.service.looking import first_look, key_of
from cairn.apps.runescape.tracking_schema import Followed, Follower, Following, Formerly
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs
from cairn.services.timetables import changed
from cairn.tables import Action, ConditionFailedError, Tables, attribute, delete, put, update

_MOST_TRIES: Final = 5


class FollowingOn:
    """Takes followers from one board to the next."""

    def __init__(self, tables: Tables, jobs: Jobs, clock: Clock) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock

    async def follow(self, seen: SeenBy) -> Board | None:
        """Has a person follow on. Goals stay; the days until now are read where they lie. None where that is done."""
        elsewhere, now = wider(seen.board), self._clock.now()
        for _ in range(_MOST_TRIES):
            following = await self._tables.get(Following.with_name(seen.user_id, seen.name), consistent=True)
            if elsewhere is None or following is None or following.board is not seen.board:
                return None
            goals = await self._tables.all(Goal.of_character(seen.user_id, seen.name))
            ranks = sum(goal.target_type is TargetType.RANK for goal in goals)
            formerly = Formerly(name=seen.name, until=now, board=seen.board)
            moved = following.changed(
                board=elsewhere, account_type=kind_on(elsewhere), formerly=(*following.formerly, formerly)
            )
            actions: list[Action] = [
                put(moved, when=Following.board == seen.board),
                delete(Follower.key(board=seen.board, name=seen.name, user_id=seen.user_id)),
                put(Follower(board=elsewhere, name=seen.name, user_id=seen.user_id)),
                *(changed(self._jobs, LOOKS, key_of(board, seen.name)) for board in (seen.board, elsewhere)),
                *await self._counted(seen, elsewhere, ranks),
            ]
            try:
                await self._tables.write(*actions)
            except ConditionFailedError:
                continue
            self._jobs.nudge()
            return elsewhere
        return None

    async def _counted(self, seen: SeenBy, elsewhere: Board, ranks: int) -> list[Action]:
        """Who follows the one name less, and the other one more."""
        now = self._clock.now()
        actions: list[Action] = []
        left = await self._tables.get(Followed.named(seen.board, seen.name), consistent=True)
        there = await self._tables.get(Followed.named(elsewhere, seen.name), consistent=True)
        if left is not None:
            still = Followed.followers == left.followers
            fewer = (attribute(Followed.followers).add(-1), attribute(Followed.rank_goals).add(-ranks))
            actions.append(
                delete(left, when=still) if left.followers <= 1 else update(left.key, *fewer, when=still)
            )
        if there is None:
            actions += first_look(elsewhere, seen.name, unpacked(seen.reading), now)
        else:
            more = (attribute(Followed.followers).add(1), attribute(Followed.rank_goals).add(ranks))
            actions.append(update(there.key, *more))
        return actions

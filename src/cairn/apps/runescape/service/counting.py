"""How many goals there are for what: on a character, and among everybody's. Both are counted with the goal itself."""

from collections.abc import Sequence
from typing import Final

from cairn.apps.runescape.rules.measures import Measure
from cairn.apps.runescape.schema import Character
from cairn.apps.runescape.service.owned import Own
from cairn.apps.runescape.service.refusals import NoSuchGoal
from cairn.apps.runescape.tracking_schema import Followed, Tracked
from cairn.services.clock import SECOND, Clock
from cairn.services.problems import TooMany
from cairn.tables import Action, ConditionFailedError, Tables, attribute, update, upsert

_MOST_TRIES: Final = 5


class Counting:
    """Counts goals in and out."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock

    async def most_tracked(self) -> list[Tracked]:
        """What everybody together has goals for, the most first."""
        found = [each for each in await self._tables.all(Tracked.all_of_them()) if each.goals > 0]
        return sorted(found, key=lambda each: (-each.goals, each.attribute_name))

    async def write(self, user_id: str, own: Own, name: str, by: int, actions: Sequence[Action]) -> None:
        """Writes these, and counts a goal in or out, in one transaction."""
        of_everybody = upsert(
            Tracked.key(game=own.board.game, attribute_name=name), attribute(Tracked.goals).add(by)
        )
        for _ in range(_MOST_TRIES):
            character = await self._tables.expect(Character.named(user_id, own.name), consistent=True)
            before = character.tracked_skills
            after = {**(before or {}), name: (before or {}).get(name, 0) + by}
            told = {each: count for each, count in after.items() if count > 0}
            map_of_goals = attribute(Character.tracked_skills)
            unchanged = map_of_goals.missing() if before is None else map_of_goals == before
            counted = update(
                character.key,
                map_of_goals.set(told),
                attribute(Character.updated_at).set(self._clock.now()),
                when=unchanged,
            )
            try:
                await self._tables.write(counted, of_everybody, *actions)
            except ConditionFailedError as refusal:
                if refusal.position == 0:
                    continue
                raise NoSuchGoal("Somebody has just deleted this goal") from refusal
            return
        raise TooMany("Goals of this character change all the time; try again", retry_after=SECOND)


def ranks_wanted(own: Own, measure: Measure, by: int) -> list[Action]:
    """Counts a goal for a rank in or out, where the character is looked at."""
    if not measure.falls or own.followed is None:
        return []
    return [update(own.followed.key, attribute(Followed.rank_goals).add(by))]

"""Use-case: two of a person's characters side by side."""

from datetime import timedelta

from cairn.apps.runescape.rules.comparing import Pair, side_by_side
from cairn.apps.runescape.rules.totals import EntryGain, gained_between
from cairn.apps.runescape.service.characters import Characters
from cairn.apps.runescape.service.histories import Histories
from cairn.apps.runescape.service.owned import Own
from cairn.services.accounts import Member
from cairn.services.clock import Clock


class Comparing:
    """Compares characters."""

    def __init__(self, clock: Clock, characters: Characters, histories: Histories) -> None:
        self._clock = clock
        self._characters = characters
        self._histories = histories

    async def compare(self, member: Member, one: str, other: str, *, days: int) -> list[Pair]:
        """What both have, and have gained in the last days."""
        pair = [await self._characters.one(member, name) for name in (one, other)]
        sides = [await self._side(own, days) for own in pair]
        return side_by_side(*sides)

    async def _side(self, own: Own, days: int) -> list[EntryGain]:
        since = self._clock.now() - timedelta(days=days)
        gained = await self._histories.gained(own.following, since=since)
        return gained_between(own.reading, own.reading) if gained is None else gained.entries

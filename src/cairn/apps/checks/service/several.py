"""Use-case: one thing done with many checks at once."""

import asyncio
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

from cairn.apps.checks.service.keeping import Keeping
from cairn.apps.checks.service.refusals import NoSuchCheck
from cairn.services.accounts import Member

MOST: Final = 5_000
_AT_ONCE: Final = 16


class Deed(StrEnum):
    """What can be done with many."""

    PAUSE = "pause"
    RESUME = "resume"
    DELETE = "delete"


class Several:
    """Many checks of one person."""

    def __init__(self, keeping: Keeping) -> None:
        self._keeping = keeping

    async def do(self, member: Member, deed: Deed, checkids: Sequence[str]) -> int:
        """Does it with each, and says with how many. Those that are gone, or are somebody else's, are passed over."""
        turn = asyncio.Semaphore(_AT_ONCE)
        done = await asyncio.gather(
            *(self._one(member, deed, each, turn) for each in dict.fromkeys(checkids[:MOST]))
        )
        return sum(done)

    async def _one(self, member: Member, deed: Deed, checkid: str, turn: asyncio.Semaphore) -> bool:
        async with turn:
            try:
                match deed:
                    case Deed.PAUSE:
                        await self._keeping.pause(member, checkid)
                    case Deed.RESUME:
                        await self._keeping.resume(member, checkid)
                    case Deed.DELETE:
                        await self._keeping.delete_check(member, checkid)
            except NoSuchCheck:
                return False
            return True

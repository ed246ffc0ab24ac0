"""Whether we have a network at all: asked of others, before something that nobody could reach is called down."""

import asyncio
from datetime import datetime, timedelta
from typing import Final

from cairn.apps.checks.kinds.addresses import host_and_port
from cairn.services.clock import Clock
from cairn.services.outbound import Outbound, OutboundError

_HOLDS_FOR: Final = timedelta(seconds=10)
_WITHIN: Final = timedelta(seconds=3)
_PORT: Final = 443


class Witnesses:
    """Those that an operator names. Without any, our network is taken to be there."""

    def __init__(self, outbound: Outbound, clock: Clock, named: tuple[str, ...]) -> None:
        self._outbound = outbound
        self._clock = clock
        self._named = [host_and_port(each, "tcp", port=_PORT) for each in named]
        self._asked: tuple[datetime, bool] | None = None
        self._turn = asyncio.Lock()

    async def see_a_network(self) -> bool:
        """Whether one of them answers. What they said holds for some seconds."""
        if not self._named:
            return True
        async with self._turn:
            now = self._clock.now()
            if self._asked is not None and now - self._asked[0] < _HOLDS_FOR:
                return self._asked[1]
            answers = await asyncio.gather(*(self._answers(*each) for each in self._named))
            self._asked = now, any(answers)
            return self._asked[1]

    async def _answers(self, host: str, port: int) -> bool:
        try:
            await self._outbound.knock(host, port, within=_WITHIN)
        except OutboundError:
            return False
        return True

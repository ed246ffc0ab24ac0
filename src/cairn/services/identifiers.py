"""Ids for what is new: UUIDs of version 7, which begin with the time, so that what was made later sorts later."""

import secrets
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

from cairn.services.clock import Clock

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND: Final = timedelta(microseconds=1)
_VERSION: Final = 0x7 << 76
_VARIANT: Final = 0b10 << 62
_RANDOM_BITS: Final = 62


class Identifiers:
    """Makes ids from a clock and a source of randomness."""

    def __init__(self, clock: Clock, entropy: Callable[[int], bytes] = secrets.token_bytes) -> None:
        self._clock = clock
        self._entropy = entropy

    def new(self) -> str:
        """An id that nobody has, as text."""
        milliseconds, rest = divmod((self._clock.now() - _EPOCH) // _MICROSECOND, 1000)
        # RFC 9562, method 3: twelve bits say when within the millisecond.
        fraction = rest * 4096 // 1000
        random = int.from_bytes(self._entropy(8)) >> (64 - _RANDOM_BITS)
        return str(UUID(int=milliseconds << 80 | _VERSION | fraction << 64 | _VARIANT | random))

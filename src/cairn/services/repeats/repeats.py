"""Carrying out once what is asked several times, also when it is asked at the same moment, at several servers.

Who comes first runs. Who comes meanwhile waits for the outcome, and so does whoever comes within a day get it.
"""

import asyncio
import hashlib
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import msgspec
from joserfc import jwe
from joserfc.errors import JoseError
from joserfc.jwk import OctKey

from cairn.services.clock import Clock
from cairn.services.problems import Conflict, InvalidInput, Problem
from cairn.services.repeats.schema import Attempt
from cairn.services.secret_keys import SecretKeys
from cairn.tables import ConditionFailedError, Tables, create, delete, put

KEPT: Final = timedelta(days=1)
_LONGEST_RUN: Final = timedelta(minutes=1)
_LONGEST_KEY: Final = 255
MOST_BYTES: Final = 256 * 1024  # of an outcome; sealed it has to fit into an item of 400 KB
_SECONDS_TO_WAIT: Final = 10.0
_SECONDS_BETWEEN_LOOKS: Final = 0.05
_SEALING: Final = {"alg": "dir", "enc": "A256GCM"}


class KeyReused(Problem):
    """The key was used for another request."""

    status = 422
    slug = "key-reused"
    title = "This Idempotency-Key was used for something else"


class StillRunning(Conflict):
    """The first request with this key has not ended yet."""

    slug = "still-running"
    title = "The same request is still running"


@dataclass(frozen=True, slots=True)
class Asked:
    """Who asks what, under which key."""

    account_id: str
    key: str
    fingerprint: str


class Outcome(msgspec.Struct, frozen=True, array_like=True):
    """What was answered."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


class Repeats:
    """Requests with keys, of all accounts."""

    def __init__(self, tables: Tables, clock: Clock, keys: SecretKeys) -> None:
        self._tables = tables
        self._clock = clock
        self._sealing_key = OctKey.import_key(keys.key("repeats"))

    async def begin(self, asked: Asked) -> Outcome | None:
        """None when the caller is to carry it out, and to say how it ended; else how it ended."""
        if not 0 < len(asked.key) <= _LONGEST_KEY:
            raise InvalidInput.of("Idempotency-Key", f"choose a text of 1 to {_LONGEST_KEY} characters")
        try:
            async with asyncio.timeout(_SECONDS_TO_WAIT):
                return await self._begin(asked)
        except TimeoutError as fault:
            raise StillRunning("Wait for it to end, or ask again in a moment") from fault

    async def end(self, asked: Asked, outcome: Outcome) -> None:
        """How it ended, for those who ask again."""
        if len(outcome.body) > MOST_BYTES:
            await self.forget(asked)
            return
        attempt = self._attempt(asked).changed(outcome=self._sealed(outcome))
        await self._tables.write(put(attempt))

    async def forget(self, asked: Asked) -> None:
        """It came to nothing that should be kept: who asks again has it carried out."""
        await self._tables.write(delete(Attempt.with_key(asked.account_id, _hashed(asked.key))))

    async def _begin(self, asked: Asked) -> Outcome | None:
        while True:
            attempt = self._attempt(asked)
            try:
                await self._tables.write(create(attempt))
            except ConditionFailedError as refusal:
                before = refusal.before
            else:
                return None
            if not isinstance(before, Attempt):
                continue
            now = self._clock.now()
            if before.expires_at is None or before.expires_at > now:
                if before.fingerprint != asked.fingerprint:
                    raise KeyReused("Take a new key for each request, and the same one only to repeat it")
                outcome = None if before.outcome is None else self._unsealed(before.outcome)
                if outcome is not None:
                    return outcome
            if before.until <= now:
                # Whoever ran it is gone, or what it left is too old.
                as_seen = (Attempt.until == before.until) & (Attempt.fingerprint == before.fingerprint)
                try:
                    await self._tables.write(put(attempt, when=as_seen))
                except ConditionFailedError:
                    continue
                return None
            await asyncio.sleep(_SECONDS_BETWEEN_LOOKS)

    def _attempt(self, asked: Asked) -> Attempt:
        now = self._clock.now()
        return Attempt(
            account_id=asked.account_id,
            key_hash=_hashed(asked.key),
            fingerprint=asked.fingerprint,
            until=now + _LONGEST_RUN,
            expires_at=now + KEPT,
        )

    def _sealed(self, outcome: Outcome) -> str:
        return jwe.encrypt_compact(_SEALING, msgspec.msgpack.encode(outcome), self._sealing_key)

    def _unsealed(self, text: str) -> Outcome | None:
        """What was sealed; None for what was sealed with another secret."""
        try:
            content = jwe.decrypt_compact(text, self._sealing_key).plaintext
        except JoseError:
            return None
        return None if content is None else msgspec.msgpack.decode(content, type=Outcome)


def _hashed(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()

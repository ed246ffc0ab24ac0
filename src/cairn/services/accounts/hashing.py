"""Passwords as they are stored: Argon2id, computed in threads, made anew when the parameters rise."""

import asyncio
import secrets
from base64 import b64encode
from typing import Final

from argon2 import Parameters, PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import RFC_9106_LOW_MEMORY

_AT_ONCE: Final = 4
"""How many are computed at a time; with 64 MB each, that bounds what a flood of sign-ins can take."""


class Hashing:
    """Makes and verifies hashes of passwords."""

    def __init__(self, parameters: Parameters = RFC_9106_LOW_MEMORY) -> None:
        self._hasher = PasswordHasher.from_parameters(parameters)
        self._nobodys = _hash_of_nothing(parameters)
        self._turns = asyncio.Semaphore(_AT_ONCE)

    async def hash(self, password: str) -> str:
        async with self._turns:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def verify(self, stored: str | None, password: str) -> bool:
        """Whether the password is the one. Where there is none, it takes as long to say no."""
        async with self._turns:
            return await asyncio.to_thread(self._verify, stored or self._nobodys, password)

    def is_outdated(self, stored: str) -> bool:
        """Whether it was made with other parameters than those of today."""
        return self._hasher.check_needs_rehash(stored)

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except (VerificationError, InvalidHashError):
            return False


def _hash_of_nothing(parameters: Parameters) -> str:
    """A hash that no password has."""
    salt, digest = (
        b64encode(secrets.token_bytes(length)).decode().rstrip("=")
        for length in (parameters.salt_len, parameters.hash_len)
    )
    return (
        f"$argon2id$v={parameters.version}$m={parameters.memory_cost},t={parameters.time_cost},"
        f"p={parameters.parallelism}${salt}${digest}"
    )

"""The secret of an installation, from which each use gets a key of its own.

A fresh data folder makes its own, readable by its owner alone. Several servers that share one installation are
given the same secret by a setting.
"""

import hashlib
import os
import secrets
import stat
import tempfile
from pathlib import Path
from typing import Final

FILE_NAME: Final = "secret"
_BYTES: Final = 32
_LONGEST_PURPOSE: Final = 16  # what BLAKE2b takes as the name of a use


class SecretKeyError(Exception):
    """The secret can't be used. The message says why, and what to do."""


class SecretKeys:
    """Keys for signing and sealing, each for one use. Knowing one tells nothing of another."""

    def __init__(self, secret: bytes) -> None:
        if len(secret) < _BYTES:
            raise SecretKeyError(f"the secret has {len(secret)} bytes; it needs at least {_BYTES}")
        self._secret = hashlib.sha512(secret).digest()

    def key(self, purpose: str) -> bytes:
        """32 bytes for one use, the same whenever they are asked for."""
        name = purpose.encode()
        if len(name) > _LONGEST_PURPOSE:
            raise ValueError(f"{purpose!r} is longer than {_LONGEST_PURPOSE} bytes")
        return hashlib.blake2b(key=self._secret, person=name, digest_size=_BYTES).digest()


def keys_of_folder(folder: Path) -> SecretKeys:
    """The keys of a data folder, made when it has none."""
    path = folder / FILE_NAME
    try:
        secret = bytes.fromhex(_read(path) or _make(path))
    except ValueError as fault:
        raise SecretKeyError(
            f"{path} is not a secret that Cairn made. Restore it from your backup; without it, people have to "
            "sign in again and links that were sent stop working"
        ) from fault
    return SecretKeys(secret)


def _read(path: Path) -> str | None:
    try:
        mode = stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return None
    if os.name == "posix" and mode & 0o077:
        raise SecretKeyError(f"{path} can be read by others: chmod 600 {path}")
    return path.read_text()


def _make(path: Path) -> str:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    secret = secrets.token_hex(_BYTES)
    # Written beside its place and linked to it, so that of two processes that start at once one wins whole.
    descriptor, fresh = tempfile.mkstemp(prefix=f"{FILE_NAME}.", dir=path.parent)
    with os.fdopen(descriptor, "w") as file:
        file.write(secret)
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path)
    except FileExistsError:
        return path.read_text()
    finally:
        os.unlink(fresh)  # noqa: PTH108 - a name, as mkstemp gives it
    return secret

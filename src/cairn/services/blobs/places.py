"""Where the bytes lie: a folder, or S3 and what speaks like it. Written whole or not at all, and read in pieces."""

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import parse_qs, urlsplit

import obstore
from obstore.exceptions import BaseError
from obstore.store import LocalStore, S3Store

from cairn.services.settings import Settings, SettingsError

if TYPE_CHECKING:
    from obstore.store import ClientConfig, S3Config

_CHUNK: Final = 1 << 20
_PART: Final = 8 << 20  # of an upload to S3, which takes no smaller ones but the last
_AT_ONCE: Final = 2
FOLDER: Final = "blobs"


class Place:
    """Holds bytes under names. `folder` is where a folder is, `origin` what addresses of S3 begin with."""

    def __init__(
        self, store: LocalStore | S3Store, *, folder: Path | None = None, origin: str | None = None
    ) -> None:
        self._store = store
        self._folder = folder
        self.origin = origin

    async def put(
        self, name: str, chunks: AsyncIterator[bytes], *, headers: Mapping[str, str] | None = None
    ) -> None:
        """Writes what comes. When it breaks off, nothing is there. `headers` are what S3 answers with the bytes."""
        await obstore.put_async(
            self._store,
            name,
            chunks,
            attributes=dict(headers or {}) if self._folder is None else None,
            chunk_size=_PART,
            max_concurrency=_AT_ONCE,
        )
        if self._folder is not None:
            await asyncio.to_thread(_flush, self._folder / name)

    async def read(self, name: str, *, start: int = 0, end: int) -> AsyncIterator[bytes]:
        """The bytes from one place up to another."""
        if end <= start:
            return
        result = await obstore.get_async(self._store, name, options={"range": (start, end)})
        async for chunk in result.stream(min_chunk_size=_CHUNK):
            yield bytes(chunk)

    async def remove(self, name: str) -> None:
        """Removes what is there. What is not there is no fault."""
        with suppress(FileNotFoundError):
            await obstore.delete_async(self._store, name)
        if self._folder is not None:
            await asyncio.to_thread(_remove_unfinished, self._folder / name)

    async def signed_url(self, name: str, *, lives: timedelta) -> str | None:
        """An address that gives the bytes to whoever holds it; None where only Cairn can give them."""
        if isinstance(self._store, S3Store):
            return await obstore.sign_async(self._store, "GET", name, lives)
        return None

    async def names(self) -> AsyncIterator[str]:
        """What is there."""
        async for page in obstore.list(self._store):
            for each in page:
                yield each["path"]


def open_place(setting: str | None, folder: Path) -> Place:
    """The place that the setting names; a folder within the data folder, when it names none."""
    if setting is None or "://" not in setting:
        path = folder / FOLDER if setting is None else Path(setting)
        return Place(LocalStore(path, mkdir=True), folder=path)
    parts = urlsplit(setting)
    if parts.scheme != "s3" or not parts.netloc:
        raise SettingsError(
            f"{Settings.variable('blobs')}: {setting!r} is neither a folder nor of the form s3://bucket/prefix"
        )
    given = parse_qs(parts.query)
    for name in given.keys() - {"endpoint", "region"}:
        raise SettingsError(f"{Settings.variable('blobs')}: {name} is none of `endpoint` and `region`")
    config: S3Config = {}
    options: ClientConfig = {}
    if "region" in given:
        config["region"] = given["region"][0]
    if "endpoint" in given:
        config["endpoint"] = given["endpoint"][0]
        options["allow_http"] = config["endpoint"].startswith("http://")
    try:
        # What is not said here comes from the environment, as AWS's own tools read it: the keys above all.
        store = S3Store(
            parts.netloc, prefix=parts.path.strip("/") or None, config=config, client_options=options
        )
    except BaseError as fault:
        raise SettingsError(f"{Settings.variable('blobs')}: {fault}") from fault
    return Place(store, origin=_origin(parts.netloc, config))


def _origin(bucket: str, config: "S3Config") -> str:
    """What the addresses that S3 signs begin with: asked of the library, which knows the environment, with any keys."""
    keys: S3Config = {"access_key_id": "none", "secret_access_key": "none"}
    parts = urlsplit(obstore.sign(S3Store(bucket, config={**config, **keys}), "GET", "any", timedelta(1)))
    return f"{parts.scheme}://{parts.netloc}"


def _flush(path: Path) -> None:
    """Has a file and its name survive a loss of power."""
    for each in (path, path.parent):
        descriptor = os.open(each, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _remove_unfinished(path: Path) -> None:
    """Removes what was written of a file when the process was killed: it lies beside its name, as `name#1`."""
    for each in path.parent.glob(f"{path.name}#*"):
        each.unlink(missing_ok=True)

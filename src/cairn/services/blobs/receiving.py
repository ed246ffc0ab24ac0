"""Receiving a file: looked at as it comes, so that what is not wanted is refused before it is written."""

import hashlib
from collections.abc import AsyncIterator, Collection

from cairn.services.blobs.media import SNIFFED, MediaType, media_type_of
from cairn.services.blobs.refusals import TooLarge, WrongType


class Reception:
    """One file on its way in. After all chunks have passed, `digest` and `size` say what it is."""

    def __init__(
        self, chunks: AsyncIterator[bytes], *, accept: Collection[MediaType] | None, most_bytes: int
    ) -> None:
        self._chunks = chunks
        self._accept = accept
        self._most = most_bytes
        self._hash = hashlib.sha256()
        self._beginning = b""
        self.size = 0

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()

    async def media_type(self) -> MediaType:
        """What it is, by as much of it as is needed to tell. Raises `WrongType` for what is not accepted."""
        async for chunk in self._chunks:
            self._beginning += self._counted(chunk)
            if len(self._beginning) >= SNIFFED:
                break
        found = media_type_of(self._beginning)
        if not self._beginning:
            raise WrongType("The file is empty", fields={"file": "is empty"})
        if self._accept is not None and found not in self._accept:
            wanted = ", ".join(sorted(each.value for each in self._accept))
            raise WrongType(
                f"The file is {found} by its content; taken are {wanted}",
                fields={"file": f"is {found} by its content; taken are {wanted}"},
            )
        return found

    async def passing(self) -> AsyncIterator[bytes]:
        """The file from its beginning. Raises `TooLarge` where it becomes so."""
        yield self._beginning
        async for chunk in self._chunks:
            yield self._counted(chunk)

    def _counted(self, chunk: bytes) -> bytes:
        self.size += len(chunk)
        if self.size > self._most:
            raise TooLarge(
                f"The file is larger than {_in_words(self._most)}",
                fields={"file": f"is larger than {_in_words(self._most)}"},
            )
        self._hash.update(chunk)
        return chunk


def _in_words(size: int) -> str:
    for unit, name in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")):
        if size >= unit:
            return f"{size / unit:.3g} {name}"
    return f"{size} bytes"

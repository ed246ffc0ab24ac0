"""Bodies as they come: taken out of their compression, and never more of them than was asked for."""

import zlib
from collections.abc import AsyncIterable

from cairn.services.outbound.errors import Garbled

_EITHER_HEADER = zlib.MAX_WBITS | 32  # gzip's or zlib's


async def read_body(chunks: AsyncIterable[bytes], encoding: str, most: int) -> tuple[bytes, bool]:
    """At most so many bytes of a body, and whether there were more."""
    if encoding in {"", "identity"}:
        return await _plain(chunks, most)
    if encoding not in {"gzip", "x-gzip", "deflate"}:
        raise Garbled(f"the answer is encoded as {encoding[:40]}, which was not asked for")
    return await _inflated(chunks, most)


async def _plain(chunks: AsyncIterable[bytes], most: int) -> tuple[bytes, bool]:
    body = bytearray()
    async for chunk in chunks:
        body += chunk
        if len(body) > most:
            return bytes(body[:most]), True
    return bytes(body), False


async def _inflated(chunks: AsyncIterable[bytes], most: int) -> tuple[bytes, bool]:
    inflate = zlib.decompressobj(_EITHER_HEADER)
    body = bytearray()
    async for chunk in chunks:
        try:
            body += inflate.decompress(chunk, most + 1 - len(body))
        except zlib.error as fault:
            raise Garbled("the answer is said to be compressed, and is not") from fault
        if len(body) > most:
            return bytes(body[:most]), True
    if not inflate.eof and body:
        raise Garbled("the compressed answer breaks off")
    return bytes(body), False

"""Files by their signed addresses, whole or in part. What could run in a browser is saved, and never shown."""

import re
from collections.abc import AsyncIterator
from typing import Final
from urllib.parse import quote

from fastapi import APIRouter, Request
from starlette.responses import Response, StreamingResponse

from cairn.apps.base import Anyone, House
from cairn.services.blobs import Served

router: Final = APIRouter(include_in_schema=False)
_RANGE: Final = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")
# Whatever the file is, nothing in it is run as a part of this site.
_POLICY: Final = "default-src 'none'; sandbox"


@router.get("/blobs/{token}", response_model=None)
async def serve_file(_: Anyone, house: House, request: Request, token: str) -> Response:
    """A file, for whoever holds its address."""
    served = await house.blobs.served(token)
    tag = f'"{served.blob_id}"'
    left = int((served.until - house.clock.now()).total_seconds())
    headers = {
        "ETag": tag,
        "Accept-Ranges": "bytes",
        "Cache-Control": f"private, max-age={left}, immutable",
        "Content-Security-Policy": _POLICY,
        "Content-Disposition": _disposition(served),
    }
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    # A part of what the file was would not fit to what it is now.
    wanted = request.headers.get("range") if request.headers.get("if-range", tag) == tag else None
    part = None if wanted is None else part_of(wanted, served.size)
    if part is not None and part[0] >= served.size:
        return Response(status_code=416, headers={**headers, "Content-Range": f"bytes */{served.size}"})
    start, end = part or (0, served.size)
    headers["Content-Length"] = str(end - start)
    if part is not None:
        headers["Content-Range"] = f"bytes {start}-{end - 1}/{served.size}"
    chunks: AsyncIterator[bytes] = house.blobs.read(served.blob_id, start=start, end=end)
    return StreamingResponse(
        chunks, status_code=200 if part is None else 206, headers=headers, media_type=served.media_type
    )


def part_of(wanted: str, size: int) -> tuple[int, int] | None:
    """From where to where a `Range` wants a file. None for all of it, also where several parts are wanted."""
    found = _RANGE.fullmatch(wanted.strip())
    if found is None:
        return None
    first, last = found.groups()
    if not first:
        return (max(size - int(last), 0), size) if last and int(last) else None
    if last and int(last) < int(first):
        return None
    return int(first), min(int(last) + 1, size) if last else size


def _disposition(served: Served) -> str:
    kind = "inline" if served.is_shown else "attachment"
    return f"{kind}; filename*=UTF-8''{quote(served.name, safe='')}" if served.name else kind

"""What a phone asks for to have the page of today among its apps, and to show it without a connection."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from fastapi import Response

from cairn.apps.base import Anyone, PageRouter
from cairn.services.problems import NotFound

router: Final = PageRouter()
_FOLDER: Final = Path(__file__).parents[1] / "installed"
_KINDS: Final = {
    ".js": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".png": "image/png",
}
_FILES: Final[Mapping[str, bytes]] = {path.name: path.read_bytes() for path in _FOLDER.iterdir()}
_HEADERS: Final = {
    "Cache-Control": "public, max-age=3600",
    "Service-Worker-Allowed": "/habits",  # it lies deeper than the page that it keeps
}


@router.get("/installed/{name}")
async def serve_installed(_: Anyone, name: str) -> Response:
    """The service worker, the manifest, and icons."""
    content = _FILES.get(name)
    if content is None:
        raise NotFound(f"There is no file {name}")
    return Response(content, media_type=_KINDS[Path(name).suffix], headers=_HEADERS)

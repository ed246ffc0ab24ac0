"""The bundled assets: their addresses, which change with their content, and the route that serves them for ever."""

import json
import mimetypes
from pathlib import Path
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from cairn.apps.base import Anyone
from cairn.services.problems import NotFound

PREFIX: Final = "/assets"
_BUILT: Final = Path(__file__).with_name("built")
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ENCODINGS: Final = (("br", ".br"), ("gzip", ".gz"))
_HIDDEN: Final = frozenset({"manifest.json", "fingerprint"})


class AssetsMissing(Exception):
    """Nothing is bundled here."""


class Assets:
    """The files that the pages load. All of them are read once; together they are a few megabytes."""

    def __init__(self, folder: Path = _BUILT) -> None:
        manifest = folder / "manifest.json"
        if not manifest.exists():
            raise AssetsMissing("The assets of the pages are not bundled here; scripts/setup does that")
        self._names: dict[str, str] = json.loads(manifest.read_text("utf-8"))
        self._contents = {
            path.name: path.read_bytes() for path in folder.iterdir() if path.name not in _HIDDEN
        }

    def url(self, name: str) -> str:
        """Where a file of the sources is now: `main.css`."""
        return f"{PREFIX}/{self._names[name]}"

    async def serve(self, _: Anyone, request: Request, name: str) -> Response:
        """GET /assets/{name}"""
        kind, encoding = mimetypes.guess_type(name)
        if name not in self._contents or encoding is not None:
            raise NotFound(f"There is no asset {name}")
        headers = {"Cache-Control": _FOR_EVER, "Vary": "Accept-Encoding"}
        accepted = request.headers.get("accept-encoding", "")
        for token, suffix in _ENCODINGS:
            if token in accepted and name + suffix in self._contents:
                headers["Content-Encoding"] = token
                name += suffix
                break
        return Response(self._contents[name], media_type=kind, headers=headers)

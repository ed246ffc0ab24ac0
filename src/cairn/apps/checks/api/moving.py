"""Checks that come and go in files, over HTTP."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter, Query, Request, Response

from cairn.apps.base import House, Member, raises, takes_up_to
from cairn.apps.checks.api.shapes import Shown
from cairn.apps.checks.files import MOST_BYTES
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.moving import Fate, Preview
from cairn.apps.checks.service.refusals import CheckLimitReached, ChecksSuspended, NoChecksFile

router: Final = APIRouter()
_FILE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "description": "The file, as it is.",
        "content": {
            "application/octet-stream": {"schema": {"type": "string", "format": "binary"}},
            "text/plain": {
                "schema": {"type": "string"},
                "example": "https://example.org/ shop, mine\ntcp://example.org:22",
            },
        },
    }
}
_WRITTEN: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "All checks.",
        "content": {
            "application/json": {"schema": {"type": "object"}},
            "text/csv": {"schema": {"type": "string"}},
        },
    }
}

Format = Annotated[Literal["json", "csv"], Query(alias="format", description="Which kind of file.")]


class LineShown(Shown):
    """A check of a file, and what becomes of it."""

    name: str
    url: str
    fate: Fate
    said: str


class ImportShown(Shown):
    """A file, held against what is there."""

    source: str
    new: int
    known: int
    refused: int
    lines: list[LineShown]

    @classmethod
    def of(cls, preview: Preview) -> "ImportShown":
        return cls(
            source=preview.source,
            new=preview.count(Fate.NEW),
            known=preview.count(Fate.KNOWN),
            refused=preview.count(Fate.REFUSED),
            lines=[LineShown.model_validate(each) for each in preview.lines],
        )


@router.post("/import/preview", openapi_extra=_FILE)
@raises(NoChecksFile)
@takes_up_to(MOST_BYTES)
async def preview_check_import(caller: Member, house: House, request: Request) -> ImportShown:
    """What would become of a file of Uptime Kuma, changedetection.io or Cairn, a CSV or a list of addresses."""
    return ImportShown.of(await Checks.of(house).moving.look_at(caller, await request.body()))


@router.post("/import", openapi_extra=_FILE)
@raises(NoChecksFile, CheckLimitReached, ChecksSuspended)
@takes_up_to(MOST_BYTES)
async def import_checks(caller: Member, house: House, request: Request) -> ImportShown:
    """Makes what is new of a file. What is there already stays as it is; again, it changes nothing."""
    return ImportShown.of(await Checks.of(house).moving.take_over(caller, await request.body()))


@router.get("/export", response_class=Response, responses=_WRITTEN)
async def export_checks(caller: Member, house: House, form: Format = "json") -> Response:
    """All checks, in a file that comes back by import."""
    moving = Checks.of(house).moving
    name = f"cairn-checks-{house.clock.now():%Y-%m-%d}.{form}"
    text = await (moving.written_csv if form == "csv" else moving.written_json)(caller)
    return Response(
        text,
        media_type="text/csv; charset=utf-8" if form == "csv" else "application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

"""What concerns many checks at once, over HTTP: figures of all, and one thing done with several."""

from typing import Annotated, Any, Final

from fastapi import APIRouter, Response
from pydantic import Field

from cairn.apps.base import House, Member, raises
from cairn.apps.checks.api.figures import CONTENT_TYPE, exposition
from cairn.apps.checks.api.shapes import Asked, Shown
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.refusals import ChecksSuspended
from cairn.apps.checks.service.several import Deed

router: Final = APIRouter()
_FIGURES: Final[dict[int | str, dict[str, Any]]] = {
    200: {
        "description": "The figures.",
        "content": {
            CONTENT_TYPE: {
                "schema": {"type": "string"},
                "example": 'cairn_check_up{id="…",name="Shop",type="AVAILABILITY",url="https://example.org/",tags=""} 1',
            }
        },
    }
}
_CheckId = Annotated[str, Field(min_length=1, max_length=100)]


class GivenSeveral(Asked):
    """What is to be done with which checks."""

    do: Deed
    checkids: Annotated[list[_CheckId], Field(max_length=1000, examples=[["019ba7c7-…"]])]


class SeveralShown(Shown):
    """With how many it was done. Those that are gone are not among them."""

    done: int


@router.get("/metrics", response_class=Response, responses=_FIGURES)
async def show_metrics(caller: Member, house: House) -> Response:
    """All checks of the caller as Prometheus reads them. A token of the scope `checks:read` opens it."""
    checks = await Checks.of(house).keeping.checks(caller)
    return Response(exposition(list(reversed(checks))), media_type=CONTENT_TYPE)


@router.post("/several")
@raises(ChecksSuspended)
async def change_several_checks(caller: Member, house: House, given: GivenSeveral) -> SeveralShown:
    """Pauses, resumes or deletes many checks."""
    return SeveralShown(done=await Checks.of(house).several.do(caller, given.do, given.checkids))

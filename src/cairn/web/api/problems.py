"""What the kinds of problems mean, at the addresses that they carry as their `type`."""

from typing import Final

from fastapi import APIRouter
from pydantic import BaseModel

from cairn.apps.base import Anyone, Listed, raises
from cairn.services.problems import NotFound, Problem
from cairn.web.problem_kinds import kinds_by_slug

router: Final = APIRouter(tags=["problems"])


class KindShown(BaseModel):
    """A kind of problem."""

    slug: str
    title: str
    status: int
    meaning: str


@router.get("/problems")
async def list_problems(_: Anyone) -> Listed[KindShown]:
    """Every kind of problem that an answer can be."""
    return Listed(items=[_shown(kind) for _, kind in sorted(kinds_by_slug().items())])


@router.get("/problems/{slug}")
@raises(NotFound)
async def explain_problem(_: Anyone, slug: str) -> KindShown:
    """What a kind of problem means."""
    kind = kinds_by_slug().get(slug)
    if kind is None:
        raise NotFound("There is no problem of that name")
    return _shown(kind)


def _shown(kind: type[Problem]) -> KindShown:
    return KindShown(
        slug=kind.slug, title=kind.title, status=kind.status, meaning=(kind.__doc__ or "").strip()
    )

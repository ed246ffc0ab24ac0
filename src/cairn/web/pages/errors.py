"""Problems, shown to a person."""

from dataclasses import dataclass

from fastapi import Request, Response

from cairn.apps.base import Page
from cairn.apps.base.callers import VISITOR, visitor_of
from cairn.apps.base.page_routes import Show
from cairn.services.problems import Problem


@dataclass(frozen=True)
class Shown:
    """A problem, and the id under which the log tells more."""

    problem: Problem
    request_id: str | None


async def error_page(request: Request, problem: Problem) -> Response:
    """The page for a problem. When something is broken, what is shown asks for nothing more."""
    if VISITOR not in request.scope and problem.status < 500:
        await visitor_of(request)
    shown = Shown(problem, request.scope.get("cairn.request_id") if problem.status >= 500 else None)
    show: Show = request.app.state.show
    return show(request, Page("error.html", shown, title=problem.title, status=problem.status))

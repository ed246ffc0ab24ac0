"""Problems as answers: `application/problem+json` for programs, a page for people. Here and nowhere else."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final
from urllib.parse import urlencode

import msgspec
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from cairn.apps.base.callers import READING, Repeated
from cairn.services.problems import Conflict, InvalidInput, NotFound, NotSignedIn, Problem, TooMany
from cairn.tables import ConditionFailedError, CursorError, KeyValueError, NotFoundError
from cairn.web.problem_kinds import PROBLEMS_PATH
from cairn.web.refusals import BodyTooLarge, Broken, NoSuchMethod, Unreadable

MEDIA_TYPE: Final = "application/problem+json"
SIGN_IN_PAGE: Final = "/sign-in"
_WHERE: Final = frozenset({"body", "query", "path", "header", "cookie"})
_FOR_PROGRAMS: Final = frozenset({"/healthz", "/readyz", "/metrics"})
_OF_PYDANTIC: Final = "Value error, "

ErrorPage = Callable[[Request, Problem], Awaitable[Response]]
"""How a problem is shown to a person: `app.state.error_page`, when there are pages."""


def render_problems(app: FastAPI) -> None:
    """Has every fault that a route can raise answered as a problem."""
    for fault in (
        Problem,
        RequestValidationError,
        HTTPException,
        CursorError,
        KeyValueError,
        NotFoundError,
        ConditionFailedError,
    ):
        app.add_exception_handler(fault, _answer)
    app.add_exception_handler(Repeated, _answer_again)


def problem_of(fault: Exception, request: Request) -> Problem:
    """What a fault is to whoever asked. What nobody foresaw tells nothing of itself."""
    match fault:
        case Problem():
            return fault
        case RequestValidationError():
            return _of_validation(fault)
        case HTTPException():
            return _of_status(fault, request)
        case CursorError():
            return InvalidInput.of("cursor", str(fault).removeprefix("cursor: "))
        case KeyValueError():
            return InvalidInput.of(fault.field, str(fault).removeprefix(f"{fault.field}: "))
        case NotFoundError():
            return NotFound("There is nothing here, or it is somebody else's")
        case ConditionFailedError():
            return Conflict("It was changed at the same moment; look at it again, and then try again")
        case _:
            return Broken("It is written in the log, under the id of this request")


async def problem_response(request: Request, problem: Problem) -> Response:
    """The answer to a problem: a page for a browser that asks for one, and JSON for everybody else."""
    headers = headers_of(problem)
    if not wants_page(request):
        return Response(problem_body(request, problem), problem.status, headers, MEDIA_TYPE)
    if isinstance(problem, NotSignedIn):
        return _to_sign_in(request)
    page: ErrorPage | None = getattr(request.app.state, "error_page", None)
    if page is None:
        return Response(f"{problem.title}\n\n{problem.detail}\n", problem.status, headers, "text/plain")
    response = await page(request, problem)
    response.headers.update(headers)
    return response


def problem_body(request: Request, problem: Problem) -> bytes:
    body: dict[str, Any] = {
        "type": f"{PROBLEMS_PATH}/{problem.slug}",
        "title": problem.title,
        "status": problem.status,
        "detail": problem.detail,
        "instance": request.scope["path"],
    }
    if problem.fields:
        body["fields"] = problem.fields
    if (request_id := request.scope.get("cairn.request_id")) is not None:
        body["request_id"] = request_id
    return msgspec.json.encode(body)


def headers_of(problem: Problem) -> dict[str, str]:
    match problem:
        case NotSignedIn():
            return {"WWW-Authenticate": 'Bearer realm="Cairn"'}
        case TooMany():
            return {"Retry-After": str(max(1, -int(-problem.retry_after.total_seconds() // 1)))}
        case NoSuchMethod():
            return {"Allow": ", ".join(problem.allowed)}
        case BodyTooLarge():
            return {"Connection": "close"}
        case _:
            return {}


def wants_page(request: Request) -> bool:
    """Whether a person looks at the answer."""
    path: str = request.scope["path"]
    if path.startswith("/api/") or path in _FOR_PROGRAMS or "authorization" in request.headers:
        return False
    return "text/html" in request.headers.get("accept", "") or "hx-request" in request.headers


async def _answer(request: Request, fault: Exception) -> Response:
    return await problem_response(request, problem_of(fault, request))


async def _answer_again(_: Request, fault: Exception) -> Response:
    """What a request was answered when it ran."""
    if not isinstance(fault, Repeated):
        raise fault
    response = Response(fault.outcome.body, fault.outcome.status)
    response.raw_headers[:] = [*fault.outcome.headers, (b"idempotency-replayed", b"true")]
    return response


def _to_sign_in(request: Request) -> Response:
    """To the page where people sign in, and from there back to what they were about to see."""
    path: str = request.scope["path"]
    query: str = request.scope["query_string"].decode("latin-1")
    back = f"{path}?{query}" if query else path
    location = f"{SIGN_IN_PAGE}?{urlencode({'next': back})}" if request.method in READING else SIGN_IN_PAGE
    if "hx-request" in request.headers:
        return Response(status_code=401, headers={"HX-Redirect": SIGN_IN_PAGE})
    return Response(status_code=303, headers={"Location": location})


def _of_validation(fault: RequestValidationError) -> Problem:
    fields: dict[str, str] = {}
    for error in fault.errors():
        place = [str(part) for part in error["loc"]]
        if error["type"] == "json_invalid":
            return Unreadable(
                f"The body is not JSON: {error['ctx']['error']} at character {error['loc'][-1]}"
            )
        if place and place[0] in _WHERE:
            place = place[1:] or ["body"]
        fields.setdefault(".".join(place), _wanted(error))
    return InvalidInput("; ".join(f"{name}: {wanted}" for name, wanted in fields.items()), fields=fields)


def _wanted(error: Mapping[str, Any]) -> str:
    if error["type"] == "missing":
        return "is missing"
    message: str = error["msg"]
    return message.removeprefix(_OF_PYDANTIC)


def _of_status(fault: HTTPException, request: Request) -> Problem:
    match fault.status_code:
        case 404:
            return NotFound(f"There is nothing at {request.scope['path']}")
        case 405:
            allowed = (fault.headers or {}).get("Allow", "")
            return NoSuchMethod(
                f"{request.method} is none of what can be done here: {allowed}", allowed=allowed.split(", ")
            )
        case status if 400 <= status < 500:
            return Unreadable(str(fault.detail))
        case _:
            return Broken("It is written in the log, under the id of this request")

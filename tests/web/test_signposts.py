"""Signposts lead to what FastAPI alone would have found, and as quickly among many routes as among few."""

from typing import Annotated, ClassVar

import pytest
from fastapi import APIRouter, Depends, FastAPI, Response
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute
from starlette.routing import Match, Route
from starlette.types import Scope

from cairn.web.signposts import Signposts, put_up_signposts
from tests.web.browser import Answer, Browser


async def greeted(response: Response) -> None:
    response.headers["x-greeting"] = "hello"


async def name_of(thing_id: str) -> str:
    return thing_id.upper()


def make_app() -> FastAPI:
    """Routers within routers, each of which gives its routes something."""
    shelf = APIRouter(tags=["shelf"])

    @shelf.get("/{thing_id}", responses={404: {"description": "gone"}})
    async def show(thing_id: str, name: Annotated[str, Depends(name_of)]) -> dict[str, str]:
        return {"id": thing_id, "name": name}

    @shelf.get("/newest")
    async def show_newest() -> str:
        return "never found by FastAPI alone, as it stands behind {thing_id}"

    @shelf.delete("/{thing_id}", status_code=204)
    async def throw_away(thing_id: str) -> None: ...

    @shelf.put("/{thing_id}/label", status_code=201, deprecated=True)
    async def label(thing_id: str, text: str) -> str:
        return f"{thing_id}: {text}"

    @shelf.get("/files/{path:path}", response_model=None, include_in_schema=False)
    async def file(path: str) -> Response:
        return Response(path)

    room = APIRouter(dependencies=[Depends(greeted)])
    room.include_router(shelf, prefix="/shelf")

    @room.get("", response_model_exclude_none=True)
    async def look_around() -> dict[str, str | None]:
        return {"light": "on", "noise": None}

    app = FastAPI(redirect_slashes=False)
    app.include_router(room, prefix="/room", tags=["room"], deprecated=None)
    app.include_router(room, prefix="/{floor}/room", include_in_schema=False)
    return app


ASKED = (
    "GET /room",
    "GET /room/",
    "GET /room/shelf/cup",
    "DELETE /room/shelf/cup",
    "PUT /room/shelf/cup/label?text=mine",
    "PUT /room/shelf/cup/label",
    "GET /room/shelf/files/a/b.txt",
    "GET /second/room",
    "GET /second/room/shelf/cup",
    "GET /room/shelf",
    "GET /nowhere",
    "GET /openapi.json",
    "POST /openapi.json",
)


def told(answer: Answer) -> tuple[object, ...]:
    return answer.status, answer.header("content-type"), answer.header("x-greeting"), answer.text


async def ask(app: FastAPI, request: str) -> Answer:
    method, _, path = request.partition(" ")
    return await Browser(app).ask(method, path)


@pytest.mark.parametrize("request_line", ASKED)
async def test_an_answer_is_the_same_as_without(request_line: str) -> None:
    alone, with_signposts = make_app(), make_app()
    put_up_signposts(with_signposts)
    assert told(await ask(with_signposts, request_line)) == told(await ask(alone, request_line))


def test_the_description_of_the_api_is_the_same_as_without() -> None:
    def described(app: FastAPI) -> object:
        return get_openapi(title="", version="", routes=app.routes)

    alone, with_signposts = make_app(), make_app()
    put_up_signposts(with_signposts)
    assert described(with_signposts) == described(alone)


async def test_a_fixed_path_comes_before_an_open_one_that_it_would_fit() -> None:
    app = make_app()
    put_up_signposts(app)
    assert "stands behind" in (await ask(app, "GET /room/shelf/newest")).text


async def test_what_is_allowed_is_told_of_all_routes_of_a_path() -> None:
    app = make_app()
    put_up_signposts(app)
    answer = await ask(app, "POST /room/shelf/cup")
    assert (answer.status, answer.header("allow")) == (405, "DELETE, GET")


async def test_a_route_that_is_added_later_is_found() -> None:
    app = make_app()
    put_up_signposts(app)
    app.add_api_route("/later", show_later)
    assert (await ask(app, "GET /later")).text == '"later"'


async def show_later() -> str:
    return "later"


def test_a_path_is_made_from_the_name_of_its_route() -> None:
    app = make_app()
    put_up_signposts(app)
    assert app.url_path_for("label", thing_id="cup") == "/room/shelf/cup/label"


class Counted(APIRoute):
    """A route that notes when it is tried."""

    tried: ClassVar[list[str]] = []

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        self.tried.append(self.path)
        return super().matches(scope)


def test_no_more_routes_are_tried_however_many_there_are() -> None:
    routes = [Counted(f"/app{number}/things/{{thing_id}}", show_later) for number in range(300)]
    scope = {"type": "http", "method": "GET", "path": "/app299/things/cup", "root_path": "", "headers": []}
    _, found = Signposts(routes).matches(scope)
    assert (found["route"], Counted.tried) == (routes[299], ["/app299/things/{thing_id}"])


def test_what_no_signpost_could_lead_to_is_refused_when_the_application_is_put_together() -> None:
    router = APIRouter()
    router.routes.append(Route("/plain", greeted))
    app = FastAPI()
    app.include_router(router)
    with pytest.raises(TypeError, match="/plain: only routes of FastAPI can be included from a router"):
        put_up_signposts(app)

"""What the API is described to be is what it is: requests made up from the description, by somebody signed in."""

import itertools
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cairn.apps.registry import APPS
from tests.web.cast import ADA, BO, opened_house
from tests.web.checks_routes import CHECKS as CHECKS_ROUTES
from tests.web.checks_routes import a_page
from tests.web.decisions import a_channel, a_slug, a_token, bos_account
from tests.web.habits_routes import HABITS, a_habit
from tests.web.routes import API
from tests.web.runescape_routes import RUNESCAPE, a_goal, at_rest
from tests.web.serving import served

ENDING = {  # the session with which all of this is asked
    "DELETE /api/v1/session",
    "DELETE /api/v1/sessions",
    "POST /api/v1/me/deletion",
}
APPS_API = {route for route in (*HABITS, *CHECKS_ROUTES, *RUNESCAPE) if " /api/" in route}
ENDLESS = {"GET /api/v1/live"}
UNDESCRIBED = {"GET /api/v1/openapi.json", "GET /blobs/{token}"}
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 12


@dataclass(frozen=True)
class Described:
    """A server, what it says of itself, and somebody who is signed in there."""

    url: str
    description: dict[str, Any]
    headers: dict[str, str]
    there: dict[str, str]
    """Ids of what is there, as made up ones lead nowhere."""

    def operation(self, route: str) -> Any:
        method, path = route.split(" ")
        schema: Any = schemathesis.openapi.from_dict(self.description)
        return schema[path][method]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Described]:
    folder: Path = tmp_path_factory.mktemp("described")
    found: dict[str, Any] = {}

    @asynccontextmanager
    async def opened() -> AsyncIterator[FastAPI]:
        async with opened_house(folder, APPS) as house:
            ada = await house.enter(ADA)
            found["description"] = house.app.openapi()
            found["headers"] = {
                "Cookie": f"cairn-session={ada.cookies['cairn-session']}",
                "X-CSRF-Token": ada.always["x-csrf-token"],
            }
            await house.enter(BO)
            found["there"] = {
                **await a_channel(house, ada),
                **await a_token(house, ada),
                **await bos_account(house, ada),
                **await a_slug(house, ada),
                **await a_habit(house, ada),
                **await a_page(house, ada),
                **await at_rest(house, ada),
                **await a_goal(house, ada),
            }
            yield house.app

    with served(opened()) as server:
        yield Described(server.url, found["description"], found["headers"], found["there"])


@pytest.mark.parametrize("route", sorted({*API, *APPS_API} - ENDING - ENDLESS - UNDESCRIBED))
def test_no_request_is_answered_otherwise_than_described(described: Described, route: str) -> None:
    operation = described.operation(route)
    numbers = itertools.count()

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
        derandomize=True,
    )
    @given(case=operation.as_strategy())
    def ask(case: Any) -> None:
        made_up = case.headers or {}
        case.headers = {
            name: made_up[name] for name in made_up if name != "Authorization"
        } | described.headers
        if next(numbers) % 2:
            case.path_parameters = {
                name: described.there.get(name, each) for name, each in case.path_parameters.items()
            }
        response = case.call(base_url=described.url)
        case.validate_response(response, checks=CHECKS)

    ask()


def test_every_operation_is_described_for_people(described: Described) -> None:
    paths = described.description["paths"]
    operations = {
        f"{method.upper()} {path}": each for path, of in paths.items() for method, each in of.items()
    }
    assert {name for name, each in operations.items() if not each.get("description")} == set()
    assert {name for name, each in operations.items() if "422" in each["responses"]} <= {
        name for name in operations if name.startswith("POST")
    }
    ids = [each["operationId"] for each in operations.values()]
    assert len(ids) == len(set(ids))

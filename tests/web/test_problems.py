"""Every kind of problem is explained, documented, and answered in one form that tells nothing of the inside."""

import importlib
import inspect
import pkgutil
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi import APIRouter

import cairn
from cairn.apps.base import Anyone, App
from cairn.services.problems import NotFound, Problem
from cairn.web.problem_kinds import kinds
from tests.web.cast import House, opened_house

for module in pkgutil.walk_packages(cairn.__path__, prefix="cairn."):
    importlib.import_module(module.name)
KINDS = sorted({kind.slug: kind for kind in kinds() if kind.__module__.startswith("cairn.")}.items())
PAGE = Path(__file__).parents[2] / "docs" / "api.md"
ARGUMENTS: dict[str, Any] = {"retry_after": timedelta(seconds=90), "allowed": ("GET", "PUT")}
router = APIRouter()


@router.get("/problem/{slug}")
async def fails(_: Anyone, slug: str) -> None:
    kind = dict(KINDS)[slug]
    wanted = inspect.signature(kind.__init__).parameters
    raise kind("what is wrong", **{name: value for name, value in ARGUMENTS.items() if name in wanted})


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    trouble = App(name="trouble", title="Trouble", summary="", api=router, pages=router)
    async with opened_house(tmp_path, [trouble]) as house:
        yield house


def test_each_kind_has_a_name_of_its_own() -> None:
    slugs = [kind.slug for kind in kinds() if kind.__module__.startswith("cairn.")]
    assert len(slugs) == len(set(slugs))
    assert all(kind.__doc__ and kind.title and 400 <= kind.status < 600 for _, kind in KINDS)


@pytest.mark.parametrize(("slug", "kind"), KINDS)
async def test_a_problem_is_rendered_and_explained(house: House, slug: str, kind: type[Problem]) -> None:
    answer = await house.browser.get(f"/api/v1/trouble/problem/{slug}")
    assert (answer.status, answer.header("content-type")) == (kind.status, "application/problem+json")
    assert answer.json() == {
        "type": f"/api/v1/problems/{slug}",
        "title": kind.title,
        "status": kind.status,
        "detail": "what is wrong",
        "instance": f"/api/v1/trouble/problem/{slug}",
        "request_id": answer.header("x-request-id"),
    }
    explained = (await house.browser.get(answer.json()["type"])).json()
    assert explained == {
        "slug": slug,
        "title": kind.title,
        "status": kind.status,
        "meaning": inspect.cleandoc(kind.__doc__ or ""),
    }


def test_each_kind_stands_in_the_documentation() -> None:
    rows = [f"| `{slug}` | {kind.status} | {kind.title} |" for slug, kind in KINDS]
    assert [row for row in rows if row not in PAGE.read_text()] == []


async def test_a_person_sees_a_page(house: House) -> None:
    answer = await house.browser.get("/trouble/problem/not-found", headers={"Accept": "text/html"})
    assert (answer.status, answer.header("content-type")) == (404, "text/html; charset=utf-8")
    assert NotFound.title in answer.text
    assert "what is wrong" in answer.text


async def test_who_is_to_wait_is_told_how_long_and_what_is_allowed(house: House) -> None:
    busy = await house.browser.get("/api/v1/trouble/problem/too-many")
    assert busy.header("retry-after") == "90"
    wrong = await house.browser.get("/api/v1/trouble/problem/no-such-method")
    assert wrong.header("allow") == "GET, PUT"
    other = await house.browser.post("/api/v1/tokens/none")
    assert (other.status, other.header("allow")) == (405, "DELETE")
    unknown = await house.browser.get("/api/v1/trouble/problem/not-signed-in")
    assert unknown.header("www-authenticate") == 'Bearer realm="Cairn"'

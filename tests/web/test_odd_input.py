"""Whatever somebody writes into a page's address or its forms, the page says what is wrong with it and does not break."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from fastapi import FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from cairn.apps.registry import APPS
from tests.web.browser import Browser
from tests.web.cast import ADA, House, opened_house

ODD = [
    "€/\N{GRINNING FACE}",
    "a\x00b\r\nX: y",
    "9" * 5000,
    "-1",
    "²",
    "1e400",
    "NaN",
    "a#b/../c",
    "x" * 3000,
    "9999-12-31",
    "https://[::1",
    "<script>alert(1)</script>",
]
ENDING = {"/sign-out", "/account/sessions/everywhere/end", "/account/delete"}
"""Pages after which the session is over with which all of this is asked."""


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with opened_house(tmp_path, APPS) as house:
        yield house


def pages(app: FastAPI) -> Iterator[APIRoute]:
    for route in app.routes:
        if isinstance(route, APIRoute) and not route.path.startswith(("/api/v1", "/assets")):
            is_endless = route.path.endswith("/live")
            if not is_endless and route.path not in ENDING:
                yield route


def everything(dependant: Dependant) -> Iterator[Dependant]:
    yield dependant
    for each in dependant.dependencies:
        yield from everything(each)


async def status(browser: Browser, route: APIRoute, odd: str, only: str | None) -> int:
    """What a page answers when everything that it takes is odd, or only one thing."""

    def given(name: str) -> str:
        return odd if only in {None, name} else "1"

    parts = list(everything(route.dependant))
    path = route.path
    for each in parts:
        for field in each.path_params:
            path = path.replace(f"{{{field.alias}}}", quote(given(field.alias), safe=""))
    query = {field.alias: given(field.alias) for each in parts for field in each.query_params}
    form = {field.alias: given(field.alias) for each in parts for field in each.body_params}
    method = next(iter(route.methods or {"GET"}))
    answer = await browser.ask(
        method,
        f"{path}?{urlencode(query)}" if query else path,
        form=form if method == "POST" else None,
        headers={"Accept": "text/html"},
    )
    return answer.status


async def test_no_page_breaks_by_what_is_written_into_it(house: House) -> None:
    ada = await house.enter(ADA)
    broken: list[tuple[list[str], str, str | None, str]] = []
    for route in pages(house.app):
        taken = {
            field.alias
            for each in everything(route.dependant)
            for field in (*each.path_params, *each.query_params, *each.body_params)
        }
        alone = sorted(taken) if len(taken) > 1 else []
        broken += [
            (sorted(route.methods or ()), route.path, only, odd[:20])
            for odd in ODD
            for only in (None, *alone)
            if await status(ada, route, odd, only) >= 500
        ]
    assert broken == []


async def test_who_signs_in_is_led_back_to_a_page_with_letters_of_any_script(house: House) -> None:
    ada = await house.enter(ADA)
    answer = await ada.get("/sign-in?next=/habits/%E2%82%AC?a=%C3%BC")
    assert (answer.status, answer.header("location")) == (303, "/habits/%E2%82%AC?a=%C3%BC")

"""What holds of every page: axe finds nothing serious in it, by day and by night, and it fits a phone."""

from collections.abc import Iterator
from typing import Final, Literal

import pytest
from fastapi.routing import iter_route_contexts
from playwright.sync_api import Browser, Page

from cairn.web.pages import router
from tests.web.pages.axe import violations
from tests.web.pages.conftest import DESK, PHONE, complaining
from tests.web.pages.every_page import (
    DRAWN_BY_OTHERS,
    EVERY_PAGE,
    FOR_MEMBERS,
    FOR_OPERATORS,
    FOR_VISITORS,
)
from tests.web.pages.house import House
from tests.web.pages.visitors import sign_in, sign_up

OPERATOR: Final = "operator@example.org"
Scheme = Literal["light", "dark"]


@pytest.fixture(scope="module", autouse=True)
def operator(chromium: Browser, house: House) -> None:
    """The first account, with things on its pages."""
    with complaining(chromium, house) as page:
        sign_up(page, OPERATOR)
        page.goto("/tokens")
        page.get_by_label("What is it for?").fill("Backup")
        page.get_by_label("Read everything").check()
        page.get_by_role("button", name="Make the token").click()
        page.locator("#new-token").wait_for()
        page.goto("/channels?add=email")
        page.get_by_label("Address").fill("elsewhere@example.org")
        page.get_by_role("button", name="Add E-mail").click()
        page.get_by_text("to be confirmed", exact=True).wait_for()
    with complaining(chromium, house) as page:
        sign_up(page, "member@example.org")


@pytest.fixture(scope="module", params=["light", "dark"])
def scheme(request: pytest.FixtureRequest) -> Scheme:
    chosen: Scheme = request.param
    return chosen


@pytest.fixture(scope="module")
def windows(chromium: Browser, house: House, scheme: Scheme) -> Iterator[dict[str, Page]]:
    """A visitor's, and the operator's."""
    with (
        complaining(chromium, house, color_scheme=scheme) as visitor,
        complaining(chromium, house, color_scheme=scheme) as member,
    ):
        sign_in(member, OPERATOR)
        member.wait_for_url("**/")
        yield {"visitor": visitor, "operator": member}


PAGES: Final = [
    *(("visitor", path) for path in FOR_VISITORS),
    *(("operator", path) for path in (*FOR_MEMBERS, *FOR_OPERATORS)),
]


@pytest.mark.parametrize(("who", "path"), PAGES)
def test_axe_finds_nothing_serious(windows: dict[str, Page], who: str, path: str) -> None:
    page = windows[who]
    page.set_viewport_size(DESK)
    page.goto(path)
    assert violations(page) == []


@pytest.mark.parametrize(("who", "path"), PAGES)
def test_a_page_fits_a_phone(windows: dict[str, Page], who: str, path: str) -> None:
    page = windows[who]
    page.set_viewport_size(PHONE)
    page.goto(path)
    too_wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert too_wide == 0
    folded = page.locator(".table-folds").all()
    assert [each.evaluate("it => it.scrollWidth - it.clientWidth") for each in folded] == [0] * len(folded)


@pytest.mark.parametrize(("who", "path"), PAGES)
def test_a_page_has_one_heading_of_its_own_and_says_where_it_is(
    windows: dict[str, Page], who: str, path: str
) -> None:
    page = windows[who]
    page.goto(path)
    assert page.locator("h1").count() == 1
    assert page.title().endswith(" · Cairn")
    assert page.locator("main").count() == 1


@pytest.mark.parametrize("path", DRAWN_BY_OTHERS)
def test_the_documentation_of_the_api_is_drawn_without_another_site(
    windows: dict[str, Page], path: str
) -> None:
    page = windows["operator"]
    page.goto(path)
    page.get_by_role("heading", name="Cairn").first.wait_for()


def test_every_page_is_looked_at() -> None:
    paths = {
        context.path
        for context in iter_route_contexts(router.routes)
        if "GET" in (context.methods or ()) and "{" not in (context.path or "{")
    }
    assert "/tokens" in paths
    assert paths - {path.partition("?")[0] for path in EVERY_PAGE} - {"/operator/jobs/live"} == set()

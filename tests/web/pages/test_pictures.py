"""The pictures of docs/images. They are taken anew where CAIRN_PICTURES is set: `CAIRN_PICTURES=1 scripts/test -k pictures`.

Otherwise the same pages are drawn and nothing is written, so that a test run leaves the checkout as it was.
"""

import os
from pathlib import Path
from typing import Final, Literal

import pytest
from playwright.sync_api import Browser, Page, StorageState, ViewportSize

from tests.web.pages.conftest import complaining
from tests.web.pages.house import House
from tests.web.pages.visitors import sign_up

IMAGES: Final = Path(__file__).parents[3] / "docs/images"
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
HAND: Final[ViewportSize] = {"width": 390, "height": 844}
Scheme = Literal["light", "dark"]


@pytest.fixture(scope="module")
def ada(chromium: Browser, house: House) -> StorageState:
    """The cookies of somebody who has settled in."""
    with complaining(chromium, house) as page:
        sign_up(page, "ada@example.org")
        page.goto("/tokens")
        page.get_by_label("What is it for?").fill("Backup script")
        page.get_by_label("Read everything").check()
        page.get_by_role("button", name="Make the token").click()
        page.locator("#new-token").wait_for()
        return page.context.storage_state()


@pytest.mark.parametrize(
    ("name", "path", "scheme", "viewport"),
    [
        ("landing", "/", "light", DESK),
        ("landing-dark", "/", "dark", DESK),
        ("landing-phone", "/", "dark", HAND),
        ("sign-up", "/sign-up", "light", HAND),
    ],
)
def test_pictures_of_the_entrance(
    chromium: Browser, house: House, name: str, path: str, scheme: Scheme, viewport: ViewportSize
) -> None:
    with complaining(chromium, house, color_scheme=scheme, viewport=viewport) as page:
        _take(page, path, name)


@pytest.mark.parametrize(
    ("name", "path", "scheme", "viewport", "whole"),
    [
        ("home", "/", "light", DESK, False),
        ("home-dark", "/", "dark", DESK, False),
        ("home-phone", "/", "light", HAND, True),
        ("tokens", "/tokens", "light", DESK, False),
        ("tokens-phone", "/tokens", "dark", HAND, True),
        ("account", "/account", "light", DESK, True),
        ("preferences", "/account/preferences", "dark", DESK, False),
        ("channels", "/channels?add=telegram", "light", DESK, True),
        ("operator", "/operator", "light", DESK, True),
        ("operator-jobs", "/operator/jobs", "dark", DESK, False),
        ("design", "/design", "light", DESK, True),
        ("design-dark", "/design", "dark", DESK, True),
    ],
)
def test_pictures_of_the_house(
    chromium: Browser,
    house: House,
    ada: StorageState,
    name: str,
    path: str,
    scheme: Scheme,
    viewport: ViewportSize,
    *,
    whole: bool,
) -> None:
    with complaining(chromium, house, color_scheme=scheme, viewport=viewport, state=ada) as page:
        _take(page, path, name, whole=whole)


def _take(page: Page, path: str, name: str, *, whole: bool = False) -> None:
    page.goto(path)
    page.evaluate("document.fonts.ready")
    picture = page.screenshot(full_page=whole, animations="disabled")
    if os.environ.get("CAIRN_PICTURES"):
        IMAGES.mkdir(exist_ok=True)
        (IMAGES / f"{name}.png").write_bytes(picture)
    assert picture.startswith(b"\x89PNG")

"""Chromium, which Debian brings, and a house that the tests of a file share."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, StorageState, ViewportSize, sync_playwright

from tests.web.pages.house import House, served_house

CHROMIUM = "/usr/bin/chromium"
DESK: ViewportSize = {"width": 1280, "height": 860}
PHONE: ViewportSize = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """A browser for one file: while it is there, Playwright's event loop runs, and no other test could have one."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture
def page(chromium: Browser, house: House) -> Iterator[Page]:
    """A browser of its own, on a page that is not opened yet. What the browser complains of fails the test."""
    with complaining(chromium, house) as page:
        yield page


@contextmanager
def complaining(
    chromium: Browser,
    house: House,
    *,
    color_scheme: Literal["light", "dark"] = "light",
    viewport: ViewportSize = DESK,
    has_scripts: bool = True,
    state: StorageState | None = None,
) -> Iterator[Page]:
    """A window whose console has to stay silent."""
    complaints: list[str] = []

    def hear(message: ConsoleMessage) -> None:
        # A page that answers with a refusal is told of on the console.
        is_status = "the server responded with a status of" in message.text
        if message.type in {"error", "warning"} and not is_status:
            complaints.append(message.text)

    with chromium.new_context(
        base_url=house.url,
        locale="en-GB",
        timezone_id="Europe/London",
        color_scheme=color_scheme,
        viewport=viewport,
        java_script_enabled=has_scripts,
        storage_state=state,
    ) as context:
        page = context.new_page()
        page.set_default_timeout(20_000)
        page.on("console", hear)
        page.on("pageerror", lambda fault: complaints.append(str(fault)))
        yield page
    assert complaints == []

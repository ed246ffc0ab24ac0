"""Checks at a browser: what somebody does who wants to know when a page is down."""

import asyncio
import os
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page, StorageState, ViewportSize, expect

from cairn.apps.checks.app import CHECKS
from cairn.apps.checks.demo import fill
from cairn.apps.registry import parts
from cairn.services.accounts import Member, Preferences
from cairn.services.opening import open_services
from cairn.services.services import AllSettings
from cairn.services.settings import Section, Settings, load_settings
from tests.web.pages.axe import violations
from tests.web.pages.conftest import complaining
from tests.web.pages.house import House, served_house
from tests.web.pages.visitors import PASSWORD, sign_in, sign_up

IMAGES = Path(__file__).parents[3] / "docs/images"
DESK: ViewportSize = {"width": 1280, "height": 900}
HAND: ViewportSize = {"width": 390, "height": 844}
ADA = "ada@example.org"


class Shop(BaseHTTPRequestHandler):
    """A shop whose page says that kettles are to be had."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(b"<h1>Kettles</h1>")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
        """Says nothing."""


@pytest.fixture(scope="module")
def shop() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which Ada has had checks for weeks."""
    folder = tmp_path_factory.mktemp("checks")
    # Playwright has an event loop in this thread, beside which there can be no other.
    thread = Thread(target=lambda: asyncio.run(furnish(folder)))
    thread.start()
    thread.join()
    with served_house(folder, (CHECKS,)) as house:
        yield house


async def furnish(folder: Path) -> None:
    sections: list[type[Section]] = [Settings, *CHECKS.sections]
    settings = AllSettings(load_settings(sections, environment={}, folder=folder))
    async with open_services(settings, folder, parts((CHECKS,))) as services:
        made = await services.accounts.keeping.create(ADA, password=PASSWORD, is_operator=False)
        member = Member(
            account_id=made.account_id,
            email=made.email,
            is_email_verified=made.is_email_verified,
            preferences=Preferences(),
            is_operator=made.is_operator,
        )
        await fill(services, [member])


@pytest.fixture(scope="module")
def ada(chromium: Browser, house: House) -> StorageState:
    with complaining(chromium, house) as page:
        sign_in(page, ADA)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Good ")
        return page.context.storage_state()


def test_somebody_tries_a_check_keeps_it_and_sees_what_it_found(page: Page, shop: str) -> None:
    sign_up(page, "watcher@example.org")
    page.get_by_role("link", name="Checks").first.click()
    page.get_by_role("link", name="Watch something").click()
    page.get_by_label("Address").fill(shop)
    page.get_by_label("Name").fill("Kettle shop")
    page.get_by_label("A text on the page").fill("teapots")
    page.get_by_role("button", name="Try it now").click()
    expect(page.get_by_text("It would be down.")).to_be_visible()
    page.get_by_label("A text on the page").fill("kettles")
    page.get_by_role("button", name="Try it now").click()
    expect(page.get_by_text("It is well.")).to_be_visible()
    page.get_by_role("button", name="Watch it").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Kettle shop")
    expect(page.get_by_role("status")).to_contain_text("The check is made")
    for _ in range(60):
        if page.get_by_role("cell", name="holds").count():
            break
        page.wait_for_timeout(500)
        page.reload()
    expect(page.get_by_role("cell", name="holds")).to_have_count(2)
    expect(page.get_by_text("up", exact=True).first).to_be_visible()
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("status")).to_contain_text("It is paused")
    page.get_by_role("link", name="All checks").click()
    page.get_by_label("Choose Kettle shop").check()
    page.get_by_role("button", name="Resume").click()
    expect(page.get_by_role("status")).to_contain_text("1 check is resumed")
    page.get_by_role("link", name="Kettle shop").click()
    page.get_by_role("link", name="Change").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("heading", name="Nothing is watched yet")).to_be_visible()


def test_what_is_wrong_stands_beside_its_field(page: Page) -> None:
    sign_up(page, "careless@example.org")
    page.goto("/checks/new?kind=TCP")
    page.get_by_label("Address").fill("example.org")
    page.get_by_role("button", name="Watch it").click()
    expect(page.get_by_text("names a host and a port, for example tcp://example.org:5432")).to_be_visible()
    expect(page.get_by_label("Address")).to_have_value("example.org")


def test_a_list_is_sought_through(chromium: Browser, house: House, ada: StorageState) -> None:
    with complaining(chromium, house, state=ada) as page:
        page.goto("/checks")
        expect(page.get_by_role("row")).to_have_count(6)
        page.get_by_label("Search").fill("kettle")
        page.get_by_role("button", name="Search").click()
        expect(page.get_by_role("row")).to_have_count(2)


PLACES: list[tuple[str, str, str | None]] = [
    ("checks", "/checks", None),
    ("check", "/checks", "Website"),
    ("check-price", "/checks", "Kettle, 1.7 l"),
    ("check-new", "/checks/new", None),
    ("check-ebay", "/checks/new?kind=EBAY", None),
    ("check-dns", "/checks/new?kind=DNS", None),
    ("checks-maintenance", "/checks/maintenance", None),
    ("checks-maintenance-new", "/checks/maintenance/new", None),
    ("checks-pages", "/checks/pages", None),
    ("checks-page", "/checks/pages", "Tell something on Example shop"),
    ("checks-page-edit", "/checks/pages", "Change Example shop"),
    ("checks-import", "/checks/import", None),
    ("status", "/status/example-shop", None),
]
KEPT = {
    ("checks", "light", "desk"),
    ("checks", "dark", "hand"),
    ("check", "light", "desk"),
    ("check", "dark", "desk"),
    ("check", "light", "hand"),
    ("check-price", "light", "desk"),
    ("check-new", "light", "desk"),
    ("checks-page", "light", "desk"),
    ("checks-maintenance-new", "light", "desk"),
    ("status", "light", "desk"),
    ("status", "dark", "desk"),
    ("status", "light", "hand"),
}
"""The pictures that the documentation has."""


@pytest.mark.parametrize(
    ("scheme", "held", "viewport"),
    [("light", "desk", DESK), ("dark", "desk", DESK), ("light", "hand", HAND), ("dark", "hand", HAND)],
)
def test_pages_are_for_everybody_by_day_by_night_and_in_the_hand(
    chromium: Browser,
    house: House,
    ada: StorageState,
    scheme: Literal["light", "dark"],
    held: str,
    viewport: ViewportSize,
) -> None:
    with complaining(chromium, house, color_scheme=scheme, viewport=viewport, state=ada) as page:
        for name, path, link in PLACES:
            page.goto(path)
            if link is not None:
                page.get_by_role("link", name=link).first.click()
                page.wait_for_load_state()
            page.evaluate("document.fonts.ready")
            assert page.locator("h1").count() == 1
            assert (name, violations(page)) == (name, [])
            wide = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert (name, wide) == (name, 0)
            if os.environ.get("CAIRN_PICTURES") and (name, scheme, held) in KEPT:
                suffix = "-dark" * (scheme == "dark" and held == "desk") + "-phone" * (held == "hand")
                picture = page.screenshot(full_page=True, animations="disabled")
                (IMAGES / f"{name}{suffix}.png").write_bytes(picture)
            if folder := os.environ.get("CAIRN_ALL_PICTURES"):
                picture = page.screenshot(full_page=True, animations="disabled")
                (Path(folder) / f"{name}-{scheme}-{held}.png").write_bytes(picture)


def test_somebody_shows_a_check_to_strangers_without_a_mouse_or_scripts(
    chromium: Browser, house: House, ada: StorageState
) -> None:
    with complaining(chromium, house, state=ada, has_scripts=False) as page:
        page.goto("/checks/pages/new")
        page.get_by_label("Title").fill("Ours")
        page.get_by_label("Address", exact=True).fill("ours")
        page.get_by_label("Add", exact=True).select_option(["Website", "Certificate"])
        page.get_by_role("button", name="Make it").press("Enter")
        page.get_by_role("link", name="Change").click()
        page.get_by_label("How Website is called on the page").fill("Front door")
        page.get_by_label("Take Certificate off the page").check()
        page.get_by_role("button", name="Save it").click()
        page.get_by_label("What it is about").fill("We move")
        page.get_by_label("Text").first.fill("On Sunday.")
        page.get_by_role("button", name="Tell it").click()
        expect(page.get_by_role("status")).to_contain_text("It is told to everybody")
    with complaining(chromium, house) as stranger:
        stranger.goto("/status/ours")
        expect(stranger.get_by_role("heading", level=1)).to_have_text("Ours")
        expect(stranger.get_by_text("Everything works")).to_be_visible()
        expect(stranger.get_by_role("heading", name="Front door")).to_be_visible()
        expect(stranger.get_by_role("heading", name="We move")).to_be_visible()
        assert stranger.get_by_text("Certificate").count() == 0
        assert stranger.get_by_role("img", name="Front door, the last 90 days").count() == 1


def test_what_was_found_is_changed_at_once_by_keyboard(page: Page) -> None:
    sign_up(page, "many@example.org")
    page.goto("/checks/import")
    page.get_by_label("Addresses").fill("tcp://127.0.0.1:1 port\ntcp://127.0.0.1:2 port\nnowhere")
    page.get_by_role("button", name="Look at them").click()
    expect(page.get_by_role("row")).to_have_count(4)
    page.get_by_role("button", name="Make what is new").click()
    expect(page.get_by_role("status")).to_contain_text("2 checks are made")
    page.get_by_label("All 2").press("Space")
    page.get_by_role("button", name="Pause").press("Enter")
    expect(page.get_by_role("status")).to_contain_text("2 checks are paused")
    page.get_by_label("State", exact=True).select_option("paused")
    page.get_by_role("button", name="Search").press("Enter")
    expect(page.get_by_role("row")).to_have_count(3)
    page.get_by_label("All 2 that were found").check()
    page.get_by_role("button", name="Delete").click()
    page.get_by_role("button", name="Delete 2 checks").click()
    expect(page.get_by_role("heading", name="Nothing is watched yet")).to_be_visible()

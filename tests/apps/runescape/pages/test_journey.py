"""RuneScape goals at a browser: a character is added, a goal is set, its curve is seen, and it is shared for a while.

The pictures of docs/images are taken anew where CAIRN_PICTURES is set.
"""

import asyncio
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Literal

import pytest
from playwright.sync_api import Browser, Locator, Page, StorageState, ViewportSize, expect

from cairn.apps.registry import parts
from cairn.apps.runescape.app import RUNESCAPE
from cairn.apps.runescape.demo import fill
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.rules.experience import xp_of_level
from cairn.services.accounts import Member, Preferences
from cairn.services.opening import open_services
from cairn.services.services import AllSettings
from cairn.services.settings import Section, Settings, load_settings
from tests.apps.runescape.hiscores_server import Boards
from tests.apps.runescape.past_server import OldMan
from tests.web.pages.conftest import DESK, PHONE, chromium, complaining
from tests.web.pages.house import House, served_house
from tests.web.pages.visitors import PASSWORD, sign_in, sign_up

__all__ = ["chromium"]
IMAGES = Path(__file__).parents[4] / "docs/images"
AXE = Path(__file__).parents[3] / "node_modules/axe-core/axe.min.js"
HAND: ViewportSize = {"width": 390, "height": 844}
ADA = "ada@example.org"
MOSS = "/runescape/characters/Moss_Walker"


@pytest.fixture(scope="module")
def outside() -> Iterator[str]:
    """The hiscores, on which three names are, and Wise Old Man, who knows one of them."""
    boards, man = Boards(), OldMan()
    heart = {"Woodcutting": xp_of_level(86), "Hitpoints": xp_of_level(70)}
    boards.put("stone heart", Board.OSRS, xp=heart)
    boards.put("stone soul", Board.OSRS, xp=heart)
    boards.put("pebble", Board.OSRS, xp={"Hitpoints": 1_154})
    for ago in range(1, 40):
        seen = datetime.now(UTC) - timedelta(days=ago)
        man.saw("stone heart", seen, {"woodcutting": xp_of_level(86) - ago * 20_000, "hitpoints": 700_000})

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            status, body = (man if self.path.startswith("/v2/") else boards).answer_to(self.path)
            self.send_response(int(status.split()[0]))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answering)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, outside: str) -> Iterator[House]:
    """A house in which Ada has followed characters for most of a year."""
    folder = tmp_path_factory.mktemp("runescape")
    # Playwright has an event loop in this thread, beside which there can be no other.
    thread = Thread(target=lambda: asyncio.run(furnish(folder)))
    thread.start()
    thread.join()
    given = {
        "CAIRN_RUNESCAPE_HISCORES": outside,
        "CAIRN_RUNESCAPE_PACE": "PT0S",
        "CAIRN_RUNESCAPE_PAST": outside,
        "CAIRN_RUNESCAPE_PAST_PACE": "PT0S",
    }
    with served_house(folder, (RUNESCAPE,), **given) as house:
        yield house


async def furnish(folder: Path) -> None:
    sections: list[type[Section]] = [Settings, *RUNESCAPE.sections]
    settings = AllSettings(load_settings(sections, environment={}, folder=folder))
    async with open_services(settings, folder, parts((RUNESCAPE,))) as services:
        people = []
        for email in (ADA, "bo@example.org"):
            made = await services.accounts.keeping.create(email, password=PASSWORD, is_operator=False)
            people.append(
                Member(
                    account_id=made.account_id,
                    email=made.email,
                    is_email_verified=made.is_email_verified,
                    preferences=Preferences(),
                    is_operator=made.is_operator,
                )
            )
        await fill(services, people)


@pytest.fixture(scope="module")
def ada(chromium: Browser, house: House) -> StorageState:
    with complaining(chromium, house) as page:
        sign_in(page, ADA)
        expect(page.get_by_role("heading", level=1)).to_contain_text("Good ")
        return page.context.storage_state()


def follow(page: Page, name: str) -> None:
    page.goto("/runescape/add")
    page.get_by_label("Name").fill(name)
    page.get_by_role("button", name="Look it up").click()


def test_somebody_follows_a_character_sets_a_goal_sees_its_curve_and_shares_it(
    chromium: Browser, house: House
) -> None:
    with complaining(chromium, house) as page:
        sign_up(page, "walker@example.org")
        page.get_by_role("link", name="RuneScape goals").first.click()
        page.get_by_role("link", name="Add a character").last.click()
        page.get_by_label("Name").fill("nobody")
        page.get_by_role("button", name="Look it up").click()
        expect(page.get_by_text("Not on the hiscores.")).to_be_visible()
        expect(page.get_by_label("Name")).to_have_value("nobody")
        page.get_by_label("Name").fill("stone_HEART")
        page.get_by_role("button", name="Look it up").click()
        expect(page.get_by_role("heading", name="Stone Heart")).to_be_visible()
        page.get_by_role("button", name="Follow Stone Heart").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("stone_HEART")
        expect(page.get_by_title("Woodcutting: level 86")).to_be_visible()
        page.get_by_role("button", name="Look now").click()
        expect(page.get_by_role("status")).to_contain_text("looked at less than a minute ago")
        set_woodcutting(page)
        expect(page.get_by_role("heading", level=1)).to_have_text("Level 99 Woodcutting")
        expect(page.get_by_role("img", name="Stone Heart: Level 99 Woodcutting")).to_be_visible()
        left = f"{xp_of_level(99) - xp_of_level(86):,}"
        expect(page.locator(".figures")).to_contain_text(left)
        share_and_take_back(chromium, house, page)


def set_woodcutting(page: Page) -> None:
    page.get_by_role("link", name="Set a goal").first.click()
    page.get_by_label("What", exact=True).select_option("Woodcutting")
    expect(page.get_by_text("has 86 as level now")).to_be_visible()
    page.get_by_label("Level 99").check()
    day = datetime.now(UTC).date() + timedelta(days=100)
    page.get_by_label("By the end of").fill(day.isoformat())
    page.get_by_role("button", name="Set the goal").click()


def share_and_take_back(chromium: Browser, house: House, page: Page) -> None:
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("#shared-link").inner_text()
    with complaining(chromium, house) as stranger:
        stranger.goto(link)
        expect(stranger.get_by_role("heading", level=1)).to_have_text("Level 99 Woodcutting")
        assert "walker@example.org" not in stranger.content()
        assert stranger.get_by_role("button", name="Pause").count() == 0
        page.get_by_role("button", name="Take the link back").click()
        expect(page.get_by_role("status")).to_contain_text("leads nowhere")
        assert stranger.goto(link).status == 404  # type: ignore[union-attr]


def test_without_scripts_a_goal_is_set_paused_changed_and_deleted(chromium: Browser, house: House) -> None:
    with complaining(chromium, house, has_scripts=False) as page:
        sign_up(page, "plain@example.org")
        follow(page, "Stone Heart")
        page.get_by_role("button", name="Follow Stone Heart").click()
        page.get_by_role("link", name="Set a goal").first.click()
        page.get_by_label("What", exact=True).select_option("Zulrah")
        page.get_by_role("button", name="Show its targets").click()
        expect(page.get_by_text("The hiscores don’t tell where")).to_be_visible()
        page.get_by_label("Or a number of your own").fill("many")
        page.get_by_role("button", name="Set the goal").click()
        expect(page.get_by_text("write a whole number, such as 13,034,431")).to_be_visible()
        page.get_by_label("Or a number of your own").fill("1.5k")
        page.get_by_role("button", name="Set the goal").click()
        expect(page.get_by_text("say where you stand, as the hiscores don't tell")).to_be_visible()
        page.get_by_label("Where it stands now", exact=True).fill("3")
        page.get_by_role("button", name="Set the goal").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("1,500 kills: Zulrah")
        page.get_by_role("button", name="Pause").click()
        expect(page.get_by_text("paused", exact=True)).to_be_visible()
        page.get_by_role("button", name="Go on").click()
        page.get_by_role("link", name="Change").click()
        page.get_by_label("Target", exact=True).fill("2,000")
        page.get_by_role("button", name="Keep it").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("2,000 kills: Zulrah")
        page.get_by_role("link", name="Change").click()
        page.get_by_role("button", name="Delete it").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("Stone Heart")
        expect(page.get_by_text("None yet.")).to_be_visible()


def test_goals_are_grouped_the_past_is_brought_and_all_of_it_goes_with_a_new_name(
    chromium: Browser, house: House
) -> None:
    with complaining(chromium, house) as page:
        sign_up(page, "renamed@example.org")
        follow(page, "Stone Heart")
        page.get_by_role("button", name="Follow Stone Heart").click()
        page.get_by_role("link", name="Make a group").click()
        page.get_by_label("Level 70").check()
        page.get_by_role("button", name="Set these goals").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("All skills to level 70")
        expect(page.get_by_text("0 of 22 goals are reached")).to_be_visible()
        page.get_by_role("link", name="Stone Heart").click()
        page.get_by_role("link", name="Bring its past").click()
        page.get_by_role("button", name="Bring it").click()
        expect(page.get_by_text("39 days are new")).to_be_visible()
        page.get_by_role("link", name="Stone Heart").click()
        page.get_by_role("link", name="It was renamed").click()
        page.get_by_label("New name").fill("Pebble")
        page.get_by_role("button", name="Look it up").click()
        expect(page.get_by_text("Pebble is somebody else.")).to_be_visible()
        page.get_by_label("New name").fill("Stone Soul")
        page.get_by_role("button", name="Look it up").click()
        page.get_by_role("button", name="It is the same").click()
        expect(page.get_by_role("heading", level=1)).to_have_text("RuneScape goals")
        reload_until_there(page, page.get_by_role("link", name="Stone Soul"))
        page.get_by_role("link", name="Stone Soul").click()
        reload_until_there(page, page.get_by_role("link", name="All skills to level 70"))
        expect(page.get_by_text("Formerly Stone Heart.")).to_be_visible()
        expect(page.get_by_role("img", name="Days of play")).to_be_visible()


def reload_until_there(page: Page, wanted: Locator) -> None:
    """What a job does takes a moment."""
    for _ in range(60):
        if wanted.count():
            return
        page.wait_for_timeout(500)
        page.reload()


def test_when_word_is_sent_is_chosen_and_what_is_missing_is_said(chromium: Browser, house: House) -> None:
    with complaining(chromium, house) as page:
        sign_up(page, "quiet@example.org")
        page.goto("/runescape/messages")
        page.get_by_label("They come at").select_option("7:00")
        page.get_by_label("Nothing else from").select_option("22:00")
        page.get_by_role("button", name="Keep it").click()
        expect(page.get_by_text("quiet hours have a beginning and an end")).to_be_visible()
        page.get_by_label("They come at").select_option("7:00")
        page.get_by_label("Nothing else from").select_option("22:00")
        page.get_by_label("until").select_option("8:00")
        page.get_by_role("button", name="Keep it").click()
        expect(page.get_by_role("status")).to_contain_text("So it will be")
        expect(page.get_by_label("Nothing else from")).to_have_value("22")


def test_gains_are_told_of_the_days_that_are_asked_for(
    chromium: Browser, house: House, ada: StorageState
) -> None:
    with complaining(chromium, house, state=ada) as page:
        page.goto(f"{MOSS}/gains?of=Woodcutting&span=month")
        expect(page.get_by_role("img", name="Woodcutting, gained by the day")).to_be_visible()
        expect(page.get_by_role("table", name="What was gained").get_by_role("row").nth(1)).to_contain_text(
            "Overall"
        )
        page.get_by_label("From").fill("2026-03-02")
        page.get_by_label("To", exact=True).fill("2026-03-01")
        page.get_by_role("button", name="Show").click()
        expect(page.get_by_text("the first day or one after it")).to_be_visible()


def test_two_characters_stand_side_by_side(chromium: Browser, house: House, ada: StorageState) -> None:
    with complaining(chromium, house, state=ada) as page:
        page.goto("/runescape/compare?first=Moss_Walker&second=Ash_Bo")
        expect(page.get_by_role("img", name="Experience in all")).to_be_visible()
        expect(page.get_by_role("columnheader", name="Ash Bo").first).to_be_visible()
        page.get_by_label("The other").select_option("Iron Lichen")
        page.get_by_role("button", name="Compare").click()
        expect(page.get_by_role("columnheader", name="Iron Lichen").first).to_be_visible()


PATHS = (
    "/runescape",
    "/runescape/add",
    MOSS,
    f"{MOSS}/gains?of=Woodcutting&span=month",
    f"{MOSS}/goals/new?of=Zulrah",
    "/runescape/compare",
    "/runescape/tracked",
    "/runescape/messages",
    f"{MOSS}/groups/new",
    f"{MOSS}/rename",
    f"{MOSS}/past",
)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_and_a_phone_has_room(
    chromium: Browser, house: House, ada: StorageState, scheme: Literal["light", "dark"]
) -> None:
    with complaining(chromium, house, color_scheme=scheme, state=ada) as page:
        page.goto(MOSS)
        goal = page.get_by_role("link", name="Level 99 Woodcutting").get_attribute("href")
        for path in (*PATHS, f"{goal}", f"{goal}/edit"):
            page.set_viewport_size(DESK)
            page.goto(path)
            assert page.locator("h1").count() == 1
            assert violations(page) == [], path
            page.set_viewport_size(PHONE)
            too_wide = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert (path, too_wide) == (path, 0)


def violations(page: Page) -> list[object]:
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        json.dumps((each["id"], node["target"], node["failureSummary"]))
        for each in found["violations"]
        if each["impact"] in {"serious", "critical", "moderate"}
        for node in each["nodes"]
    ]


@pytest.mark.parametrize(
    ("name", "path", "link", "scheme", "viewport"),
    [
        ("runescape", "/runescape", None, "light", DESK),
        ("runescape-phone", "/runescape", None, "dark", HAND),
        ("runescape-character", MOSS, None, "light", DESK),
        ("runescape-character-phone", MOSS, None, "light", HAND),
        ("runescape-goal", MOSS, "Level 99 Woodcutting", "light", DESK),
        ("runescape-goal-dark", MOSS, "500 kills: Zulrah", "dark", DESK),
        ("runescape-goal-phone", MOSS, "500 kills: Zulrah", "light", HAND),
        ("runescape-gains", f"{MOSS}/gains?of=Woodcutting&span=month", None, "light", DESK),
        ("runescape-compare", "/runescape/compare?first=Moss_Walker&second=Ash_Bo", None, "light", DESK),
        ("runescape-new-goal", f"{MOSS}/goals/new?of=Zulrah", None, "light", DESK),
    ],
)
def test_pictures_of_runescape_goals(
    chromium: Browser,
    house: House,
    ada: StorageState,
    name: str,
    path: str,
    link: str | None,
    scheme: Literal["light", "dark"],
    viewport: ViewportSize,
) -> None:
    with complaining(chromium, house, color_scheme=scheme, viewport=viewport, state=ada) as page:
        page.goto(path)
        if link is not None:
            page.get_by_role("link", name=link).first.click()
            expect(page.get_by_role("heading", level=1)).to_have_text(link)
        page.evaluate("document.fonts.ready")
        picture = page.screenshot(full_page=True, animations="disabled")
        if os.environ.get("CAIRN_PICTURES"):
            (IMAGES / f"{name}.png").write_bytes(picture)
        assert picture.startswith(b"\x89PNG")

"""Habits at a browser: made, tapped, taken back, entered later, seen on a phone and in the dark.

The pictures of docs/images are taken anew where CAIRN_PICTURES is set.
"""

import json
import os
import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Error, Locator, Page, expect

from cairn.apps.habits.app import HABITS
from tests.web.pages.conftest import DESK, PHONE, chromium, complaining
from tests.web.pages.house import House, served_house
from tests.web.pages.visitors import sign_up

__all__ = ["chromium"]
IMAGES = Path(__file__).parents[4] / "docs/images"
AXE = Path(__file__).parents[3] / "node_modules/axe-core/axe.min.js"
KEEPS = """async (words) => {
  const page = await caches.match("/habits", { cacheName: "habits-today" });
  return page !== undefined && (await page.text()).includes(words);
}"""
PATHS = (
    "/habits",
    "/habits/achievements",
    "/habits/leaderboard",
    "/habits/settings",
    "/habits/new",
    "/habits/import",
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with served_house(tmp_path_factory.mktemp("habits"), [HABITS]) as house:
        yield house


def make(page: Page, name: str, *, since: str = "") -> None:
    page.goto("/habits/new")
    page.get_by_label("What is it?").fill(name)
    if since:
        page.get_by_text("More: days of the month").click()
        page.get_by_label("From", exact=True).fill(since)
    page.get_by_role("button", name="Begin").click()
    expect(page.get_by_role("link", name=name)).to_be_visible()


def test_a_habit_is_made_tapped_taken_back_and_entered_later(chromium: Browser, house: House) -> None:
    with complaining(chromium, house) as page:
        sign_up(page, "ada@example.org")
        make(page, "Read", since="2026-01-01")
        tap = page.get_by_role("button", name="Read: done today")
        expect(tap).to_have_attribute("aria-pressed", "false")
        tap.focus()
        page.keyboard.press("Enter")
        expect(tap).to_have_attribute("aria-pressed", "true")
        expect(page.locator("#toasts")).to_contain_text("Read: +10 points")
        page.keyboard.press("Enter")  # the focus has stayed
        expect(tap).to_have_attribute("aria-pressed", "false")
        tap.click()
        expect(tap).to_have_attribute("aria-pressed", "true")
        page.get_by_role("link", name="Read").click()
        expect(square_before(page, 1)).to_have_attribute("title", re.compile("done, 10 points"))
        for before in (2, 3):
            square_before(page, before).click()
            page.get_by_label("Note").fill("in the garden")
            page.get_by_role("button", name="Keep it").click()
        expect(page.locator(".figures")).to_contain_text("3 days")
        expect(page.get_by_role("table", name="The latest entries")).to_contain_text("in the garden")
        page.goto("/habits/achievements")
        expect(page.get_by_role("list").filter(has_text="3 in a row").first).to_contain_text("Since")


def square_before(page: Page, before: int) -> Locator:
    """The square of the day so many days before the last that is on the map."""
    days = page.locator(".heat-map a.square").evaluate_all(
        "squares => squares.map(each => new URL(each.href).searchParams.get('day')).sort()"
    )
    return page.locator(f".heat-map a[href*='{days[-before]}']")


def test_pages_of_habits_keep_nobody_out(chromium: Browser, house: House) -> None:
    with complaining(chromium, house, color_scheme="dark") as page:
        sign_up(page, "bo@example.org")
        make(page, "Run")
        page.get_by_role("link", name="Run").click()
        habit = page.url.removeprefix(house.url)
        for path in (*PATHS, habit, f"{habit}/edit"):
            page.set_viewport_size(DESK)
            page.goto(path)
            page.evaluate(AXE.read_text("utf-8"))
            found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
            serious = [
                (path, each["id"], [node["target"] for node in each["nodes"]])
                for each in found["violations"]
                if each["impact"] in {"serious", "critical", "moderate"}
            ]
            assert serious == []
            page.set_viewport_size(PHONE)
            too_wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            assert (path, page.evaluate(too_wide)) == (path, 0)


def test_without_scripts_a_tap_is_a_form(chromium: Browser, house: House) -> None:
    with complaining(chromium, house, has_scripts=False) as page:
        sign_up(page, "cy@example.org")
        make(page, "Walk")
        page.get_by_role("button", name="Walk: done today").click()
        expect(page.get_by_role("button", name="Walk: done today")).to_have_attribute("aria-pressed", "true")


def test_today_is_read_without_a_connection_and_not_by_who_signed_out(
    chromium: Browser, house: House
) -> None:
    with complaining(chromium, house) as page:
        sign_up(page, "eva@example.org")
        make(page, "Breathe")
        until(page, KEEPS, "Breathe")
        page.get_by_role("button", name="Breathe: done today").click()
        until(page, KEEPS, "tap-done")
        manifest = page.request.get(page.locator("link[rel=manifest]").get_attribute("href") or "").json()
        assert [page.request.get(each["src"]).status for each in manifest["icons"]] == [200] * 3
        page.context.set_offline(True)
        page.reload()
        expect(page.get_by_role("heading", name="Today", exact=True)).to_be_visible()
        expect(page.get_by_text("There is no connection.")).to_be_visible()
        expect(page.get_by_role("button", name="Breathe: done today")).to_have_attribute(
            "aria-pressed", "true"
        )
        assert page.evaluate("getComputedStyle(document.querySelector('.tap')).display") != "list-item"
        page.context.set_offline(False)
        expect(page.get_by_text("There is no connection.")).to_be_hidden()
        page.get_by_role("button", name="Sign out").click()
        expect(page.get_by_text("You are signed out.")).to_be_visible()
        until(page, "async () => (await caches.keys()).length === 0")
        page.context.set_offline(True)
        with pytest.raises(Error, match="ERR_INTERNET_DISCONNECTED"):
            page.goto("/habits")


def until(page: Page, holds: str, words: str | None = None) -> None:
    """Waits until what a promise tells is so."""
    for _ in range(200):
        if page.evaluate(holds, words):
            return
        page.wait_for_timeout(50)
    raise AssertionError(holds)


def test_pictures_of_habits(chromium: Browser, house: House) -> None:
    with complaining(chromium, house) as page:
        sign_up(page, "dev@example.org")
        token = page.locator("meta[name=csrf-token]").get_attribute("content")
        assert token is not None
        for name, chance in (("Read", 19), ("Stretch", 7), ("Call home", 3)):
            file = habits_file(name, chance)
            brought = page.request.post("/api/v1/habits/imports", data=file, headers={"X-CSRF-Token": token})
            import_id = brought.json()["import_id"]
            page.request.post(
                f"/api/v1/habits/imports/{import_id}/apply",
                data={"with_points": True},
                headers={"X-CSRF-Token": token},
            )
            page.goto(f"/habits/import/{import_id}")
            expect(page.get_by_text("All is taken over")).to_be_visible()
        take(page, "/habits", "habits")
        page.get_by_role("link", name="Read").click()
        take(page, page.url.removeprefix(house.url), "habit")
        take(page, "/habits/achievements", "habits-achievements")
        page.set_viewport_size({"width": 390, "height": 844})
        take(page, "/habits", "habits-phone")


def habits_file(name: str, chance: int) -> bytes:
    """A file of ours: a habit of every day, done but for each so-manyeth day of the last 300."""
    today = datetime.now(UTC).date()
    entries = [
        {"day": str(today - timedelta(days=ago)), "mark": "DONE"} for ago in range(1, 300) if ago % chance
    ]
    habit = {"id": name, "name": name, "schedule": {"kind": "every_day"}, "entries": entries}
    return json.dumps({"format": "cairn-habits", "habits": [habit]}).encode()


def take(page: Page, path: str, name: str) -> None:
    page.goto(path)
    page.evaluate("document.fonts.ready")
    picture = page.screenshot(animations="disabled")
    if os.environ.get("CAIRN_PICTURES"):
        (IMAGES / f"{name}.png").write_bytes(picture)
    assert picture.startswith(b"\x89PNG")

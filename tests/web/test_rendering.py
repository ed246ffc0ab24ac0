"""The same view as a page, as a part for htmx, and as a redirect."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from cairn.web.asset_files import Assets, AssetsMissing
from cairn.web.browsers import browser_name
from cairn.web.moments import ago, day, in_words, moment
from cairn.web.pages.going_back import local_path
from cairn.web.sizes import written_bytes
from tests.web.cast import ADA, House, opened_house
from tests.web.pages.garden import Soil, garden

HTMX = {"Accept": "text/html", "HX-Request": "true"}
NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
VIENNA = ZoneInfo("Europe/Vienna")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with opened_house(tmp_path, [garden(Soil(planted=3))]) as house:
        yield house


async def test_htmx_is_sent_the_block_and_everybody_else_the_page(house: House) -> None:
    ada = await house.enter(ADA)
    page, part = await ada.get("/garden"), await ada.get("/garden", headers=HTMX)
    boosted = await ada.get("/garden", headers={**HTMX, "HX-Boosted": "true"})
    assert part.text == (
        '<div id="bed"><p>3 trees, seen <time datetime="2026-01-10T12:00:00+00:00" title="10 Jan 2026, 12:00">'
        "10 Jan 2026, 12:00</time></p></div>"
    )
    assert part.text in page.text
    assert page.text.startswith("<!doctype html>")
    assert boosted.text == page.text
    assert {answer.header("vary") for answer in (page, part)} == {"HX-Request, HX-Boosted, Cookie"}


async def test_what_was_done_is_said_once_on_the_page_that_follows(house: House) -> None:
    ada = await house.enter(ADA)
    done = await ada.post("/garden/plant", form={})
    assert (done.status, done.header("location")) == (303, "/garden")
    assert "It is planted soon." in (await ada.get("/garden")).text
    assert "It is planted soon." not in (await ada.get("/garden")).text


async def test_htmx_is_led_on_by_its_own_header_and_told_out_of_band(house: House) -> None:
    ada = await house.enter(ADA)
    done = await ada.post("/garden/plant", form={}, headers=HTMX)
    assert done.status == 204
    assert done.header("hx-location") == (
        '{"path": "/garden", "target": "body", "headers": {"HX-Boosted": "true"}}'
    )
    part = await ada.get("/garden", headers=HTMX)
    assert '<div id="toasts" hx-swap-oob="beforeend">' in part.text
    assert "It is planted soon." in part.text


async def test_home_shows_the_card_of_each_app(house: House) -> None:
    ada = await house.enter(ADA)
    home = (await ada.get("/")).text
    assert '<h2><a href="/garden">Garden</a></h2>' in home
    assert "<p>3 trees</p>" in home


async def test_pages_carry_no_script_and_no_style_of_their_own(house: House) -> None:
    ada = await house.enter(ADA)
    for path in ("/", "/account", "/design", "/tokens", "/operator"):
        text = (await ada.get(path)).text
        assert "<style" not in text
        assert " style=" not in text
        assert " onclick=" not in text
        assert text.count("<script") == text.count('<script type="module" src="/assets/')


async def test_assets_are_kept_for_ever_and_sent_compressed(house: House) -> None:
    browser = house.browser
    page = (await browser.get("/")).text
    path = page.partition('<link rel="stylesheet" href="')[2].partition('"')[0]
    plain = await browser.get(path)
    small = await browser.get(path, headers={"Accept-Encoding": "gzip, br"})
    assert plain.header("cache-control") == "public, max-age=31536000, immutable"
    assert (plain.header("content-encoding"), small.header("content-encoding")) == (None, "br")
    assert len(small.content) < len(plain.content) / 2
    assert plain.header("content-type") == "text/css; charset=utf-8"
    gone = await browser.get("/assets/main-NONE.css")
    hidden = await browser.get("/assets/manifest.json")
    assert (gone.status, hidden.status) == (404, 404)


@pytest.mark.parametrize(
    "wanted",
    [
        "//evil.example",
        "/\\evil.example",
        "https://evil.example/",
        "evil",
        "",
        "javascript:alert(1)",
        "/a\nb",
    ],
)
def test_nobody_is_led_to_another_site_after_signing_in(wanted: str) -> None:
    assert local_path(wanted) == "/"


def test_a_path_of_this_site_is_gone_back_to() -> None:
    assert local_path("/account/sessions?a=b#c") == "/account/sessions?a=b#c"


def test_moments_are_told_where_the_person_is() -> None:
    late = datetime(2026, 1, 10, 23, 30, tzinfo=UTC)
    assert ">11 Jan 2026, 00:30<" in moment(late, VIENNA)
    assert ">11 Jan 2026<" in day(late, VIENNA)
    assert ">10 Jan 2026<" in day(late.date(), VIENNA)
    assert ">3 hours ago<" in ago(NOON - timedelta(hours=3), VIENNA, now=NOON)
    assert ">2 Dec 2025<" in ago(datetime(2025, 12, 2, tzinfo=UTC), VIENNA, now=NOON)


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-10, "just now"),
        (10, "in a moment"),
        (-60, "1 minute ago"),
        (3500, "in 58 minutes"),
        (-7200, "2 hours ago"),
        (86400, "in 1 day"),
        (-7 * 86400, "7 days ago"),
        (-8 * 86400, None),
    ],
)
def test_how_far_away_something_is(seconds: float, words: str | None) -> None:
    assert in_words(timedelta(seconds=seconds)) == words


@pytest.mark.parametrize(
    ("size", "words"), [(0, "0 bytes"), (999, "999 bytes"), (4200, "4.2 kB"), (70_100_000_000, "70.1 GB")]
)
def test_sizes_are_written_short(size: int, words: str) -> None:
    assert written_bytes(size) == words


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0",
            "Firefox on Windows",
        ),
        (
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/126.0 Safari/537.36 Edg/126.0",
            "Edge on a Mac",
        ),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1 Version/17.5 Safari/604.1",
            "Safari on an iPhone",
        ),
        ("something", "A browser"),
        (None, "A browser that does not name itself"),
    ],
)
def test_a_browser_is_named_as_people_know_it(user_agent: str | None, name: str) -> None:
    assert browser_name(user_agent) == name


def test_who_has_not_bundled_the_assets_is_told_how(tmp_path: Path) -> None:
    with pytest.raises(AssetsMissing) as refusal:
        Assets(tmp_path)
    assert str(refusal.value) == "The assets of the pages are not bundled here; scripts/setup does that"

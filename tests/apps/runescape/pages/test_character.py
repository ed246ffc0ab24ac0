"""What a character's page says when something is wrong with its name, or with the hiscores."""

from datetime import timedelta
from pathlib import Path

import pytest

from cairn.apps.runescape.app import RUNESCAPE
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.tracking_schema import Followed, Turns
from cairn.tables import Change, attribute, put, update
from tests.web.cast import ADA, opened_house
from tests.web.runescape_page_routes import NAME, a_character

PAGES = {"Accept": "text/html"}
PATH = "/runescape/characters/Moss_Walker"


@pytest.mark.parametrize(
    ("change", "said", "badge"),
    [
        (attribute(Followed.missing).set(3), "The hiscores have not had this name", "not on the hiscores"),
        (
            attribute(Followed.is_somebody_else).set(True),
            "Whoever bears this name now has less experience",
            "may be somebody else",
        ),
    ],
)
async def test_a_name_that_is_not_where_it_was_can_be_taken_to_another(
    tmp_path: Path, change: Change, said: str, badge: str
) -> None:
    async with opened_house(tmp_path, [RUNESCAPE]) as house:
        browser = await house.enter(ADA)
        await a_character(house, browser)
        assert said not in (await browser.get(PATH, headers=PAGES)).text
        await house.services.tables.write(update(Followed.named(Board.OSRS, NAME), change))
        shown = (await browser.get(PATH, headers=PAGES)).text
        assert said in shown
        assert f'href="{PATH}/rename">Take it to its new name' in shown
        assert badge in (await browser.get("/runescape", headers=PAGES)).text


async def test_while_the_hiscores_are_left_alone_pages_say_until_when(tmp_path: Path) -> None:
    async with opened_house(tmp_path, [RUNESCAPE]) as house:
        browser = await house.enter(ADA)
        await a_character(house, browser)
        until = house.clock.now() + timedelta(minutes=15)
        turns = Turns(next_at=until, paused_until=until, refusals=1, reason="it answered 429")
        await house.services.tables.write(put(turns))
        listed = (await browser.get("/runescape", headers=PAGES)).text
        assert "The hiscores are left alone until" in listed
        assert "It answered 429." in listed
        assert "10 Jan 2026, 12:15" in (await browser.get(PATH, headers=PAGES)).text
        house.clock.advance(timedelta(minutes=16))
        assert "left alone" not in (await browser.get(PATH, headers=PAGES)).text

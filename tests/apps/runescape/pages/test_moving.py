"""The page on which a lost character gets its new name."""

from datetime import timedelta
from pathlib import Path

from cairn.apps.registry import APPS
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.tracking_schema import Followed
from cairn.tables import attribute, update
from tests.apps.runescape.hiscores_server import opened_boards
from tests.apps.runescape.past_server import opened_old_man
from tests.services.outbound.servers import PUBLIC
from tests.web.cast import ADA, opened_house

DAY = timedelta(days=1)


async def test_the_name_that_others_know_stands_there_already(tmp_path: Path) -> None:
    async with (
        opened_boards() as boards,
        opened_old_man() as man,
        opened_house(
            tmp_path,
            APPS,
            CAIRN_RUNESCAPE_HISCORES=boards.url,
            CAIRN_RUNESCAPE_PAST=man.url,
            CAIRN_RUNESCAPE_PACE="PT0S",
            CAIRN_OUTBOUND_ALLOW=PUBLIC,
        ) as house,
    ):
        boards.put("zezima", xp={"Mining": 500})
        ada = await house.enter(ADA)
        await ada.post("/api/v1/runescape/characters", body={"name": "Zezima", "board": "osrs"})
        man.heard("Zezima", "Durial321", house.clock.now() - DAY)
        page = "/runescape/characters/Zezima/rename"
        assert "Durial321" not in (await ada.get(page)).text
        assert man.asked == []  # nobody is asked about a name that is where it was
        lost = Followed.named(Board.OSRS, CharacterName("Zezima"))
        await house.services.tables.write(update(lost, attribute(Followed.missing).set(3)))
        assert 'value="Durial321"' in (await ada.get(page)).text

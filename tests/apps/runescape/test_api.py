"""RuneScape goals over HTTP, with hiscores on this machine."""

import csv
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from cairn.apps.registry import APPS
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.service import Runescape
from cairn.services.shards import SHARDS
from tests.apps.runescape.hiscores_server import Boards, opened_boards
from tests.services.due_jobs import do_due
from tests.services.outbound.servers import PUBLIC
from tests.web.browser import Browser
from tests.web.cast import ADA, BO, House, opened_house

HOUR = timedelta(hours=1)
BASE = "/api/v1/runescape"
OF = f"{BASE}/characters/zezima"


@dataclass(frozen=True)
class Town:
    house: House
    boards: Boards
    ada: Browser

    async def pass_by(self, time: timedelta) -> None:
        """Lets time go by, and looks at whom it is time to look at."""
        self.house.clock.advance(time)
        timetable = Runescape.of(self.house.services).timetable
        for shard in range(SHARDS):
            async for entry in timetable.load(shard):
                if entry.due <= self.house.clock.now():
                    await timetable.run(entry)
        await do_due(self.house.services)


@asynccontextmanager
async def opened_town(folder: Path) -> AsyncIterator[Town]:
    async with (
        opened_boards() as boards,
        opened_house(
            folder,
            APPS,
            CAIRN_RUNESCAPE_HISCORES=boards.url,
            CAIRN_RUNESCAPE_PACE="PT0S",
            CAIRN_OUTBOUND_ALLOW=PUBLIC,
        ) as house,
    ):
        yield Town(house, boards, await house.enter(ADA))


async def test_a_goal_is_set_comes_and_is_told(tmp_path: Path) -> None:
    async with opened_town(tmp_path) as town:
        player = town.boards.put("zezima", xp={"Woodcutting": 12_000_000})
        followed = await town.ada.post(f"{BASE}/characters", body={"name": "ZEZIMA"})
        assert (followed.status, followed.json()["name"], followed.json()["characterName"]) == (
            201,
            "ZEZIMA",
            "Zezima",
        )
        wanted = {
            "targetAttribute": "WOODCUTTING",
            "targetType": "XP",
            "targetValue": 13_034_431,
            "targetDate": "2026-03-09",
            "notificationChannelType": "sms",
            "frequency": "Daily",
        }
        made = await town.ada.post(f"{OF}/goals", body=wanted)
        assert made.status == 201
        goal = made.json()
        assert (goal["targetAttribute"], goal["targetType"], goal["frequency"]) == (
            "Woodcutting",
            "xp",
            "daily",
        )
        player.xp["Woodcutting"] = 12_500_000
        await town.pass_by(24 * HOUR)
        [told] = (await town.ada.get(f"{OF}/goals")).json()["items"]
        assert told["latest"]["progressValue"] == 12_500_000
        projection = told["projection"]
        assert (projection["standing"], projection["remaining"], projection["daysLeft"]) == (
            "ahead",
            534_431,
            57,
        )
        assert projection["finishLikely"].startswith("2026-01-12")
        course = (await town.ada.get(f"{OF}/goals/{goal['goalId']}/course")).json()
        assert [point["value"] for point in course["points"]] == [12_000_000, 12_500_000]
        records = await town.ada.get(f"{OF}/goals/{goal['goalId']}/progress?size=1")
        assert records.json()["items"][0]["progressValue"] == 12_500_000
        older = await town.ada.get(
            f"{OF}/goals/{goal['goalId']}/progress?size=1&cursor={records.json()['next']}"
        )
        assert [each["progressValue"] for each in older.json()["items"]] == [12_000_000]
        table = await town.ada.get(f"{OF}/goals/{goal['goalId']}/progress.csv")
        assert list(csv.reader(io.StringIO(table.text))) == [
            ["timestamp", "progressValue"],
            ["2026-01-10T12:00:00Z", "12000000"],
            ["2026-01-11T12:00:00Z", "12500000"],
        ]


async def test_what_a_person_changes_is_changed_and_nothing_else(tmp_path: Path) -> None:
    async with opened_town(tmp_path) as town:
        town.boards.put("zezima", xp={"Mining": 100})
        await town.ada.post(f"{BASE}/characters", body={"name": "zezima", "board": "osrs"})
        body = {"targetAttribute": "Mining", "targetValue": 5_000, "targetDate": "2026-12-31"}
        before = (await town.ada.post(f"{OF}/goals", body=body)).json()
        path = f"{OF}/goals/{before['goalId']}"
        town.house.clock.advance(HOUR)
        changed = (await town.ada.patch(path, body={"targetDate": None})).json()
        differing = {name for name in before if before[name] != changed[name]}
        assert differing == {"targetDate", "updatedAt", "projection"}
        assert changed["targetDate"] is None
        refused = await town.ada.patch(path, body={"targetValue": 300_000_000})
        assert refused.json()["fields"] == {"targetValue": "choose a number from 1 to 200,000,000"}
        assert (await town.ada.put(f"{path}/pause")).json()["isPaused"]
        assert not (await town.ada.delete(f"{path}/pause")).json()["isPaused"]
        link = (await town.ada.put(f"{path}/link")).json()["token"]
        shared = await town.house.browser.get(f"{BASE}/shared/{link}")
        assert (shared.status, shared.json()["title"]) == (200, "5,000 xp in Mining")
        await town.ada.delete(f"{path}/link")
        assert (await town.house.browser.get(f"{BASE}/shared/{link}")).status == 404


async def test_a_name_that_is_on_no_board_is_an_answer(tmp_path: Path) -> None:
    async with opened_town(tmp_path) as town:
        found = await town.ada.get(f"{BASE}/find?name=nobody")
        assert (found.status, found.json()["isOnHiscores"], found.json()["board"]) == (200, False, None)
        refused = await town.ada.post(f"{BASE}/characters", body={"name": "nobody"})
        assert (refused.status, refused.json()["type"]) == (404, "/api/v1/problems/not-on-hiscores")
        town.boards.put("iron man", Board.OSRS, Board.OSRS_IRONMAN, xp={"Mining": 100})
        found = await town.ada.get(f"{BASE}/find?name=iron_man")
        assert (found.json()["accountType"], found.json()["board"]) == ("ironman", "osrs-ironman")


async def test_the_past_of_a_character_is_told_in_every_form(tmp_path: Path) -> None:
    async with opened_town(tmp_path) as town:
        player = town.boards.put("zezima", xp={"Mining": 12_000_000}, kills={"Zulrah": 40})
        await town.ada.post(f"{BASE}/characters", body={"name": "zezima", "board": "osrs"})
        for gain in (10, 1_100_000, 30):
            player.xp["Mining"] += gain
            await town.pass_by(24 * HOUR)
        points = (await town.ada.get(f"{OF}/history?attribute=mining")).json()["items"]
        assert [each["value"] for each in points] == [12_000_000, 12_000_010, 13_100_010, 13_100_040]
        ever = (await town.ada.get(f"{OF}/gains")).json()
        mining = next(each for each in ever["entries"] if each["name"] == "Mining")
        assert (mining["gained"], mining["levels"], mining["isSkill"]) == (1_100_040, 1, True)
        days = (await town.ada.get(f"{OF}/gains/day?attribute=Mining")).json()["items"]
        assert [each["gained"] for each in days] == [0, 10, 1_100_000, 30]
        records = (await town.ada.get(f"{OF}/records")).json()["items"]
        assert {"name": "Mining", "period": "day", "gained": 1_100_000, "since": "2026-01-12"} in records
        milestones = (await town.ada.get(f"{OF}/milestones")).json()["items"]
        assert {each["milestone"] for each in milestones} == {"Level 99 Mining"}
        rows = list(csv.DictReader(io.StringIO((await town.ada.get(f"{OF}/history.csv")).text)))
        kills = [(row["at"], row["score"]) for row in rows if row["name"] == "Zulrah"]
        assert kills[0] == ("2026-01-10T12:00:00Z", "40")
        both = await town.ada.get(f"{OF}/gains?period=day&since=2026-01-01T00:00:00Z")
        assert both.json()["fields"] == {"period": "give it or a range, not both"}


async def test_two_characters_stand_side_by_side(tmp_path: Path) -> None:
    async with opened_town(tmp_path) as town:
        for name, xp in (("zezima", 500), ("durial321", 800)):
            town.boards.put(name, xp={"Mining": xp})
            await town.ada.post(f"{BASE}/characters", body={"name": name, "board": "osrs"})
        pairs = (await town.ada.get(f"{BASE}/compare?one=zezima&other=durial321")).json()["items"]
        mining = next(each for each in pairs if each["name"] == "Mining")
        assert mining["aheadBy"] == -300
        assert mining["other"] == {"value": 800, "gained": 0}


async def test_the_most_tracked_is_everybodys(tmp_path: Path) -> None:
    async with opened_town(tmp_path) as town:
        bo = await town.house.enter(BO)
        town.boards.put("zezima", xp={"Mining": 500}, kills={"Zulrah": 9})
        for who, attributes in ((town.ada, ("Mining",)), (bo, ("Mining", "Zulrah"))):
            await who.post(f"{BASE}/characters", body={"name": "zezima", "board": "osrs"})
            for attribute in attributes:
                kind = "kc" if attribute == "Zulrah" else "xp"
                body = {"targetAttribute": attribute, "targetType": kind, "targetValue": 900}
                await who.post(f"{OF}/goals", body=body)
        assert (await town.ada.get(f"{BASE}/most-tracked")).json()["items"] == [
            {"game": "osrs", "attribute": "Mining", "goals": 2},
            {"game": "osrs", "attribute": "Zulrah", "goals": 1},
        ]


async def test_the_routes_of_the_earlier_service_have_the_fields_that_they_had(tmp_path: Path) -> None:
    async with opened_town(tmp_path) as town:
        town.boards.put("iron man", xp={"Woodcutting": 12_000_000})
        user = await town.ada.post(f"{BASE}/users", body={"email": ADA})
        assert (user.status, set(user.json())) == (200, {"userId", "email", "createdAt", "updatedAt"})
        of_user = f"{BASE}/users/{user.json()['userId']}"
        assert (await town.ada.get(of_user)).json() == user.json()
        added = await town.ada.post(f"{of_user}/characters/Iron_Man")
        assert (added.status, added.json()["name"]) == (200, "Iron_Man")
        town.house.clock.advance(HOUR)
        again = await town.ada.post(f"{of_user}/characters/iron%20man")
        assert again.json() == added.json()
        assert (await town.ada.get(f"{of_user}/characters")).json() == [added.json()]
        hiscores = (await town.ada.get(f"{BASE}/characters/Iron_Man/hiscores")).json()
        assert hiscores["characterName"] == "Iron_Man"
        woodcutting = next(each for each in hiscores["skills"] if each["name"] == "Woodcutting")
        assert set(woodcutting) == {"name", "rank", "level", "xp"}
        assert set(hiscores["activities"][0]) == {"name", "rank", "score"}
        goal = {
            "targetAttribute": "Woodcutting",
            "targetType": "xp",
            "targetValue": 13_034_431,
            "currentValue": 12_000_000,
            "targetDate": "2026-03-01",
            "notificationChannelType": "SMS",
            "frequency": "daily",
        }
        for address in ("goals", "goal"):
            answered = await town.ada.post(f"{of_user}/characters/Iron_Man/{address}", body=goal)
            assert (answered.status, answered.json()) == (200, {"message": "Goal created"})
        mail = {"channelType": "Email", "identifier": ADA}
        refused = await town.ada.post(f"{of_user}/notification-channels", body=mail)
        assert list(refused.json()["fields"]) == ["identifier"]
        await town.ada.post(
            "/api/v1/channels", body={"name": "mine", "target": {"kind": "email", "address": ADA}}
        )
        chosen = await town.ada.post(f"{of_user}/notification-channels", body=mail)
        assert chosen.json() | {"createdAt": "", "updatedAt": ""} == {
            "channelType": "Email",
            "identifier": ADA,
            "createdAt": "",
            "updatedAt": "",
            "isActive": True,
        }
        assert (await town.ada.get(f"{of_user}/notification-channels")).json() == [chosen.json()]


async def test_a_token_is_held_to_the_scopes_of_goals(tmp_path: Path) -> None:
    async with opened_town(tmp_path) as town:
        town.boards.put("zezima", xp={"Mining": 500})
        reader = await town.house.program(ADA, "runescape:read")
        writer = await town.house.program(ADA, "runescape:write")
        body = {"name": "zezima", "board": "osrs"}
        assert (await reader.post(f"{BASE}/characters", body=body)).status == 403
        assert (await writer.post(f"{BASE}/characters", body=body)).status == 201
        assert (await reader.get(OF)).status == 200

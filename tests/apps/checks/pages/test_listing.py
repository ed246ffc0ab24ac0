"""The list of checks: one query however many there are, sought through, sorted, and changed many at a time."""

import re
from pathlib import Path

from cairn.apps.checks.app import CHECKS
from cairn.tables import Counted
from tests.web.browser import Answer, Browser
from tests.web.cast import ADA, BO, opened_house

LINES = "https://c.example/ shop\nhttps://a.example/ shop, mine\nhttps://b.example/\ntcp://d.example:22\n"


async def brought(ada: Browser, lines: str = LINES) -> None:
    sent = {"Content-Type": "text/plain"}
    made = await ada.post("/api/v1/checks/import", content=lines.encode(), headers=sent)
    assert made.status == 200


def shown(page: Answer) -> list[str]:
    """The hosts in the list, from the top."""
    return re.findall(r'<a href="/checks/[0-9a-f-]{36}">\w+://(\w+)\.', page.text)


async def test_a_list_of_very_many_is_one_query_and_reads_no_history(tmp_path: Path) -> None:
    tiers = '[{"tier": "FREE", "checks": 900, "shortest_seconds": 60}]'
    async with opened_house(tmp_path, (CHECKS,), CAIRN_CHECKS_TIERS=tiers) as house:
        ada = await house.enter(ADA)
        await brought(ada, "\n".join(f"https://w{number}.example/" for number in range(600)))
        tables = house.services.tables
        counted = tables.dynamo = Counted(tables.dynamo)
        page = await ada.get("/checks")
        assert len(shown(page)) == 600
        asked = [
            (call.operation, call.request["TableName"])
            for call in counted.calls
            if call.request["TableName"] != "Accounts"
        ]
        assert sorted(asked) == [("GetItem", "USER"), ("Query", "CHECK")]


SOUGHT = {
    "": ["a", "b", "c", "d"],
    "sort=name": ["a", "b", "c", "d"],
    "words=EXAMPLE+shop": ["a", "c"],
    "words=port": ["d"],
    "tag=mine": ["a"],
    "state=new": ["a", "b", "c", "d"],
    "state=paused": [],
    "tag=shop&words=c.ex": ["c"],
}


async def test_what_is_sought_is_found(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        await brought(ada)
        found = {query: sorted(shown(await ada.get(f"/checks?{query}"))) for query in SOUGHT}
        assert found == SOUGHT


async def test_headings_sort(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        await brought(ada)
        [port] = [
            each for each in (await ada.get("/api/v1/checks")).json()["items"] if each["checkType"] == "TCP"
        ]
        await ada.patch(f"/api/v1/checks/{port['checkid']}", body={"delayMs": 60_000})
        pages = {sort: await ada.get(f"/checks?sort={sort}") for sort in ("name", "runs", "state")}
        assert {sort: shown(page) for sort, page in pages.items()} == {
            "name": ["a", "b", "c", "d"],
            "runs": ["d", "a", "b", "c"],
            "state": ["a", "b", "c", "d"],
        }
        assert {page.text.count("aria-sort=") for page in pages.values()} == {1}


async def test_all_that_was_found_is_paused_and_nothing_else(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        await brought(ada)
        done = await ada.post("/checks/several", form={"do": "pause", "all": "on", "tag": "shop"})
        assert done.header("location") == "/checks?tag=shop"
        assert sorted(shown(await ada.get("/checks?state=paused"))) == ["a", "c"]
        await ada.post("/checks/several", form={"do": "resume", "all": "on"})
        assert shown(await ada.get("/checks?state=paused")) == []


async def test_many_are_deleted_only_when_that_is_said_twice(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        await brought(ada)
        asked = await ada.post("/checks/several", form={"do": "delete", "all": "on", "tag": "shop"})
        assert (asked.status, "Delete 2 checks?" in asked.text) == (200, True)
        assert len(shown(await ada.get("/checks"))) == 4
        await ada.post("/checks/several", form={"do": "delete", "all": "on", "tag": "shop", "sure": "on"})
        assert sorted(shown(await ada.get("/checks"))) == ["b", "d"]


async def test_what_is_somebody_elses_is_passed_over(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada, bo = await house.enter(ADA), await house.enter(BO)
        await brought(ada)
        [first, *_] = (await ada.get("/api/v1/checks")).json()["items"]
        await bo.post("/checks/several", form={"do": "delete", "checkids": first["checkid"]})
        assert len(shown(await ada.get("/checks"))) == 4

"""Importing at a browser: a file is shown before it is taken over, also one of many megabytes."""

import re
import zlib
from base64 import b64encode
from pathlib import Path

from cairn.apps.checks.app import CHECKS
from tests.web.cast import ADA, opened_house


def content_of(page: str) -> str:
    """What goes along in the form of a preview."""
    found = re.search(r'name="content" value="([^"]+)"', page)
    assert found is not None
    return found[1]


async def test_addresses_are_looked_at_and_then_made(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        text = "https://example.org/ shop\nnowhere"
        seen = await ada.post("/checks/import", form={"text": text})
        assert "https://example.org/" in seen.text
        content = content_of(seen.text)
        assert (await ada.get("/api/v1/checks")).json()["items"] == []
        made = await ada.post("/checks/import/apply", form={"content": content})
        assert made.header("location") == "/checks"
        listed = (await ada.get("/api/v1/checks")).json()["items"]
        [check] = listed
        assert (check["url"], check["tags"]) == ("https://example.org/", ["shop"])


async def test_a_file_of_many_checks_finds_its_way_through_the_form(tmp_path: Path) -> None:
    tiers = '[{"tier": "FREE", "checks": 3000, "shortest_seconds": 60}]'
    async with opened_house(tmp_path, (CHECKS,), CAIRN_CHECKS_TIERS=tiers) as house:
        ada = await house.enter(ADA)
        lines = "\n".join(f"https://example.org/{number}?{'q' * 200}" for number in range(2_000))
        content = content_of((await ada.post("/checks/import", form={"text": lines})).text)
        made = await ada.post("/checks/import/apply", form={"content": content})
        assert made.header("location") == "/checks"
        assert (await ada.get("/api/v1/checks/limits")).json()["checks"] == 2_000


async def test_what_was_damaged_or_made_up_on_its_way_is_refused(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        bomb = b64encode(zlib.compress(b" " * 20_000_000)).decode()
        for content in ("", "not this", bomb, bomb[: len(bomb) // 8 * 4]):
            refused = await ada.post("/checks/import/apply", form={"content": content})
            assert refused.status == 400
            assert "These are no checks that can be read" in refused.text


async def test_exports_are_files(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        for form, kind in (("json", "application/json"), ("csv", "text/csv; charset=utf-8")):
            answer = await ada.get(f"/api/v1/checks/export?format={form}")
            assert answer.header("content-type") == kind
            assert answer.header("content-disposition") == (
                f'attachment; filename="cairn-checks-2026-01-10.{form}"'
            )

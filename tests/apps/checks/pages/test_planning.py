"""Maintenance is planned at a browser in the zone that its form names, changed, and given up."""

import re
from pathlib import Path

from cairn.apps.checks.app import CHECKS
from tests.web.cast import ADA, opened_house

ONCE = {
    "title": "Moving",
    "recurrence": "ONCE",
    "start": "2026-01-12T22:00",
    "minutes": "90",
    "time_zone": "Europe/Berlin",
    "is_for_all": "on",
}


async def test_a_day_and_a_time_are_those_of_the_zone_beside_them(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        made = await ada.post("/checks/maintenance/new", form=ONCE)
        assert made.header("location") == "/checks/maintenance"
        [planned] = (await ada.get("/api/v1/checks/maintenance")).json()["items"]
        assert (planned["nextStart"], planned["nextEnd"]) == ("2026-01-12T21:00:00Z", "2026-01-12T22:30:00Z")
        where = f"/checks/maintenance/{planned['windowid']}/edit"
        form = await ada.get(where)
        assert 'value="2026-01-12T22:00"' in form.text
        weekly = {**ONCE, "recurrence": "WEEKLY", "time_of_day": "03:30", "weekdays": "7"}
        await ada.post(where, form=weekly)
        [planned] = (await ada.get("/api/v1/checks/maintenance")).json()["items"]
        assert (planned["recurrence"], planned["weekdays"], planned["timeOfDay"]) == ("WEEKLY", [7], "03:30")


async def test_what_is_wrong_stands_beside_its_field_and_nothing_is_lost(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        wrong = {**ONCE, "recurrence": "MONTHLY", "days": "32", "minutes": "x", "start": "soon"}
        refused = await ada.post("/checks/maintenance/new", form=wrong)
        assert refused.status == 400
        assert set(re.findall(r'id="(\w+)-wrong"', refused.text)) == {"minutes", "start"}
        refused = await ada.post("/checks/maintenance/new", form={**wrong, "minutes": "5", "start": ""})
        assert set(re.findall(r'id="(\w+)-wrong"', refused.text)) == {"days", "time_of_day"}
        assert 'value="Moving"' in refused.text


async def test_what_is_planned_for_a_check_stands_on_its_page(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        await ada.post("/checks/maintenance/new", form=ONCE)
        body = {"url": "https://example.org/", "checkType": "AVAILABILITY", "name": "Router"}
        router = (await ada.post("/api/v1/checks", body=body)).json()
        behind = {**body, "name": "Shop", "dependsOn": router["checkid"]}
        shop = (await ada.post("/api/v1/checks", body=behind)).json()
        page = (await ada.get(f"/checks/{shop['checkid']}")).text
        assert "Maintenance is planned: Moving" in page
        assert f'It keeps quiet while <a href="/checks/{router["checkid"]}">Router</a>' in page

"""The habit tracker over HTTP, from the first tap to the undo."""

from pathlib import Path

from cairn.apps.registry import APPS
from tests.services.due_jobs import do_due
from tests.web.cast import ADA, BO, House, opened_house


def on(database: str | None) -> dict[str, str]:
    """The setting that says where SQL is."""
    return {} if database is None else {"CAIRN_SQL": database}


async def settled(house: House) -> None:
    await house.services.sql.relay()
    await do_due(house.services)


async def test_a_habit_is_kept_and_everything_follows(tmp_path: Path, database: str | None) -> None:
    async with opened_house(tmp_path, APPS, **on(database)) as house:
        ada = await house.enter(ADA)
        made = await ada.post(
            "/api/v1/habits",
            body={"name": "Run", "start": "2026-01-01", "target": {"amount": 5, "unit": "km"}},
        )
        assert made.status == 201
        path = f"/api/v1/habits/{made.json()['habit_id']}"
        refused = await ada.post(f"{path}/complete", body={})
        assert refused.json()["fields"] == {"amount": "this habit counts a number: say how much it was"}
        for day in range(4, 11):
            await ada.put(f"{path}/entries/2026-01-{day:02}", body={"amount": "5.5", "note": "rain"})
        again = await ada.post(f"{path}/complete", body={"amount": 6})
        assert again.json() == {
            "habit_id": made.json()["habit_id"],
            "current_streak": 7,
            "longest_streak": 7,
            "points": 0,
            "unlocked": [],
            "taken_back": [],
        }
        await settled(house)
        today = (await ada.get("/api/v1/habits/dashboard")).json()
        assert (today["total_points"], today["freezes"], today["today"]) == (80, 1, "2026-01-10")
        assert "STREAK_7" in {each["type"] for each in today["achievements"]}
        [latest, *_] = (await ada.get(f"{path}/entries")).json()["items"]
        assert (latest["note"], latest["amount"], latest["points"], latest["multiplier"]) == (
            "rain",
            "6",
            20,
            2,
        )
        undone = (await ada.post(f"{path}/undo")).json()
        assert (undone["points"], undone["current_streak"]) == (-20, 6)
        assert "STREAK_7" in undone["taken_back"]
        streaks = (await ada.get(f"{path}/streaks")).json()["items"]
        assert streaks == [{"first": "2026-01-04", "last": "2026-01-09", "length": 6}]
        strength = (await ada.get(f"{path}/strength?days=1")).json()["items"]
        assert (strength[0]["day"], 0.2 < strength[0]["strength"] < 0.4) == ("2026-01-10", True)


async def test_days_on_which_nothing_can_be_entered_are_refused_by_name(
    tmp_path: Path, database: str | None
) -> None:
    async with opened_house(tmp_path, APPS, **on(database)) as house:
        ada = await house.enter(ADA)
        made = await ada.post("/api/v1/habits", body={"name": "Read", "frequency": "daily"})
        path = f"/api/v1/habits/{made.json()['habit_id']}"
        for day in ("2026-01-11", "2026-01-09", "0001-01-01"):
            refused = await ada.post(f"{path}/complete", body={"day": day})
            assert (refused.status, refused.json()["type"]) == (400, "/api/v1/problems/not-on-this-day")
        await ada.put(f"{path}/archive")
        refused = await ada.post(f"{path}/complete")
        assert (refused.status, refused.json()["type"]) == (409, "/api/v1/problems/habit-archived")
        both = {"name": "Read", "frequency": "daily", "schedule": {"kind": "every_day"}}
        assert (await ada.post("/api/v1/habits", body=both)).json()["fields"] == {
            "frequency": "give it or a schedule, not both"
        }


async def test_a_token_is_held_to_the_scopes_of_habits(tmp_path: Path, database: str | None) -> None:
    async with opened_house(tmp_path, APPS, **on(database)) as house:
        await house.enter(ADA)
        reader = await house.program(ADA, "habits:read")
        writer = await house.program(ADA, "habits:write")
        bo = await house.enter(BO)
        made = await writer.post("/api/v1/habits", body={"name": "Read"})
        path = f"/api/v1/habits/{made.json()['habit_id']}"
        assert (await reader.get(path)).status == 200
        assert (await reader.post(f"{path}/complete")).status == 403
        assert (await bo.post(f"{path}/complete")).status == 404
        assert (await writer.post(f"{path}/complete")).status == 201


async def test_a_tap_twice_is_once_and_another_takes_it_back(tmp_path: Path, database: str | None) -> None:
    async with opened_house(tmp_path, APPS, **on(database)) as house:
        ada = await house.enter(ADA)
        made = await ada.post("/api/v1/habits", body={"name": "<b>Read</b>"})
        path = f"/habits/{made.json()['habit_id']}"
        for _ in range(2):
            tapped = await ada.post(f"{path}/tap", form={"wanted": "done"}, headers={"HX-Request": "true"})
            assert tapped.status == 200
        assert "&lt;b&gt;Read" in tapped.text
        assert "<b>Read" not in tapped.text
        assert 'aria-pressed="true"' in tapped.text
        undone = await ada.post(f"{path}/tap", form={"wanted": "open"}, headers={"HX-Request": "true"})
        assert 'aria-pressed="false"' in undone.text
        entries = await ada.get(f"/api/v1{path}/entries")
        assert entries.json()["items"] == []


async def test_who_signs_out_leaves_no_page_that_could_be_read_without_a_connection(tmp_path: Path) -> None:
    async with opened_house(tmp_path, APPS) as house:
        for path in ("/sign-out", "/account/sessions/everywhere/end"):
            ada = await house.enter(f"ada{len(path)}@example.org")
            assert (await ada.get("/habits")).header("clear-site-data") is None
            left = await ada.post(path, form={})
            assert (left.status, left.header("clear-site-data")) == (303, '"storage"')


async def test_what_a_phone_keeps_is_served_with_leave_for_the_page_of_today(tmp_path: Path) -> None:
    async with opened_house(tmp_path, APPS) as house:
        worker = await house.browser.get("/habits/installed/service-worker.js")
        assert (worker.status, worker.header("service-worker-allowed")) == (200, "/habits")
        assert str(worker.header("content-type")).startswith("text/javascript")

"""The route table of the habit tracker."""

from collections.abc import Mapping

from tests.web.browser import Browser
from tests.web.cast import House
from tests.web.decisions import ANYONE, MEMBER, SIGNED_IN, Decision


async def a_habit(_: House, ada: Browser) -> Mapping[str, str]:
    """A habit of Ada's, with an entry of today."""
    made = await ada.post("/api/v1/habits", body={"name": "Read", "start": "2026-01-01"})
    habit_id = made.json()["habit_id"]
    await ada.post(f"/api/v1/habits/{habit_id}/complete")
    return {"habit_id": habit_id, "day": "2026-01-10"}


async def an_import(_: House, ada: Browser) -> Mapping[str, str]:
    """A file that Ada brought."""
    brought = await ada.post("/api/v1/habits/imports", content=b'{"format": "cairn-habits", "habits": []}')
    return {"import_id": brought.json()["import_id"]}


_FORM = {"name": "Read", "often": "every_day"}
_CALENDAR = {"week_start": 6, "day_start_minutes": 180}

HABITS: Mapping[str, Decision] = {
    "GET /api/v1/habits": Decision(MEMBER),
    "POST /api/v1/habits": Decision(MEMBER, 201, {"name": "Read"}),
    "GET /api/v1/habits/dashboard": Decision(MEMBER),
    "GET /api/v1/habits/achievements": Decision(MEMBER),
    "GET /api/v1/habits/calendar": Decision(MEMBER),
    "PUT /api/v1/habits/calendar": Decision(MEMBER, body=_CALENDAR),
    "GET /api/v1/habits/leaderboard": Decision(MEMBER),
    "PUT /api/v1/habits/leaderboard/me": Decision(MEMBER, 400, {"username": "<b>"}),
    "DELETE /api/v1/habits/leaderboard/me": Decision(MEMBER, 204),
    "GET /api/v1/habits/export": Decision(MEMBER),
    "POST /api/v1/habits/imports": Decision(MEMBER, 400),
    "GET /api/v1/habits/imports/{import_id}": Decision(MEMBER, making=an_import, is_apps=True),
    "POST /api/v1/habits/imports/{import_id}/apply": Decision(MEMBER, 202, making=an_import, is_apps=True),
    "GET /habits/import": Decision(SIGNED_IN),
    "POST /habits/import": Decision(SIGNED_IN, 400, form={}),
    "GET /habits/import/{import_id}": Decision(SIGNED_IN, making=an_import, is_apps=True),
    "POST /habits/import/{import_id}": Decision(SIGNED_IN, 303, making=an_import, is_apps=True),
    "GET /habits/leaderboard": Decision(SIGNED_IN),
    "POST /habits/leaderboard/join": Decision(SIGNED_IN, 400, form={"username": "<b>"}),
    "POST /habits/leaderboard/leave": Decision(SIGNED_IN, 303),
    "GET /api/v1/habits/{habit_id}": Decision(MEMBER, making=a_habit, is_apps=True),
    "PATCH /api/v1/habits/{habit_id}": Decision(MEMBER, body={"name": "Sleep"}, making=a_habit, is_apps=True),
    "DELETE /api/v1/habits/{habit_id}": Decision(MEMBER, 204, making=a_habit, is_apps=True),
    "PUT /api/v1/habits/{habit_id}/schedule": Decision(
        MEMBER, body={"frequency": "weekly"}, making=a_habit, is_apps=True
    ),
    "PUT /api/v1/habits/{habit_id}/archive": Decision(MEMBER, making=a_habit, is_apps=True),
    "DELETE /api/v1/habits/{habit_id}/archive": Decision(MEMBER, making=a_habit, is_apps=True),
    "POST /api/v1/habits/{habit_id}/complete": Decision(MEMBER, 201, making=a_habit, is_apps=True),
    "POST /api/v1/habits/{habit_id}/undo": Decision(MEMBER, making=a_habit, is_apps=True),
    "POST /api/v1/habits/{habit_id}/skip": Decision(MEMBER, 201, making=a_habit, is_apps=True),
    "POST /api/v1/habits/{habit_id}/freeze": Decision(MEMBER, 409, making=a_habit, is_apps=True),
    "GET /api/v1/habits/{habit_id}/entries": Decision(MEMBER, making=a_habit, is_apps=True),
    "PUT /api/v1/habits/{habit_id}/entries/{day}": Decision(
        MEMBER, body={"mark": "DONE"}, making=a_habit, is_apps=True
    ),
    "DELETE /api/v1/habits/{habit_id}/entries/{day}": Decision(MEMBER, making=a_habit, is_apps=True),
    "GET /api/v1/habits/{habit_id}/strength": Decision(MEMBER, making=a_habit, is_apps=True),
    "GET /api/v1/habits/{habit_id}/streaks": Decision(MEMBER, making=a_habit, is_apps=True),
    "GET /habits": Decision(SIGNED_IN),
    "GET /habits/achievements": Decision(SIGNED_IN),
    "GET /habits/installed/{name}": Decision(ANYONE, 404),
    "GET /habits/settings": Decision(SIGNED_IN),
    "POST /habits/settings": Decision(
        SIGNED_IN, 303, form={name: str(value) for name, value in _CALENDAR.items()}
    ),
    "GET /habits/new": Decision(SIGNED_IN),
    "POST /habits/new": Decision(SIGNED_IN, 303, form=_FORM),
    "GET /habits/{habit_id}": Decision(SIGNED_IN, making=a_habit, is_apps=True),
    "GET /habits/{habit_id}/edit": Decision(SIGNED_IN, making=a_habit, is_apps=True),
    "POST /habits/{habit_id}/edit": Decision(SIGNED_IN, 303, form=_FORM, making=a_habit, is_apps=True),
    "POST /habits/{habit_id}/tap": Decision(
        SIGNED_IN, 303, form={"wanted": "open"}, making=a_habit, is_apps=True
    ),
    "POST /habits/{habit_id}/day": Decision(
        SIGNED_IN, 303, form={"day": "2026-01-09", "mark": "DONE"}, making=a_habit, is_apps=True
    ),
    "POST /habits/{habit_id}/archive": Decision(SIGNED_IN, 303, making=a_habit, is_apps=True),
    "POST /habits/{habit_id}/resume": Decision(SIGNED_IN, 303, making=a_habit, is_apps=True),
    "POST /habits/{habit_id}/delete": Decision(SIGNED_IN, 303, making=a_habit, is_apps=True),
}

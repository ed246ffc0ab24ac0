"""The route table of RuneScape goals. The hiscores can't be asked here: what would ask them is refused before."""

from collections.abc import Mapping
from datetime import timedelta

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import packed
from cairn.apps.runescape.hiscores.readings import Reading, Skill
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.schema import Character
from cairn.apps.runescape.tracking_schema import Followed, Follower, Following, Turns
from cairn.services.shards import shard_of
from cairn.tables import put
from tests.web.browser import Browser
from tests.web.cast import House
from tests.web.decisions import ANYONE, MEMBER, Decision

NAME = "Zezima"


async def a_character(house: House, ada: Browser) -> Mapping[str, str]:
    """A character of Ada's, as if it had been looked up an hour ago."""
    user_id = (await ada.get("/api/v1/me")).json()["account_id"]
    name, now = CharacterName(NAME), house.clock.now() - timedelta(hours=1)
    skills = {"Overall": Skill(5, 60, 2_000), "Mining": Skill(9, 10, 1_200)}
    await house.services.tables.write(
        put(Character(user_id=user_id, name=NAME, created_at=now, updated_at=now, tracked_skills={})),
        put(Following(user_id=user_id, name=name, board=Board.OSRS, account_type="main")),
        put(Follower(board=Board.OSRS, name=name, user_id=user_id)),
        put(
            Followed(
                board=Board.OSRS,
                name=name,
                shard=shard_of(f"osrs/{name}"),
                next_look=now + timedelta(days=9),
                looked_at=now,
                reading=packed(Reading(skills)),
            )
        ),
    )
    return {"name": NAME, "user_id": user_id}


async def a_goal(house: House, ada: Browser) -> Mapping[str, str]:
    """A goal of that character's, alone in a group and with a link."""
    there = await a_character(house, ada)
    goals = f"/api/v1/runescape/characters/{NAME}/goals"
    made = await ada.post(goals, body=_GOAL)
    goal_id = made.json()["goalId"]
    link = await ada.put(f"{goals}/{goal_id}/link")
    group = await ada.post(
        f"/api/v1/runescape/characters/{NAME}/groups", body={"title": "Riches", "goalIds": [goal_id]}
    )
    return {
        **there,
        "goal_id": goal_id,
        "token": link.json()["token"],
        "group_id": group.json()["groupId"],
    }


async def a_past(house: House, ada: Browser) -> Mapping[str, str]:
    """A character whose past was asked for."""
    there = await a_character(house, ada)
    await ada.post(f"/api/v1/runescape/characters/{NAME}/past")
    return there


async def at_rest(house: House, ada: Browser) -> Mapping[str, str]:
    """The same, while the hiscores are left alone: so that nothing here asks them."""
    now = house.clock.now()
    turns = Turns(next_at=now, paused_until=now + timedelta(hours=6), reason="a test")
    await house.services.tables.write(put(turns))
    return await a_character(house, ada)


async def a_period(house: House, ada: Browser) -> Mapping[str, str]:
    return {**await a_character(house, ada), "period": "week"}


_GOAL = {"targetAttribute": "Mining", "targetValue": 13_034_431}
_OF = "/api/v1/runescape/characters/{name}"
_USER = "/api/v1/runescape/users/{user_id}"
_OLD_GOAL = {**_GOAL, "targetType": "xp", "targetDate": "2030-01-01"}

RUNESCAPE: Mapping[str, Decision] = {
    "GET /api/v1/runescape/wishes": Decision(MEMBER),
    "PUT /api/v1/runescape/wishes": Decision(MEMBER, body={"hour": 9}),
    "GET /api/v1/runescape/most-tracked": Decision(MEMBER),
    "GET /api/v1/runescape/compare": Decision(MEMBER, 400),
    "GET /api/v1/runescape/find": Decision(MEMBER, 400),
    "GET /api/v1/runescape/shared/{token}": Decision(ANYONE, making=a_goal),
    "GET /api/v1/runescape/characters": Decision(MEMBER),
    "POST /api/v1/runescape/characters": Decision(MEMBER, 400, {"name": "no name at all"}),
    f"GET {_OF}": Decision(MEMBER, making=a_character, is_apps=True),
    f"DELETE {_OF}": Decision(MEMBER, 204, making=a_character, is_apps=True),
    f"GET {_OF}/latest": Decision(MEMBER, making=a_character, is_apps=True),
    f"POST {_OF}/look": Decision(MEMBER, 429, making=at_rest, is_apps=True),
    f"GET {_OF}/hiscores": Decision(MEMBER, 429, making=at_rest),
    f"GET {_OF}/history": Decision(MEMBER, making=a_character, is_apps=True),
    f"GET {_OF}/history.csv": Decision(MEMBER, making=a_character, is_apps=True),
    f"GET {_OF}/gains": Decision(MEMBER, making=a_character, is_apps=True),
    f"GET {_OF}/gains/{{period}}": Decision(MEMBER, making=a_period, is_apps=True),
    f"GET {_OF}/records": Decision(MEMBER, making=a_character, is_apps=True),
    f"GET {_OF}/milestones": Decision(MEMBER, making=a_character, is_apps=True),
    f"GET {_OF}/targets": Decision(MEMBER, making=a_character, is_apps=True),
    f"POST {_OF}/past": Decision(MEMBER, 202, making=a_character, is_apps=True),
    f"GET {_OF}/past": Decision(MEMBER, making=a_past, is_apps=True),
    f"GET {_OF}/rename": Decision(MEMBER, 400, making=a_character),
    f"GET {_OF}/rename/suggestion": Decision(MEMBER, making=a_character, is_apps=True),
    f"POST {_OF}/rename": Decision(MEMBER, 400, {"to": NAME}, making=a_character, is_apps=True),
    f"GET {_OF}/goals": Decision(MEMBER, making=a_character, is_apps=True),
    f"POST {_OF}/goals": Decision(MEMBER, 201, _GOAL, making=a_character, is_apps=True),
    f"GET {_OF}/goals/{{goal_id}}": Decision(MEMBER, making=a_goal, is_apps=True),
    f"PATCH {_OF}/goals/{{goal_id}}": Decision(
        MEMBER, 200, {"targetValue": 5_000}, making=a_goal, is_apps=True
    ),
    f"DELETE {_OF}/goals/{{goal_id}}": Decision(MEMBER, 204, making=a_goal, is_apps=True),
    f"PUT {_OF}/goals/{{goal_id}}/pause": Decision(MEMBER, making=a_goal, is_apps=True),
    f"DELETE {_OF}/goals/{{goal_id}}/pause": Decision(MEMBER, making=a_goal, is_apps=True),
    f"PUT {_OF}/goals/{{goal_id}}/link": Decision(MEMBER, making=a_goal, is_apps=True),
    f"DELETE {_OF}/goals/{{goal_id}}/link": Decision(MEMBER, 204, making=a_goal, is_apps=True),
    f"GET {_OF}/goals/{{goal_id}}/course": Decision(MEMBER, making=a_goal, is_apps=True),
    f"GET {_OF}/goals/{{goal_id}}/progress": Decision(MEMBER, making=a_goal, is_apps=True),
    f"POST {_OF}/goals/{{goal_id}}/progress": Decision(
        MEMBER, 201, {"progressValue": 1_500}, making=a_goal, is_apps=True
    ),
    f"GET {_OF}/goals/{{goal_id}}/progress.csv": Decision(MEMBER, making=a_goal, is_apps=True),
    f"GET {_OF}/groups": Decision(MEMBER, making=a_character, is_apps=True),
    f"POST {_OF}/groups": Decision(MEMBER, 400, {"title": "", "goalIds": []}, making=a_character),
    f"POST {_OF}/groups/all-skills": Decision(MEMBER, 201, {"level": 5}, making=a_character, is_apps=True),
    f"GET {_OF}/groups/{{group_id}}": Decision(MEMBER, making=a_goal, is_apps=True),
    f"PATCH {_OF}/groups/{{group_id}}": Decision(MEMBER, 200, {"title": "More"}, making=a_goal, is_apps=True),
    f"DELETE {_OF}/groups/{{group_id}}": Decision(MEMBER, 204, making=a_goal, is_apps=True),
    "POST /api/v1/runescape/users": Decision(MEMBER, 400, {"email": "somebody@example.org"}),
    f"GET {_USER}": Decision(MEMBER, making=a_character, is_apps=True),
    f"GET {_USER}/characters": Decision(MEMBER, making=a_character, is_apps=True),
    f"POST {_USER}/characters/{{name}}": Decision(MEMBER, making=a_character, is_apps=True),
    f"GET {_USER}/notification-channels": Decision(MEMBER, making=a_character, is_apps=True),
    f"POST {_USER}/notification-channels": Decision(
        MEMBER, 400, {"channelType": "SMS", "identifier": "+49"}, making=a_character, is_apps=True
    ),
    f"POST {_USER}/characters/{{name}}/goals": Decision(
        MEMBER, 200, _OLD_GOAL, making=a_character, is_apps=True
    ),
    f"POST {_USER}/characters/{{name}}/goal": Decision(
        MEMBER, 200, _OLD_GOAL, making=a_character, is_apps=True
    ),
}

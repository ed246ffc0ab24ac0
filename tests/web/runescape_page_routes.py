"""The pages of RuneScape goals, with a decision for each. What stands in their paths was followed without asking anybody."""

from collections.abc import Mapping
from datetime import timedelta
from uuid import UUID

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import packed
from cairn.apps.runescape.hiscores.readings import Reading, Skill
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.schema import Character, TargetType, User
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.wanted import NewGoal
from cairn.apps.runescape.tracking_schema import Followed, Follower, Following
from cairn.services.accounts import Member, Preferences
from cairn.tables import put
from tests.web.browser import Browser
from tests.web.cast import ADA, PASSWORD, House
from tests.web.decisions import SIGNED_IN, VISITOR, Decision

NAME = CharacterName("moss walker")
SEEN = Reading({"Overall": Skill(9, 90, 300_000), "Mining": Skill(8, 50, 110_000)})


async def ada(house: House) -> Member:
    account = await house.services.accounts.entrance.verified(ADA, PASSWORD)
    assert account is not None
    return Member(
        account_id=account.account_id,
        email=ADA,
        is_email_verified=False,
        preferences=Preferences(),
        is_operator=False,
    )


async def a_character(house: House, _: Browser) -> Mapping[str, str]:
    """A character that Ada follows, and that was looked at as late as can be."""
    user, now = (await ada(house)).account_id, house.clock.now()
    board = Board.OSRS
    await house.services.tables.write(
        put(User(id=user, email=ADA, created_at=now, updated_at=now)),
        put(Character(user_id=user, name=NAME, created_at=now, updated_at=now, tracked_skills={})),
        put(Following(user_id=user, name=NAME, board=board, account_type="main")),
        put(Follower(board=board, name=NAME, user_id=user)),
        put(
            Followed(
                board=board,
                name=NAME,
                shard=1,
                next_look=now + timedelta(days=9),
                looked_at=now + timedelta(days=1),
                reading=packed(SEEN),
            )
        ),
    )
    return {"name": "Moss_Walker"}


async def a_goal(house: House, browser: Browser) -> Mapping[str, str]:
    """A goal of Ada's."""
    made = await a_character(house, browser)
    new = NewGoal(target_attribute="Mining", target_type=TargetType.LEVEL, target_value=60)
    tracking = await Runescape.of(house.services).goals.set_goal(await ada(house), NAME, new)
    return {**made, "goal_id": str(tracking.goal.goal_id)}


async def a_shared_goal(house: House, browser: Browser) -> Mapping[str, str]:
    """A goal for which Ada has made a link."""
    made = await a_goal(house, browser)
    goals = await Runescape.of(house.services).goals.of_character((await ada(house)).account_id, NAME)
    goal_id = goals[0].goal.goal_id
    token = await Runescape.of(house.services).links.share(await ada(house), NAME, goal_id)
    return {**made, "token": token}


async def a_group(house: House, browser: Browser) -> Mapping[str, str]:
    """A group of Ada's goals."""
    made = await a_goal(house, browser)
    group = await Runescape.of(house.services).groups.make(
        await ada(house), NAME, "Quests", [UUID(made["goal_id"])]
    )
    return {"name": made["name"], "group_id": str(group.group.group_id)}


async def a_way(house: House, browser: Browser) -> Mapping[str, str]:
    return {**await a_character(house, browser), "way": "skills"}


_NEW = {"targetAttribute": "Mining", "targetType": "xp", "targetValue": "200k"}
_TOO_LONG = {"name": "much too long a name"}

RUNESCAPE_PAGES: Mapping[str, Decision] = {
    "GET /runescape": Decision(SIGNED_IN),
    "GET /runescape/add": Decision(SIGNED_IN),
    "POST /runescape/add": Decision(SIGNED_IN, 400, form=_TOO_LONG),
    "GET /runescape/compare": Decision(SIGNED_IN),
    "GET /runescape/tracked": Decision(SIGNED_IN),
    "GET /runescape/messages": Decision(SIGNED_IN),
    "POST /runescape/messages": Decision(SIGNED_IN, 303, form={"hour": "7"}),
    "GET /runescape/shared/{token}": Decision(VISITOR, making=a_shared_goal),
    "GET /runescape/characters/{name}": Decision(SIGNED_IN, making=a_character, is_apps=True),
    "GET /runescape/characters/{name}/gains": Decision(SIGNED_IN, making=a_character, is_apps=True),
    "POST /runescape/characters/{name}/look": Decision(SIGNED_IN, 303, making=a_character, is_apps=True),
    "POST /runescape/characters/{name}/leave": Decision(SIGNED_IN, 303, making=a_character, is_apps=True),
    "GET /runescape/characters/{name}/goals/new": Decision(SIGNED_IN, making=a_character, is_apps=True),
    "POST /runescape/characters/{name}/goals/new": Decision(
        SIGNED_IN, 303, form=_NEW, making=a_character, is_apps=True
    ),
    "GET /runescape/characters/{name}/rename": Decision(SIGNED_IN, making=a_character, is_apps=True),
    "POST /runescape/characters/{name}/rename": Decision(
        SIGNED_IN, 400, form={"to": NAME}, making=a_character, is_apps=True
    ),
    "GET /runescape/characters/{name}/past": Decision(SIGNED_IN, making=a_character, is_apps=True),
    "POST /runescape/characters/{name}/past": Decision(SIGNED_IN, 303, making=a_character, is_apps=True),
    "GET /runescape/characters/{name}/groups/new": Decision(SIGNED_IN, making=a_character, is_apps=True),
    "POST /runescape/characters/{name}/groups/{way}": Decision(
        SIGNED_IN, 303, form={"level": "60"}, making=a_way, is_apps=True
    ),
    "GET /runescape/groups/{name}/{group_id}": Decision(SIGNED_IN, making=a_group, is_apps=True),
    "POST /runescape/groups/{name}/{group_id}/rename": Decision(
        SIGNED_IN, 303, form={"title": "All quests"}, making=a_group, is_apps=True
    ),
    "POST /runescape/groups/{name}/{group_id}/delete": Decision(
        SIGNED_IN, 303, form={"do": "all"}, making=a_group, is_apps=True
    ),
    "GET /runescape/goals/{name}/{goal_id}": Decision(SIGNED_IN, making=a_goal, is_apps=True),
    "GET /runescape/goals/{name}/{goal_id}/edit": Decision(SIGNED_IN, making=a_goal, is_apps=True),
    "POST /runescape/goals/{name}/{goal_id}/edit": Decision(
        SIGNED_IN, 303, form={"targetValue": "70"}, making=a_goal, is_apps=True
    ),
    "POST /runescape/goals/{name}/{goal_id}/pause": Decision(SIGNED_IN, 303, making=a_goal, is_apps=True),
    "POST /runescape/goals/{name}/{goal_id}/resume": Decision(SIGNED_IN, 303, making=a_goal, is_apps=True),
    "POST /runescape/goals/{name}/{goal_id}/delete": Decision(SIGNED_IN, 303, making=a_goal, is_apps=True),
    "POST /runescape/goals/{name}/{goal_id}/share": Decision(SIGNED_IN, 303, making=a_goal, is_apps=True),
    "POST /runescape/goals/{name}/{goal_id}/unshare": Decision(SIGNED_IN, 303, making=a_goal, is_apps=True),
    "POST /runescape/goals/{name}/{goal_id}/try": Decision(SIGNED_IN, 303, making=a_goal, is_apps=True),
}

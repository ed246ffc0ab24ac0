"""Changing a goal whose channels were named by their type, as programs do."""

import re
from pathlib import Path

from cairn.apps.runescape.app import RUNESCAPE
from cairn.apps.runescape.schema import ChannelType, TargetType
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.service.wanted import NewGoal
from tests.web.browser import Browser
from tests.web.cast import ADA, House, opened_house
from tests.web.runescape_page_routes import NAME, a_character, ada

DISCORD = "https://discord.com/api/webhooks/{}/abc"


async def a_told_goal(house: House, browser: Browser) -> Tracking:
    for number in (1, 2):
        target = {"kind": "discord", "url": DISCORD.format(number)}
        added = await browser.post("/api/v1/channels", body={"name": f"place {number}", "target": target})
        assert added.status == 201, added.text
    await a_character(house, browser)
    new = NewGoal(
        target_attribute="Mining",
        target_type=TargetType.XP,
        target_value=200_000,
        channel_type=ChannelType.DISCORD,
    )
    return await Runescape.of(house.services).goals.set_goal(await ada(house), NAME, new)


async def as_it_is(house: House, goal: Tracking) -> Tracking:
    return await Runescape.of(house.services).goals.one(goal.goal.user_id, NAME, goal.goal.goal_id)


async def test_channels_that_a_type_stands_for_can_be_chosen_one_by_one(tmp_path: Path) -> None:
    async with opened_house(tmp_path, [RUNESCAPE]) as house:
        browser = await house.enter(ADA)
        goal = await a_told_goal(house, browser)
        path = f"/runescape/goals/Moss_Walker/{goal.goal.goal_id}"
        shown = (await browser.get(path, headers={"Accept": "text/html"})).text
        assert "place 2 and place 1" in shown or "place 1 and place 2" in shown
        form = (await browser.get(f"{path}/edit", headers={"Accept": "text/html"})).text
        chosen = re.findall(r'name="channelIds" value="([^"]+)" checked', form)
        assert len(chosen) == 2
        await browser.post(f"{path}/edit", form={"targetValue": "200k", "channelIds": chosen[0]})
        one = await as_it_is(house, goal)
        assert one.goal.notification_channel_type is None
        assert one.plan.channel_ids == (chosen[0],)
        assert one.goal.target_value == 200_000


async def test_a_type_is_kept_while_its_channels_are(tmp_path: Path) -> None:
    async with opened_house(tmp_path, [RUNESCAPE]) as house:
        browser = await house.enter(ADA)
        goal = await a_told_goal(house, browser)
        path = f"/runescape/goals/Moss_Walker/{goal.goal.goal_id}/edit"
        form = (await browser.get(path, headers={"Accept": "text/html"})).text
        chosen = re.findall(r'name="channelIds" value="([^"]+)" checked', form)
        sent = "&".join(["targetValue=300k", *(f"channelIds={each}" for each in chosen)])
        answer = await browser.post(
            path, content=sent.encode(), headers={"content-type": "application/x-www-form-urlencoded"}
        )
        assert answer.status == 303
        kept = await as_it_is(house, goal)
        assert kept.goal.notification_channel_type is ChannelType.DISCORD
        assert (kept.goal.target_value, kept.plan.channel_ids) == (300_000, ())

"""Goals: set, shown, changed, paused, shared, deleted."""

from typing import Annotated, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Query

from cairn.apps.base import Anyone, House, Listed, Member, raises
from cairn.apps.runescape.api.forms import CharacterInPath, Shown
from cairn.apps.runescape.api.goal_shapes import ChangedGoal, GoalShown, WantedGoal, in_brief
from cairn.apps.runescape.rules.measures import OVERALL
from cairn.apps.runescape.rules.targets import suggestions
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.refusals import NoSuchCharacter, NoSuchGoal, TooManyGoals, ValueUnknown
from cairn.apps.runescape.service.tracking import Tracking
from cairn.apps.runescape.service.wanted import measure_named
from cairn.services.problems import TooMany

router: Final = APIRouter()


class LinkShown(Shown):
    """A link by which anybody may look at a goal."""

    token: str
    url: str


class SuggestionShown(Shown):
    """A ready-made target."""

    target_value: int
    title: str


@router.get("/characters/{name}/goals")
@raises(NoSuchCharacter)
async def list_goals(caller: Member, house: House, name: CharacterInPath) -> Listed[GoalShown]:
    """The goals of a character, each with what is said of it in brief."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    found = await runescape.goals.of_character(caller.account_id, own.name)
    zone, now = caller.preferences.zone, house.clock.now()
    return Listed(items=[in_brief(each, own, zone, now) for each in found])


@router.post("/characters/{name}/goals", status_code=201)
@raises(NoSuchCharacter, TooManyGoals, ValueUnknown, TooMany)
async def set_goal(caller: Member, house: House, name: CharacterInPath, given: WantedGoal) -> GoalShown:
    """Sets a goal. Where the character stands now is its first record."""
    made = await Runescape.of(house).goals.set_goal(caller, name, given.new_goal)
    return await _shown(caller, house, made)


@router.get("/characters/{name}/goals/{goal_id}")
@raises(NoSuchCharacter, NoSuchGoal)
async def show_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> GoalShown:
    """One goal."""
    return await _shown(caller, house, await Runescape.of(house).goals.one(caller.account_id, name, goal_id))


@router.patch("/characters/{name}/goals/{goal_id}")
@raises(NoSuchCharacter, NoSuchGoal)
async def change_goal(
    caller: Member, house: House, name: CharacterInPath, goal_id: UUID, given: ChangedGoal
) -> GoalShown:
    """Changes a goal. One that a new target is beyond again can be reached again."""
    sent = given.model_fields_set
    changed = await Runescape.of(house).goals.change(
        caller,
        name,
        goal_id,
        target_value=given.target_value,
        target_date=given.target_date,
        drops_date="target_date" in sent and given.target_date is None,
        frequency=given.frequency,
        channel_type=given.notification_channel_type,
        drops_channel_type="notification_channel_type" in sent and given.notification_channel_type is None,
        channel_ids=given.channel_ids,
        is_relative=given.is_relative,
    )
    return await _shown(caller, house, changed)


@router.delete("/characters/{name}/goals/{goal_id}", status_code=204)
@raises(NoSuchCharacter, NoSuchGoal, TooMany)
async def delete_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> None:
    """Deletes a goal. Its records follow soon after."""
    await Runescape.of(house).goals.delete(caller, name, goal_id)


@router.put("/characters/{name}/goals/{goal_id}/pause")
@raises(NoSuchCharacter, NoSuchGoal)
async def pause_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> GoalShown:
    """Lets a goal rest: nothing is recorded and nothing said."""
    found = await Runescape.of(house).goals.pause(caller, name, goal_id, is_paused=True)
    return await _shown(caller, house, found)


@router.delete("/characters/{name}/goals/{goal_id}/pause")
@raises(NoSuchCharacter, NoSuchGoal)
async def resume_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> GoalShown:
    """Lets a goal go on."""
    found = await Runescape.of(house).goals.pause(caller, name, goal_id, is_paused=False)
    return await _shown(caller, house, found)


@router.put("/characters/{name}/goals/{goal_id}/link")
@raises(NoSuchCharacter, NoSuchGoal)
async def share_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> LinkShown:
    """A link by which anybody may look at a goal. The same one, until it is taken back."""
    token = await Runescape.of(house).links.share(caller, name, goal_id)
    return LinkShown(token=token, url=f"/runescape/shared/{token}")


@router.delete("/characters/{name}/goals/{goal_id}/link", status_code=204)
@raises(NoSuchCharacter, NoSuchGoal)
async def unshare_goal(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> None:
    """Takes the link back."""
    await Runescape.of(house).links.unshare(caller, name, goal_id)


@router.get("/shared/{token}")
@raises(NoSuchGoal)
async def show_shared_goal(_: Anyone, house: House, token: str) -> GoalShown:
    """The goal behind a link, for whoever knows the link. It tells neither whose it is nor where word is sent."""
    runescape = Runescape.of(house)
    tracking = await runescape.links.shared(token)
    coming = await runescape.courses.of(tracking, None, ZoneInfo("UTC"), now=house.clock.now())
    shown = GoalShown.of(tracking, None if coming is None else coming.projection)
    return shown.model_copy(update={"channel_ids": (), "notification_channel_type": None})


@router.get("/characters/{name}/targets")
@raises(NoSuchCharacter)
async def list_targets(
    caller: Member,
    house: House,
    name: CharacterInPath,
    attribute: Annotated[str, Query(max_length=60, examples=["Woodcutting"])] = OVERALL,
    kind: TargetType = TargetType.LEVEL,
) -> Listed[SuggestionShown]:
    """Ready-made targets for a skill, a boss or an activity that are not reached yet."""
    own = await Runescape.of(house).characters.one(caller, name)
    found = suggestions(measure_named(own, attribute, kind), own.reading)
    return Listed(items=[SuggestionShown(target_value=each.target, title=each.title) for each in found])


async def _shown(caller: Member, house: House, tracking: Tracking) -> GoalShown:
    """A goal with what is said of it exactly, from its records."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, tracking.name)
    coming = await runescape.courses.of(
        tracking, own.following, caller.preferences.zone, now=house.clock.now()
    )
    return GoalShown.of(tracking, None if coming is None else coming.projection)

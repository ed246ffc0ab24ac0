"""What is a person's and not a character's: when to be told. What is everybody's: the most tracked. And two side by side."""

from typing import Annotated, Final, Self

from fastapi import APIRouter, Query
from pydantic import Field

from cairn.apps.base import House, Listed, Member, raises
from cairn.apps.runescape.api.forms import Asked, Shown
from cairn.apps.runescape.hiscores.boards import Game
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.refusals import NoSuchCharacter
from cairn.apps.runescape.tracking_schema import Wishes

router: Final = APIRouter()
_Hour = Annotated[int, Field(ge=0, le=23)]


class WishesShown(Shown):
    """When the caller is told, in full hours where they are."""

    hour: int = Field(description="Of the digest.")
    quiet_from: int | None
    quiet_until: int | None

    @classmethod
    def of(cls, wishes: Wishes) -> Self:
        return cls(hour=wishes.hour, quiet_from=wishes.quiet_from, quiet_until=wishes.quiet_until)


class Wanted(Asked):
    """When to be told. In the quiet hours nothing but the digest is sent; what came meanwhile comes at their end."""

    hour: _Hour = Field(default=18, examples=[18])
    quiet_from: _Hour | None = Field(default=None, examples=[22])
    quiet_until: _Hour | None = Field(default=None, examples=[8])


class TrackedShown(Shown):
    """A skill, a boss or an activity, and for how many goals it is tracked."""

    game: Game
    attribute: str
    goals: int


class SideShown(Shown):
    value: int | None
    gained: int | None = Field(description="In the days that were asked for.")


class PairShown(Shown):
    """A skill, a boss or an activity of two characters."""

    name: str
    is_skill: bool
    one: SideShown
    other: SideShown
    ahead_by: int | None = Field(description="How far the first is ahead; negative when it is behind.")


@router.get("/wishes")
async def show_wishes(caller: Member, house: House) -> WishesShown:
    """When the caller is told how goals come."""
    return WishesShown.of(await Runescape.of(house).hours.of_user(caller.account_id))


@router.put("/wishes")
async def change_wishes(caller: Member, house: House, given: Wanted) -> WishesShown:
    """Says when to be told."""
    hours = Runescape.of(house).hours
    await hours.choose(caller, given.hour, quiet_from=given.quiet_from, quiet_until=given.quiet_until)
    return WishesShown.of(await hours.of_user(caller.account_id))


@router.get("/most-tracked")
async def list_most_tracked(_: Member, house: House) -> Listed[TrackedShown]:
    """What everybody together has goals for, the most first."""
    found = await Runescape.of(house).counting.most_tracked()
    return Listed(
        items=[
            TrackedShown(game=each.game, attribute=each.attribute_name, goals=each.goals) for each in found
        ]
    )


@router.get("/compare")
@raises(NoSuchCharacter)
async def compare_characters(
    caller: Member,
    house: House,
    one: Annotated[str, Query(max_length=30, examples=["Zezima"])],
    other: Annotated[str, Query(max_length=30, examples=["Iron Man"])],
    days: Annotated[int, Query(ge=1, le=3_660)] = 7,
) -> Listed[PairShown]:
    """Two of the caller's characters side by side, with what each has gained lately."""
    pairs = await Runescape.of(house).comparing.compare(caller, one, other, days=days)
    return Listed(items=[PairShown.model_validate(each) for each in pairs])

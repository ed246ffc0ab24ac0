"""Characters that have got another name."""

from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import Field

from cairn.apps.base import House, Member, raises
from cairn.apps.runescape.api.forms import Asked, CharacterInPath, Shown
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.refusals import (
    HiscoresBusy,
    NoSuchCharacter,
    NotOnHiscores,
    NotTheSame,
    TooManyGoals,
)
from cairn.services.accounts import TooManyAttempts
from cairn.services.problems import InvalidInput

router: Final = APIRouter()
_Name = Annotated[str, Field(max_length=30, examples=["New Zezima"])]


class ProposalShown(Shown):
    """Another name for a character."""

    name: str
    to: str
    fits: bool = Field(description="Whether who bears it has all that the character had.")


class SuggestedName(Shown):
    to: str | None


class WantedName(Asked):
    to: _Name


class MovingShown(Shown):
    """A character that is taken to its new name."""

    name: str
    to: str
    begun_at: datetime


@router.get("/characters/{name}/rename/suggestion")
@raises(NoSuchCharacter)
async def suggest_rename(caller: Member, house: House, name: CharacterInPath) -> SuggestedName:
    """What Wise Old Man knows a character to be called now, if it does."""
    return SuggestedName(to=await Runescape.of(house).renaming.suggest(caller, name))


@router.get("/characters/{name}/rename")
@raises(NoSuchCharacter, NotOnHiscores, HiscoresBusy, TooManyAttempts, InvalidInput)
async def propose_rename(
    caller: Member, house: House, name: CharacterInPath, to: Annotated[str, Query(max_length=30)]
) -> ProposalShown:
    """Looks up whether a character can be called otherwise now."""
    proposal = await Runescape.of(house).renaming.propose(caller, name, to)
    return ProposalShown(name=proposal.own.name, to=proposal.to, fits=proposal.fits)


@router.post("/characters/{name}/rename", status_code=202)
@raises(NoSuchCharacter, NotOnHiscores, NotTheSame, HiscoresBusy, TooManyAttempts, TooManyGoals)
async def accept_rename(
    caller: Member, house: House, name: CharacterInPath, given: WantedName
) -> MovingShown:
    """Has a character taken to its new name, with its goals and all that was recorded of them, soon after."""
    return MovingShown.model_validate(await Runescape.of(house).renaming.accept(caller, name, given.to))

"""Characters: looked up, followed, shown, looked at."""

from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import Field

from cairn.apps.base import House, Listed, Member, raises
from cairn.apps.runescape.api.forms import Asked, CharacterInPath
from cairn.apps.runescape.api.shapes import CharacterShown, FoundShown, HiscoresShown, OnBoard
from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.rules.measures import OVERALL
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.refusals import (
    HiscoresBusy,
    LookedJustNow,
    NoSuchCharacter,
    NotOnHiscores,
    TooManyGoals,
)
from cairn.services.accounts import TooManyAttempts
from cairn.services.problems import InvalidInput

router: Final = APIRouter()
_Name = Annotated[str, Field(max_length=30, examples=["Zezima"])]


class WantedCharacter(Asked):
    """A character to follow. Without a board, its kind of account says which one: the boards of the game are compared."""

    name: _Name
    game: Game = Game.OLD_SCHOOL
    board: Board | None = Field(default=None, examples=[Board.OSRS])


@router.get("/find")
@raises(HiscoresBusy, TooManyAttempts, InvalidInput)
async def find_character(
    caller: Member, house: House, name: Annotated[str, Query(max_length=30)], game: Game = Game.OLD_SCHOOL
) -> FoundShown:
    """On which boards of a game a name stands, and what kind of account it is."""
    found = await Runescape.of(house).characters.find_out(caller, name, game)
    boards = []
    for board, reading in found.readings.items():
        overall = reading.skills.get(OVERALL)
        boards.append(
            OnBoard(
                board=board,
                total_level=None if overall is None else overall.level,
                overall_xp=None if overall is None else overall.xp,
            )
        )
    return FoundShown(
        character_name=found.name,
        game=game,
        is_on_hiscores=bool(boards),
        account_type=found.kind,
        board=found.board if boards else None,
        boards=boards,
    )


@router.get("/characters")
async def list_characters(caller: Member, house: House) -> Listed[CharacterShown]:
    """The caller's characters, by name."""
    found = await Runescape.of(house).characters.of_member(caller)
    today = house.clock.now().date()
    return Listed(items=[CharacterShown.of(each, today) for each in found])


@router.post("/characters", status_code=201)
@raises(NotOnHiscores, HiscoresBusy, TooManyAttempts, TooManyGoals)
async def follow_character(caller: Member, house: House, given: WantedCharacter) -> CharacterShown:
    """Follows a character. It is looked up first; who follows it already gets what is there."""
    characters = Runescape.of(house).characters
    own = await characters.add(caller, given.name, game=given.game, board=given.board)
    return CharacterShown.of(own, house.clock.now().date())


@router.get("/characters/{name}")
@raises(NoSuchCharacter)
async def show_character(caller: Member, house: House, name: CharacterInPath) -> CharacterShown:
    """One of the caller's characters."""
    own = await Runescape.of(house).characters.one(caller, name)
    return CharacterShown.of(own, house.clock.now().date())


@router.get("/characters/{name}/latest")
@raises(NoSuchCharacter)
async def show_latest(caller: Member, house: House, name: CharacterInPath) -> HiscoresShown:
    """Everything that was seen of it last: skills, bosses, activities. The hiscores are not asked."""
    own = await Runescape.of(house).characters.one(caller, name)
    return HiscoresShown.of(own.name, own.board, own.reading)


@router.post("/characters/{name}/look")
@raises(NoSuchCharacter, LookedJustNow, HiscoresBusy)
async def look_at_character(caller: Member, house: House, name: CharacterInPath) -> CharacterShown:
    """Asks the hiscores at once, at most once a minute. Goals follow soon after."""
    own = await Runescape.of(house).characters.look_now(caller, name)
    return CharacterShown.of(own, house.clock.now().date())


@router.delete("/characters/{name}", status_code=204)
@raises(NoSuchCharacter, HiscoresBusy)
async def leave_character(caller: Member, house: House, name: CharacterInPath) -> None:
    """Follows a character no more. Its goals go with it."""
    await Runescape.of(house).goals.leave(caller, name)

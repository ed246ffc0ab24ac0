"""Adding a character: its name is looked up first, and whoever was found is shown before anybody is followed."""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from fastapi import Form
from pydantic import BaseModel, ConfigDict

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.names import one_spelling
from cairn.apps.runescape.pages.words import BOARDS, GAMES, TABS, character_path
from cairn.apps.runescape.rules.experience import combat_level
from cairn.apps.runescape.rules.measures import OVERALL
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.refusals import NotOnHiscores
from cairn.services.accounts import Member
from cairn.services.problems import InvalidInput, Problem

router: Final = PageRouter()
FOUND_OUT: Final = "found-out"
_BOARDS: Final = ((FOUND_OUT, "Find out by itself"), *((board, title) for board, title in BOARDS.items()))


class NameForm(BaseModel):
    """What the form holds."""

    model_config = ConfigDict(frozen=True)

    name: str = ""
    game: Game = Game.OLD_SCHOOL
    board: str = FOUND_OUT
    do: Literal["look", "follow"] = "look"


@dataclass(frozen=True)
class Found:
    """Whoever was found."""

    name: str
    board: str
    total_level: int | None
    xp: int | None
    rank: int | None
    combat: int | None


@dataclass(frozen=True)
class AddPage:
    """The form, and what was found."""

    form: NameForm
    found: Found | None = None
    missing: str = ""
    problem: Problem | None = None
    games: tuple[tuple[str, str], ...] = GAMES
    boards: tuple[tuple[str, str], ...] = _BOARDS
    tabs: tuple[tuple[str, str], ...] = TABS


@router.get("/add")
async def show_add(_: SignedIn, name: str = "") -> Page:
    return _page(AddPage(NameForm(name=name[:40])))


@router.post("/add")
async def add_character(member: SignedIn, house: House, form: Annotated[NameForm, Form()]) -> Page | Redirect:
    characters = Runescape.of(house).characters
    try:
        board = _chosen(form)
        if form.do == "look":
            reading, where = await _looked_up(member, house, form, board)
            return _page(AddPage(form, found=_found(form.name, where, reading)))
        own = await characters.add(member, form.name, game=form.game, board=board)
    except NotOnHiscores as answer:
        return _page(AddPage(form, missing=answer.detail))
    except Problem as problem:
        return _page(AddPage(form, problem=problem), problem.status)
    return Redirect(character_path(own.name), toast=Toast(f"You follow {own.character.name} from now on."))


async def _looked_up(
    member: Member, house: House, form: NameForm, board: Board | None
) -> tuple[Reading, Board]:
    """Whoever bears the name. Ironmen of low level can be missing from the main board."""
    characters = Runescape.of(house).characters
    if board is not None:
        return await characters.look_up(member, form.name, board), board
    is_old = form.game is Game.OLD_SCHOOL
    main, ironman = (Board.OSRS, Board.OSRS_IRONMAN) if is_old else (Board.RS3, Board.RS3_IRONMAN)
    try:
        return await characters.look_up(member, form.name, main), main
    except NotOnHiscores:
        return await characters.look_up(member, form.name, ironman), ironman


def _chosen(form: NameForm) -> Board | None:
    if form.board == FOUND_OUT:
        return None
    try:
        return Board(form.board)
    except ValueError as fault:
        raise InvalidInput.of("board", "choose one of the list") from fault


def _found(name: str, board: Board, reading: Reading) -> Found:
    overall = reading.skills.get(OVERALL)
    levels = {each: skill.level for each, skill in reading.skills.items() if skill.level is not None}
    return Found(
        name=one_spelling(name.strip()),
        board=BOARDS[board],
        total_level=None if overall is None else overall.level,
        xp=None if overall is None else overall.xp,
        rank=None if overall is None else overall.rank,
        combat=combat_level(levels) if board.game is Game.OLD_SCHOOL else None,
    )


def _page(shown: AddPage, status: int = 200) -> Page:
    return Page("runescape/add.html", shown, title="Add a character", block="add", status=status)

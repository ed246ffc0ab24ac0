"""How pages name things: a goal's standing and the tone in which it is told, kinds of accounts, addresses. No I/O."""

from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.hiscores.entries import SKILLS, is_boss
from cairn.apps.runescape.rules.measures import OVERALL, Measure
from cairn.apps.runescape.rules.projection import Projection, Standing
from cairn.apps.runescape.rules.words import ceiling, finish_words
from cairn.apps.runescape.schema import Frequency, TargetType

TABS: Final = (
    ("Characters", "/runescape"),
    ("Compare", "/runescape/compare"),
    ("Most tracked", "/runescape/tracked"),
    ("Messages", "/runescape/messages"),
)
GAMES: Final = ((Game.OLD_SCHOOL, "Old School"), (Game.RUNESCAPE_3, "RuneScape 3"))
BOARDS: Final = {
    Board.OSRS: "Old School",
    Board.OSRS_IRONMAN: "Old School, ironman",
    Board.OSRS_HARDCORE: "Old School, hardcore ironman",
    Board.OSRS_ULTIMATE: "Old School, ultimate ironman",
    Board.OSRS_DEADMAN: "Old School, Deadman",
    Board.OSRS_SEASONAL: "Old School, Leagues",
    Board.OSRS_TOURNAMENT: "Old School, tournament",
    Board.OSRS_SKILLER: "Old School, level-3 skiller",
    Board.OSRS_SKILLER_DEFENCE: "Old School, 1-Defence pure",
    Board.OSRS_FRESH_START: "Old School, fresh start",
    Board.RS3: "RuneScape 3",
    Board.RS3_IRONMAN: "RuneScape 3, ironman",
    Board.RS3_HARDCORE: "RuneScape 3, hardcore ironman",
}
FREQUENCIES: Final = (
    (Frequency.DAILY, "Every day, when something changed"),
    (Frequency.WEEKLY, "On Mondays, when something changed"),
    (Frequency.MONTHLY, "On the first of the month, when something changed"),
    (Frequency.ON_CHANGE, "At each change"),
    (Frequency.WHEN_REACHED, "Only when it is reached"),
)
_TONES: Final = {
    Standing.REACHED: "good",
    Standing.AHEAD: "good",
    Standing.ON_PACE: "good",
    Standing.BEHIND: "care",
    Standing.STALLED: "care",
    Standing.MISSED: "bad",
    Standing.UNDER_WAY: "told",
}
_DETAILS: Final = {
    Standing.REACHED: "It is reached.",
    Standing.AHEAD: "More is done than the straight line to its day asks for.",
    Standing.ON_PACE: "It follows the straight line to its day.",
    Standing.BEHIND: "Less is done than the straight line to its day asks for.",
    Standing.STALLED: "Nothing was gained for seven days.",
    Standing.MISSED: "Its day went by before it was reached.",
    Standing.UNDER_WAY: "It has no day by which it must be done.",
}


def tone_of(standing: Standing) -> str:
    return _TONES[standing]


def standing_in_words(told: Projection, zone: ZoneInfo) -> str:
    """What comes of a goal, in a sentence or two."""
    said = [_DETAILS[told.standing]]
    finish = finish_words(told.finish, zone)
    if told.standing not in {Standing.REACHED, Standing.MISSED}:
        if finish is not None:
            said.append(f"At the paces so far it will be reached {finish}.")
        elif told.pace.likely is None:
            said.append("After a day with gains, its pace can be told.")
        else:
            said.append("Without gains, nobody can tell when it will be reached.")
    return " ".join(said)


def a_day(pace: float | None) -> str:
    """A pace, rounded towards what is sure; where few things are counted, their tenths count."""
    if pace is None:
        return "\N{EN DASH}"
    return f"{int(pace):,}" if abs(pace) >= 10 else f"{int(pace * 10) / 10:g}"


def needed(told: Projection) -> str:
    return "" if told.needed_a_day is None else f"{ceiling(told.needed_a_day):,}"


def slug_of(name: str) -> str:
    """A name as it stands in addresses: the game does not tell a space from an underscore."""
    return name.replace(" ", "_")


def character_path(name: str) -> str:
    return f"/runescape/characters/{slug_of(name)}"


def goal_path(name: str, goal_id: UUID) -> str:
    return f"/runescape/goals/{slug_of(name)}/{goal_id}"


def group_path(name: str, group_id: UUID) -> str:
    return f"/runescape/groups/{slug_of(name)}/{group_id}"


def main_measure(name: str, game: Game) -> Measure:
    """What people mean who name an entry of the hiscores alone."""
    if name == OVERALL or name in SKILLS[game]:
        return Measure(name, TargetType.XP)
    return Measure(name, TargetType.KILLS if is_boss(name) else TargetType.SCORE)

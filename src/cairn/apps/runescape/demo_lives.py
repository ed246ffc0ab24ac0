"""The characters of the demonstration: what they had, what they did for how long, and what is wanted of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.hiscores.entries import SKILLS
from cairn.apps.runescape.rules.account_types import AccountType
from cairn.apps.runescape.rules.experience import xp_of_level
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.schema import Frequency, TargetType


@dataclass(frozen=True, slots=True)
class Push:
    """Something that was done from so many days ago to so many, how often, and how much of it on such a day."""

    of: str
    a_day: float
    first: int
    last: int = 0
    often: float = 0.7
    hitpoints: float = 0.0


@dataclass(frozen=True, slots=True)
class GoalSketch:
    """A goal that began so many days ago, and is due in so many."""

    of: str
    type: TargetType
    target: int
    began: int
    due: int | None = None
    is_relative: bool = False
    is_paused: bool = False
    repeats: Period | None = None
    frequency: Frequency = Frequency.DAILY


@dataclass(frozen=True, slots=True)
class Life:
    """A character. Its goals are those of the first who follows it."""

    name: str
    board: Board
    kind: AccountType
    followed_by: Sequence[int]
    days: int
    xp: Mapping[str, float]
    pushes: Sequence[Push]
    goals: Sequence[GoalSketch] = ()
    base: int | None = None
    """A level to which all skills are to come, as a group of goals that began with it."""
    counts: Mapping[str, float] = field(default_factory=dict)


def _levels(game: Game, usual: int, **others: int) -> dict[str, float]:
    """The experience of some levels, and of others about as high as is usual."""
    chance = Random(usual)  # noqa: S311 - the same levels each time
    near = {name: max(1, usual + chance.randint(-7, 6)) for name in SKILLS[game]}
    return {name: xp_of_level(others.get(name, near[name])) * chance.uniform(1.0, 1.09) for name in near}


_MOSS: Final = Life(
    "Moss Walker",
    Board.OSRS,
    AccountType.MAIN,
    (0,),
    310,
    _levels(
        Game.OLD_SCHOOL,
        74,
        Attack=90,
        Strength=92,
        Defence=85,
        Hitpoints=91,
        Ranged=93,
        Magic=94,
        Prayer=77,
        Woodcutting=86,
        Cooking=95,
        Fishing=82,
        Firemaking=88,
        Slayer=76,
        Agility=62,
        Runecraft=55,
        Mining=71,
        Sailing=30,
        Hunter=60,
    ),
    (
        Push("Woodcutting", 62_000, 150, often=0.8),
        Push("Fishing", 16_000, 310, often=0.45),
        Push("Ranged", 48_000, 120, hitpoints=0.33, often=0.5),
        Push("Magic", 26_000, 310, 60, hitpoints=0.33, often=0.4),
        Push("Slayer", 21_000, 260, 16, hitpoints=0.33, often=0.6),
        Push("Strength", 20_000, 260, 16, hitpoints=0.33, often=0.5),
        Push("Cooking", 190_000, 200, 120, often=0.6),
        Push("Agility", 9_500, 90, 12, often=0.6),
        Push("Sailing", 14_000, 200, often=0.5),
        Push("Farming", 9_000, 310, often=0.85),
        Push("Herblore", 11_000, 310, 40, often=0.3),
        Push("Zulrah", 4, 110, often=0.6),
        Push("Vorkath", 5, 300, 150, often=0.4),
        Push("Wintertodt", 9, 290, 240, often=0.5),
        Push("Barrows Chests", 3, 260, 90, often=0.3),
        Push("Clue Scrolls (all)", 1.4, 310, often=0.4),
        Push("Clue Scrolls (hard)", 0.9, 310, often=0.4),
        Push("Rifts closed", 3, 60, often=0.3),
    ),
    (
        GoalSketch("Woodcutting", TargetType.LEVEL, 99, 120, 62, is_relative=True),
        GoalSketch("Zulrah", TargetType.KILLS, 500, 80, 30),
        GoalSketch("Slayer", TargetType.LEVEL, 90, 100, frequency=Frequency.WEEKLY),
        GoalSketch(
            "Fishing", TargetType.XP, 60_000, 70, repeats=Period.WEEK, frequency=Frequency.WHEN_REACHED
        ),
        GoalSketch("Overall", TargetType.RANK, 350_000, 90, is_relative=True),
        GoalSketch("Cooking", TargetType.LEVEL, 99, 190, -100),
        GoalSketch("Agility", TargetType.LEVEL, 80, 85, -5, is_relative=True),
        GoalSketch("Rifts closed", TargetType.SCORE, 500, 50, is_paused=True),
    ),
    counts={
        "Vorkath": 120,
        "Zulrah": 60,
        "Barrows Chests": 55,
        "Clue Scrolls (all)": 90,
        "Clue Scrolls (hard)": 40,
        "King Black Dragon": 31,
        "Rifts closed": 8,
    },
)
_LICHEN: Final = Life(
    "Iron Lichen",
    Board.OSRS_IRONMAN,
    AccountType.IRONMAN,
    (0, 2),
    140,
    _levels(Game.OLD_SCHOOL, 52, Hitpoints=61, Magic=60, Thieving=66, Farming=45, Sailing=8, Runecraft=30),
    (
        Push("Thieving", 24_000, 140, 40, often=0.6),
        Push("Mining", 12_000, 90, often=0.6),
        Push("Smithing", 14_000, 60, often=0.5),
        Push("Crafting", 8_000, 140, often=0.4),
        Push("Strength", 9_000, 120, hitpoints=0.33),
        Push("Attack", 7_000, 120, 30, hitpoints=0.33),
        Push("Construction", 7_500, 40, often=0.5),
        Push("Tempoross", 4, 80, 20, often=0.5),
        Push("Obor", 1, 120, 100, often=0.6),
        *(Push(each, 3_200, 140, often=0.1) for each in SKILLS[Game.OLD_SCHOOL]),
    ),
    (
        GoalSketch("Smithing", TargetType.LEVEL, 75, 60, 25, is_relative=True),
        GoalSketch("Mining", TargetType.XP, 1_210_421, 90, 100),
        GoalSketch("Overall", TargetType.LEVEL, 1_500, 130),
    ),
    base=55,
)
_RUST: Final = Life(
    "Old Rust",
    Board.RS3,
    AccountType.MAIN,
    (0, 1),
    220,
    _levels(Game.RUNESCAPE_3, 70, Archaeology=88, Necromancy=85, Constitution=82, Invention=1),
    (
        Push("Archaeology", 70_000, 220, often=0.5),
        Push("Necromancy", 55_000, 100, hitpoints=0.33, often=0.5),
        Push("Divination", 20_000, 160, often=0.4),
        Push("RuneScore", 25, 220, often=0.3),
    ),
    (
        GoalSketch("Archaeology", TargetType.XP, 13_034_431, 150, 45),
        GoalSketch("Necromancy", TargetType.LEVEL, 99, 90, 120, is_relative=True),
    ),
    counts={"RuneScore": 4_200, "Clue Scrolls Hard": 44},
)
_ASH: Final = Life(
    "Ash Bo",
    Board.OSRS,
    AccountType.MAIN,
    (1, 0),
    120,
    _levels(Game.OLD_SCHOOL, 70, Woodcutting=80, Ranged=85, Hitpoints=80, Sailing=20),
    (
        Push("Woodcutting", 30_000, 120, often=0.6),
        Push("Ranged", 40_000, 120, hitpoints=0.33, often=0.5),
        Push("Zulrah", 5, 60, often=0.5),
    ),
    (
        GoalSketch("Woodcutting", TargetType.LEVEL, 99, 100, 200, is_relative=True),
        GoalSketch("Zulrah", TargetType.KILLS, 1_000, 50),
    ),
    counts={"Zulrah": 30},
)
_FERN: Final = Life(
    "Fern Dev",
    Board.OSRS,
    AccountType.MAIN,
    (3,),
    60,
    _levels(Game.OLD_SCHOOL, 45, Hitpoints=50, Sailing=1),
    (Push("Woodcutting", 6_000, 60), Push("Slayer", 3_000, 60, hitpoints=0.33)),
    (
        GoalSketch("Woodcutting", TargetType.LEVEL, 70, 55, 30, is_relative=True),
        GoalSketch("Slayer", TargetType.LEVEL, 60, 55),
    ),
)
LIVES: Final = (_MOSS, _LICHEN, _RUST, _ASH, _FERN)

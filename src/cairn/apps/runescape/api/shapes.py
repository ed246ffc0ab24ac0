"""Characters and readings as the API shows them."""

from datetime import date, datetime
from typing import Self

from pydantic import Field

from cairn.apps.runescape.api.forms import Shown
from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.measures import OVERALL
from cairn.apps.runescape.service.owned import Own


class SkillShown(Shown):
    """A skill. Null is what the board does not tell."""

    name: str
    rank: int | None
    level: int | None
    xp: int | None


class ActivityShown(Shown):
    """A boss, a minigame, a tier of clues. Below the board's floor it is unknown, which is null and not 0."""

    name: str
    rank: int | None
    score: int | None


class HiscoresShown(Shown):
    """What a board tells of a name."""

    character_name: str
    board: Board
    skills: list[SkillShown]
    activities: list[ActivityShown]

    @classmethod
    def of(cls, name: str, board: Board, reading: Reading) -> Self:
        return cls(
            character_name=name,
            board=board,
            skills=[
                SkillShown(name=each, rank=skill.rank, level=skill.level, xp=skill.xp)
                for each, skill in reading.skills.items()
            ],
            activities=[
                ActivityShown(name=each, rank=activity.rank, score=activity.score)
                for each, activity in reading.activities.items()
            ],
        )


class OnBoard(Shown):
    """What a board knows of a name, in one line."""

    board: Board
    total_level: int | None
    overall_xp: int | None


class FoundShown(Shown):
    """Where a name was found. On no board at all is an answer as well."""

    character_name: str
    game: Game
    is_on_hiscores: bool
    account_type: str = Field(examples=["ironman"])
    board: Board | None = Field(description="Where it would be followed.")
    boards: list[OnBoard]


class CharacterShown(Shown):
    """A character that the caller follows."""

    name: str = Field(description="As it was written.")
    character_name: str = Field(
        description="In the one spelling that all spellings share.", examples=["Iron Man"]
    )
    created_at: datetime
    updated_at: datetime
    tracked_skills: dict[str, int] = Field(
        description="Skills and bosses, and how many goals there are for each."
    )
    game: Game
    board: Board
    account_type: str = Field(examples=["ironman"])
    total_level: int | None
    overall_xp: int | None
    overall_rank: int | None
    lately: list[int] = Field(
        description="Experience in all on each of the last 30 days, as far as it is known."
    )
    looked_at: datetime | None = Field(description="When the hiscores told of it last.")
    changed_at: datetime | None = Field(description="When it was seen to have played last.")
    next_look: datetime | None
    missing_since: datetime | None = Field(description="Since when its board does not have the name.")
    is_lost: bool = Field(
        description="Whether the name is gone for good, or somebody else's: it may have another."
    )
    formerly: list[str] = Field(description="Names that it bore, the oldest first.")

    @classmethod
    def of(cls, own: Own, today: date) -> Self:
        followed, overall = own.followed, own.reading.skills.get(OVERALL)
        return cls(
            name=own.character.name,
            character_name=own.name,
            created_at=own.character.created_at,
            updated_at=own.character.updated_at,
            tracked_skills=own.character.tracked_skills or {},
            game=own.board.game,
            board=own.board,
            account_type=own.following.account_type,
            total_level=None if overall is None else overall.level,
            overall_xp=None if overall is None else overall.xp,
            overall_rank=None if overall is None else overall.rank,
            lately=own.lately(today),
            looked_at=None if followed is None else followed.looked_at,
            changed_at=None if followed is None else followed.changed_at,
            next_look=None if followed is None else followed.next_look,
            missing_since=None if followed is None else followed.missing_since,
            is_lost=own.is_lost,
            formerly=[each.name for each in own.following.formerly],
        )

"""What is done in the background, and with what: told once, for those who ask for it and those who do it."""

from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from pydantic import Base64Bytes, BaseModel

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.schema import ChannelType, Frequency
from cairn.services.jobs import JobKind

LOOKS: Final = "runescape.look"
"""The timetable of the names that are followed."""


class News(StrEnum):
    """What a look has brought."""

    READING = "reading"
    MISSING = "missing"
    SOMEBODY_ELSE = "somebody else"
    LEFT_BOARD = "left board"  # the reading is that of the board on which it counts on


class Seen(BaseModel):
    """What was seen of a name, for all who follow it. `reading` is as it is kept."""

    board: Board
    name: CharacterName
    at: datetime
    news: News = News.READING
    reading: Base64Bytes = b""


class SeenBy(Seen):
    """The same, for one of them."""

    user_id: str


class Digest(BaseModel):
    """Tells a person how their goals come."""

    user_id: str


class Forgotten(BaseModel):
    """A goal that is gone, whose records are to follow it."""

    user_id: str
    name: CharacterName
    goal_id: UUID


class Reckoned(BaseModel):
    """A name whose records are to be reckoned: of the months since the last time, or of all of them anew."""

    board: Board
    name: CharacterName
    anew: bool = False


class Filled(BaseModel):
    """A group in which each of these skills is to have a goal."""

    user_id: str
    name: CharacterName
    group_id: UUID
    skills: tuple[str, ...]
    level: int
    target_date: date | None
    frequency: Frequency
    channel_type: ChannelType | None
    channel_ids: tuple[str, ...]


class Moved(BaseModel):
    """A character of a person's that is to be taken to another name."""

    user_id: str
    board: Board
    name: CharacterName
    to: CharacterName


class Brought(BaseModel):
    """A character whose past is to be brought from elsewhere."""

    user_id: str
    board: Board
    name: CharacterName


SPREAD: Final = JobKind("runescape.spread", Seen)
PROGRESS: Final = JobKind("runescape.progress", SeenBy)
DIGEST: Final = JobKind("runescape.digest", Digest)
FORGET: Final = JobKind("runescape.forget", Forgotten)
RECKON: Final = JobKind("runescape.reckon", Reckoned, lease=timedelta(minutes=5))
FILL: Final = JobKind("runescape.fill_group", Filled)
MOVE: Final = JobKind("runescape.move_character", Moved, lease=timedelta(minutes=5))
BRING: Final = JobKind("runescape.bring_past", Brought, lease=timedelta(minutes=5))

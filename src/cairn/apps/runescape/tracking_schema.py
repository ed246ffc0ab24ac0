"""What is kept beside the document's table, in one of our own: which names are looked at, what was seen, what was said of it.

What belongs to a name (`CHARACTER#…`) is what the hiscores tell everybody, and is shared by all who follow it. What belongs to
a person (`USER#…`) is theirs alone.
"""

from datetime import date, datetime
from typing import Final, Self
from uuid import UUID

from pydantic import Field

from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.periods import Period
from cairn.tables import Embedded, Entity, ExpiresAt, InKey, Query, Ref, Table, access_pattern, together

tracking: Final = Table("GoalTracking", pk="PK", sk="SK", ttl="expiresAt", version="schemaVersion")
looks: Final = tracking.index("Looks", pk="looksPK", sk="looksSK", projection="KEYS_ONLY")

TABLES: Final = (tracking,)


class Followed(Entity, table=tracking, version=1):
    """A name on a board that somebody follows: when it is looked at again, and what was seen last."""

    key = tracking.key("CHARACTER#{board}#{name}", "FOLLOWED")
    by_shard = looks.key("SHARD#{shard:6}", "{next_look}")

    board: InKey[Board]
    name: InKey[CharacterName]
    shard: int
    next_look: datetime
    followers: int = 1
    since: datetime | None = None  # when it was followed first
    rank_goals: int = 0  # of all followers: ranks move every day, and nobody else wants to know
    looked_at: datetime | None = None  # successfully
    changed_at: datetime | None = None  # when somebody played last
    missing: int = 0  # so many times in a row, the name was not on its board
    missing_since: datetime | None = None
    compared_at: datetime | None = None  # with the board on which it would count on
    is_somebody_else: bool = False  # whoever bears the name now has less than who bore it before
    reading: bytes | None = None
    # Experience in all at the end of each of the last days, so that a list of characters draws its lines from what it reads.
    lately: dict[str, int] = Field(default_factory=dict)

    @classmethod
    @access_pattern("A name that is followed")
    def named(cls, board: Board, name: CharacterName) -> Ref[Self]:
        return cls.key(board=board, name=name)

    @classmethod
    @access_pattern("The names of a shard")
    def in_shard(cls, shard: int) -> Query[Ref[Self]]:
        """What a worker looks at, soonest first."""
        return cls.by_shard.query(shard=shard)


class Snapshot(Entity, table=tracking, version=1):
    """What was seen at a moment at which something had changed. It expires: the days stay."""

    key = tracking.key("CHARACTER#{board}#{name}", "AT#{at}")

    board: InKey[Board]
    name: InKey[CharacterName]
    at: InKey[datetime]
    reading: bytes
    expires_at: ExpiresAt = None

    @classmethod
    @access_pattern("What was seen lately of a name")
    def of(cls, board: Board, name: CharacterName) -> Query[Self]:
        return cls.key.query(board=board, name=name)


class Day(Entity, table=tracking, version=1):
    """What was seen last on a day (UTC). Days stay for ever."""

    key = tracking.key("CHARACTER#{board}#{name}", "DAY#{day}")

    board: InKey[Board]
    name: InKey[CharacterName]
    day: InKey[date]
    at: datetime
    reading: bytes

    @classmethod
    @access_pattern("A name, day by day")
    def of(cls, board: Board, name: CharacterName) -> Query[Self]:
        return cls.key.query(board=board, name=name)


class Passed(Entity, table=tracking, version=1):
    """The milestones that lie between a look and the one before."""

    key = tracking.key("CHARACTER#{board}#{name}", "PASSED#{at}")

    board: InKey[Board]
    name: InKey[CharacterName]
    at: InKey[datetime]
    milestones: tuple[str, ...]

    @classmethod
    @access_pattern("The milestones of a name")
    def of(cls, board: Board, name: CharacterName) -> Query[Self]:
        return cls.key.query(board=board, name=name)


class Records(Entity, table=tracking, version=1):
    """The best day, week and month of each entry, of all months before `until`. Who asks adds the days since."""

    key = tracking.key("CHARACTER#{board}#{name}", "RECORDS")

    board: InKey[Board]
    name: InKey[CharacterName]
    until: date  # the first of a month
    bests: bytes

    @classmethod
    @access_pattern("The records of a name")
    def of(cls, board: Board, name: CharacterName) -> Ref[Self]:
        return cls.key(board=board, name=name)


class Follower(Entity, table=tracking, version=1):
    """Somebody who follows a name."""

    key = tracking.key("CHARACTER#{board}#{name}", "FOLLOWER#{user_id}")

    board: InKey[Board]
    name: InKey[CharacterName]
    user_id: InKey[str]

    @classmethod
    @access_pattern("Who follows a name")
    def of(cls, board: Board, name: CharacterName) -> Query[Self]:
        return cls.key.query(board=board, name=name)


class Formerly(Embedded):
    """A name that a character bore until a moment, or a board on which it was."""

    name: CharacterName
    until: datetime
    board: Board | None = None  # the one of today, where none is said


class Following(Entity, table=tracking, version=1):
    """The same from the other side: on which board a person's character is followed. One character, one board."""

    key = tracking.key("USER#{user_id}", "FOLLOWS#{name}")

    user_id: InKey[str]
    name: InKey[CharacterName]
    board: Board
    account_type: str
    # Days under a name are everybody's who follows it, so that they stay there, and are read from there.
    formerly: tuple[Formerly, ...] = ()

    @classmethod
    @access_pattern("On which board a character is followed")
    def with_name(cls, user_id: str, name: CharacterName) -> Ref[Self]:
        return cls.key(user_id=user_id, name=name)

    @classmethod
    @access_pattern("Whom a person follows")
    def of_user(cls, user_id: str) -> Query[Self]:
        return cls.key.query(user_id=user_id)


class Plan(Entity, table=tracking, version=1):
    """What belongs to a goal and has no place in the document: how it is counted, where word is sent, what was said."""

    key = tracking.key("USER#{user_id}", "GOAL#{name}#{goal_id}")

    user_id: InKey[str]
    name: InKey[CharacterName]
    goal_id: InKey[UUID]
    is_relative: bool = False  # progress is told from the start, not from zero
    start_beneath: int | None = None  # the experience with which a goal for a level began
    channel_ids: tuple[str, ...] = ()  # where word is sent, besides what the goal itself says
    is_paused: bool = False
    repeats: Period | None = None  # what is wanted is wanted anew in each day, week or month
    round_since: datetime | None = None  # of what repeats: in which round progress came last,
    round_base: int | None = None  # and where that round began
    group_id: UUID | None = None
    reached_at: datetime | None = None  # of one that repeats: when it was reached last
    missed_at: datetime | None = None
    behind_since: datetime | None = None  # since when it is known, and said
    told_value: int | None = None
    told_at: datetime | None = None
    shared_as: str | None = None

    @classmethod
    @access_pattern("How a goal is counted")
    def of_goal(cls, user_id: str, name: CharacterName, goal_id: UUID) -> Ref[Self]:
        return cls.key(user_id=user_id, name=name, goal_id=goal_id)

    @classmethod
    @access_pattern("How the goals of a character are counted")
    def of_character(cls, user_id: str, name: CharacterName) -> Query[Self]:
        return cls.key.query(user_id=user_id, name=name)

    @classmethod
    @access_pattern("How all goals of a person are counted")
    def of_user(cls, user_id: str) -> Query[Self]:
        return cls.key.query(user_id=user_id)


class Group(Entity, table=tracking, version=1):
    """Goals that are one: all skills to level 70. Which they are, their plans say."""

    key = tracking.key("USER#{user_id}", "GROUP#{name}#{group_id}")

    user_id: InKey[str]
    name: InKey[CharacterName]
    group_id: InKey[UUID]
    title: str
    created_at: datetime

    @classmethod
    @access_pattern("A group of goals")
    def with_id(cls, user_id: str, name: CharacterName, group_id: UUID) -> Ref[Self]:
        return cls.key(user_id=user_id, name=name, group_id=group_id)

    @classmethod
    @access_pattern("The groups of goals of a character")
    def of_character(cls, user_id: str, name: CharacterName) -> Query[Self]:
        return cls.key.query(user_id=user_id, name=name)


class Moving(Entity, table=tracking, version=1):
    """A character of a person's that is taken to its new name."""

    key = tracking.key("USER#{user_id}", "MOVING#{name}")

    user_id: InKey[str]
    name: InKey[CharacterName]
    to: CharacterName
    begun_at: datetime

    @classmethod
    @access_pattern("Whether a character is taken to another name")
    def of_character(cls, user_id: str, name: CharacterName) -> Ref[Self]:
        return cls.key(user_id=user_id, name=name)


class Bringing(Entity, table=tracking, version=1):
    """How far the past of a character is brought from elsewhere, as the person who asked for it sees it."""

    key = tracking.key("USER#{user_id}", "BRINGING#{name}")

    user_id: InKey[str]
    name: InKey[CharacterName]
    board: Board
    asked_at: datetime
    looked_through: int = 0  # snapshots that were read
    days: int = 0  # that are new here
    oldest: datetime | None = None
    ended_at: datetime | None = None
    failure: str | None = None

    @classmethod
    @access_pattern("How far the past of a character is brought")
    def of_character(cls, user_id: str, name: CharacterName) -> Ref[Self]:
        return cls.key(user_id=user_id, name=name)


class Wishes(Entity, table=tracking, version=1):
    """When a person wants to be told. Where their days begin, their account says."""

    key = tracking.key("USER#{user_id}", "WISHES")

    user_id: InKey[str]
    hour: int = 18
    quiet_from: int | None = None  # from one full hour to another, nothing but the digest is sent
    quiet_until: int | None = None
    told_of_outage: datetime | None = None  # of which one, by when it began

    @classmethod
    @access_pattern("When a person wants to be told")
    def of_user(cls, user_id: str) -> Ref[Self]:
        return cls.key(user_id=user_id)


class Tracked(Entity, table=tracking, version=1):
    """How many goals everybody together has for a skill or a boss."""

    key = tracking.key("TRACKED", "{game}#{attribute_name}")

    game: InKey[Game]
    attribute_name: InKey[str]
    goals: int = 0

    @classmethod
    @access_pattern("The most tracked")
    def all_of_them(cls) -> Query[Self]:
        """All of them: there are no more than skills and bosses, and the most tracked are the highest."""
        return cls.key.query()


class Shared(Entity, table=tracking, version=1):
    """A goal that whoever knows the link may look at."""

    key = tracking.key("SHARED#{token}", "GOAL")

    token: InKey[str]
    user_id: str
    name: CharacterName
    goal_id: UUID

    @classmethod
    @access_pattern("The goal behind a link")
    def with_token(cls, token: str) -> Ref[Self]:
        return cls.key(token=token)


class Turns(Entity, table=tracking, version=1):
    """When the hiscores may be asked next, by whichever worker; and until when they are left alone."""

    key = tracking.key("HISCORES", "TURNS")

    next_at: datetime
    paused_until: datetime | None = None
    refusals: int = 0
    reason: str | None = None
    down_since: datetime | None = None  # when they were asked in vain first

    @classmethod
    @access_pattern("When the hiscores may be asked")
    def of_all(cls) -> Ref[Self]:
        return cls.key()


def everything_of_user(user_id: str) -> Query[Following | Plan | Group | Moving | Bringing | Wishes]:
    """All that is a person's."""
    return together(Following.key, Plan.key, Group.key, Moving.key, Bringing.key, Wishes.key).query(
        user_id=user_id
    )

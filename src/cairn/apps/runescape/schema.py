"""What RuneScape goals stores. Document: docs/schemas/runescape-goals.md.

Under `CHARACTER#METADATA#` would lie characters, and also the goals of a character called METADATA. In keys, names stand
in one spelling (`CharacterName`), which calls it Metadata; and what a query finds is told by its whole key.
"""

from datetime import date, datetime
from enum import StrEnum
from typing import Annotated, Final, Self
from uuid import UUID

from pydantic import Field

from cairn.apps.runescape.names import CharacterName, NameAsWritten, one_spelling
from cairn.tables import Entity, ExpiresAt, InKey, Query, Ref, Table, access_pattern, key_part

goals: Final = Table("Goals", pk="PK", sk="SK", ttl="expiresAt")
# "Secondary Index". The document gives it no name; only users have an e-mail, so that only they stand in it.
by_email: Final = goals.index("Email", pk="email", sk="SK")

TABLES: Final = (goals,)


class _AnyCase(StrEnum):
    """Words that are taken in any case: people write `daily`, `Daily` and `DAILY`."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        wanted = str(value).casefold()
        return next((each for each in cls if each.value.casefold() == wanted), None)


class ChannelType(_AnyCase):
    """The document says "SMS, Discord, etc."; e-mail is what everybody has."""

    SMS = "SMS"
    DISCORD = "Discord"
    EMAIL = "Email"


class TargetType(_AnyCase):
    """What of `targetAttribute` is counted. The document's example is `xp`; the others are what the hiscores tell."""

    XP = "xp"
    LEVEL = "level"
    RANK = "rank"
    KILLS = "kc"
    SCORE = "score"


class Frequency(_AnyCase):
    """How often word is sent. The document's example is `daily`."""

    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    ON_CHANGE = "onChange"
    WHEN_REACHED = "whenReached"


class User(Entity, table=goals):
    """Document: 1. User Metadata."""

    key = goals.key("USER#{id}", "METADATA")
    email_key = by_email.key("{email}", "METADATA")

    id: str
    email: str | None = None  # who came by a provider that tells none is found by id alone
    created_at: datetime
    updated_at: datetime

    @classmethod
    @access_pattern("Get user")
    def with_id(cls, user_id: str) -> Ref[Self]:
        """A user by id. Document: User Metadata."""
        return cls.key(id=user_id)

    @classmethod
    @access_pattern("Find user by e-mail")
    def with_email(cls, email: str) -> Query[Self]:
        """The user who has an e-mail. Document: Secondary Index."""
        return cls.email_key.query(email=email)


class NotificationChannel(Entity, table=goals):
    """Document: 2. Notification Channels. One of a type, as its key has it."""

    key = goals.key("USER#{user_id}", "NOTIFICATION#{channel_type}")

    user_id: InKey[str]
    channel_type: ChannelType
    identifier: str
    created_at: datetime
    updated_at: datetime
    is_active: bool = True

    @classmethod
    @access_pattern("List notification channels")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All channels of a user. Document: Notification Channels."""
        return cls.key.query(user_id=user_id)


class Character(Entity, table=goals):
    """Document: 3. Character Metadata."""

    key = goals.key("USER#{user_id}", "CHARACTER#METADATA#{character_name}")

    user_id: InKey[str]
    name: NameAsWritten  # the key has the one spelling
    created_at: datetime
    updated_at: datetime
    # "Should it be a list or something else?" A map from skill or boss to the number of goals: a goal counts itself in
    # or out without reading the rest, and the most tracked are the highest. An item without it was written before.
    tracked_skills: dict[str, int] | None = None

    @key_part("name")
    def character_name(self) -> str:
        return one_spelling(self.name)

    @classmethod
    @access_pattern("Get character")
    def named(cls, user_id: str, character_name: CharacterName) -> Ref[Self]:
        """One character of a user. Document: Character Metadata."""
        return cls.key(user_id=user_id, character_name=character_name)

    @classmethod
    @access_pattern("List characters")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All characters of a user, by name. Document: Character Metadata."""
        return cls.key.query(user_id=user_id)


class Goal(Entity, table=goals):
    """Document: 4. Goal Metadata."""

    key = goals.key("USER#{user_id}", "CHARACTER#{character_name}#GOAL#METADATA#{goal_id}")

    user_id: InKey[str]
    character_name: InKey[CharacterName]
    goal_id: InKey[UUID]
    target_attribute: str  # a skill or an activity, by the name that the hiscores show
    target_type: TargetType
    target_value: Annotated[int, Field(gt=0)]
    target_date: date | None = None  # the day until whose end there is time; a goal without one is never late
    notification_channel_type: ChannelType | None = None  # without one, nothing is sent
    frequency: Frequency = Frequency.DAILY
    created_at: datetime
    updated_at: datetime

    @classmethod
    @access_pattern("Get goal")
    def with_id(cls, user_id: str, character_name: CharacterName, goal_id: UUID) -> Ref[Self]:
        """One goal. Document: Goal Metadata."""
        return cls.key(user_id=user_id, character_name=character_name, goal_id=goal_id)

    @classmethod
    @access_pattern("List goals of a character")
    def of_character(cls, user_id: str, character_name: CharacterName) -> Query[Self]:
        """All goals for a character, by id. Document: Fetching all goals for a user+character."""
        return cls.key.query(user_id=user_id, character_name=character_name)


class Progress(Entity, table=goals):
    """Document: 5. Progress Records."""

    key = goals.key("USER#{user_id}", "CHARACTER#{character_name}#GOAL#{goal_id}#{timestamp}")

    user_id: InKey[str]
    character_name: InKey[CharacterName]
    goal_id: InKey[UUID]
    progress_value: int
    timestamp: datetime
    created_at: datetime
    updated_at: datetime
    expires_at: ExpiresAt = None  # "Implement TTL for progress records"; without one, a record stays

    @classmethod
    @access_pattern("List progress")
    def of_goal(cls, user_id: str, character_name: CharacterName, goal_id: UUID) -> Query[Self]:
        """A goal's records, oldest first, a page at a time. Document: Progress Records, Pagination."""
        return cls.key.query(user_id=user_id, character_name=character_name, goal_id=goal_id)


class LatestProgress(Entity, table=goals):
    """Document: 6. Latest Progress."""

    key = goals.key("USER#{user_id}", "CHARACTER#{character_name}#GOAL#{goal_id}#LATEST")

    user_id: InKey[str]
    character_name: InKey[CharacterName]
    goal_id: InKey[UUID]
    progress_value: int
    timestamp: datetime
    created_at: datetime
    updated_at: datetime

    @classmethod
    @access_pattern("Get latest progress")
    def of_goal(cls, user_id: str, character_name: CharacterName, goal_id: UUID) -> Ref[Self]:
        """Where a goal stands. Document: Latest Progress."""
        return cls.key(user_id=user_id, character_name=character_name, goal_id=goal_id)


class EarliestProgress(Entity, table=goals):
    """Document: 7. Earliest Progress. It never expires: it tells where a goal began when old records are gone."""

    key = goals.key("USER#{user_id}", "CHARACTER#{character_name}#GOAL#{goal_id}#EARLIEST")

    user_id: InKey[str]
    character_name: InKey[CharacterName]
    goal_id: InKey[UUID]
    progress_value: int | None = None  # its example has none; with it, pace is known without reading records
    timestamp: datetime
    created_at: datetime
    updated_at: datetime

    @classmethod
    @access_pattern("Get earliest progress")
    def of_goal(cls, user_id: str, character_name: CharacterName, goal_id: UUID) -> Ref[Self]:
        """Where a goal began. Document: Earliest Progress."""
        return cls.key(user_id=user_id, character_name=character_name, goal_id=goal_id)

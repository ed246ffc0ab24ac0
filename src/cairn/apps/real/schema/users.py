"""Users' profiles. Document: row `user/{userId}` with `profile`."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Self
from uuid import UUID

from pydantic import Field

from cairn.apps.real.schema.tables import gsi_a1, gsi_a3, gsi_k1, gsi_k2, main
from cairn.apps.real.schema.values import Count, UserId
from cairn.tables import Embedded, Entity, InKey, Query, Ref, access_pattern, key_part


class UserStatus(StrEnum):
    """A user without one is ACTIVE."""

    ACTIVE = "ACTIVE"
    ANONYMOUS = "ANONYMOUS"
    DISABLED = "DISABLED"
    DELETING = "DELETING"
    RESETTING = "RESETTING"


class PrivacyStatus(StrEnum):
    PUBLIC = "PUBLIC"
    PRIVATE = "PRIVATE"


class SubscriptionLevel(StrEnum):
    """A user without one is BASIC."""

    BASIC = "BASIC"
    DIAMOND = "DIAMOND"


class Gender(StrEnum):
    MALE = "MALE"
    FEMALE = "FEMALE"


class DatingStatus(StrEnum):
    """A user without one is DISABLED."""

    ENABLED = "ENABLED"
    DISABLED = "DISABLED"


class Location(Embedded):
    latitude: Decimal
    longitude: Decimal
    accuracy: int | None = None


class Range(Embedded):
    min: int
    max: int


class Client(Embedded):
    """What a user called from."""

    version: str | None = None
    device: str | None = None
    system: str | None = None
    uid: str | None = None  # the device's id, by which a device is banned


class User(Entity, table=main, version=11):
    """A user's profile."""

    key = main.key("user/{user_id}", "profile")
    by_username = gsi_a1.key("username/{username}", "-")
    by_dating = gsi_a3.key("userDisableDatingDate", "{disable_dating_on}")
    by_subscription = gsi_k1.key("user/{paid_subscription_level}", "{subscription_expires_at or ~}")
    by_birthday = gsi_k2.key("userBirthday/{birthday}", "-")

    user_id: UserId
    username: str
    email: str | None = None
    phone_number: str | None = None
    full_name: str | None = None
    display_name: str | None = None
    date_of_birth: date | None = None
    gender: Gender | None = None
    bio: str | None = None
    photo_post_id: UUID | None = None
    user_status: UserStatus | None = None
    privacy_status: PrivacyStatus
    subscription_level: SubscriptionLevel | None = None
    subscription_granted_at: datetime | None = None
    subscription_expires_at: datetime | None = None
    height: int | None = None  # inches; a number, although the document gives it no type
    current_location: Location | None = None
    match_age_range: Range | None = None
    match_genders: list[Gender] | None = None
    match_location_radius: int | None = None
    match_height_range: Range | None = None
    dating_status: DatingStatus | None = None
    album_count: Count = 0
    chat_messages_creation_count: Count = 0
    chat_messages_deletion_count: Count = 0
    chat_messages_forced_deletion_count: Count = 0
    chat_count: Count = 0
    chats_with_unviewed_messages_count: Count = 0
    card_count: Count = 0
    comment_count: Count = 0
    comment_deleted_count: Count = 0
    comment_forced_deletion_count: Count = 0
    followed_count: Count = 0
    follower_count: Count = 0
    followers_requested_count: Count = 0
    post_count: Count = 0
    post_archived_count: Count = 0
    post_deleted_count: Count = 0
    post_forced_archiving_count: Count = 0
    last_manually_reindexed_at: datetime | None = None
    last_post_view_at: datetime | None = None
    last_client: Client | None = None
    language_code: str | None = None
    theme_code: str | None = None
    placeholder_photo_code: str | None = None
    signed_up_at: datetime
    last_disabled_at: Annotated[datetime | None, Field(alias="lastDisabedAt")] = (
        None  # the document's spelling
    )
    accepted_eula_version: Annotated[str | None, Field(alias="acceptedEULAVersion")] = None
    post_viewed_by_count: Count = 0
    username_last_value: str | None = None
    username_last_changed_at: datetime | None = None
    last_found_contacts_at: datetime | None = None
    # The document has this name twice, as an attribute and as the sort key of GSI-A3, and they can't be the same:
    # one is when dating was last disabled, the other the day on which it will be unless the user shows up.
    user_disable_dating_date: datetime | None = None
    disable_dating_on: InKey[date | None] = None
    follow_counts_hidden: bool | None = None
    comments_disabled: bool | None = None
    likes_disabled: bool | None = None
    sharing_disabled: bool | None = None
    verification_hidden: bool | None = None
    # Not in the document, which has counts of views but no way to hide them, and ages to match but no user's age.
    view_counts_hidden: bool | None = None
    last_post_focus_view_at: datetime | None = None
    age: int | None = None

    @key_part("subscription_level")
    def paid_subscription_level(self) -> SubscriptionLevel | None:
        return None if self.subscription_level is SubscriptionLevel.BASIC else self.subscription_level

    @key_part("date_of_birth")
    def birthday(self) -> str | None:
        """Month and day, by which ages are brought up to date. Not in the document."""
        return None if self.date_of_birth is None else month_and_day(self.date_of_birth)

    @classmethod
    @access_pattern("A user")
    def with_id(cls, user_id: str) -> Ref[Self]:
        return cls.key(user_id=user_id)

    @classmethod
    @access_pattern("The user with a username")
    def with_username(cls, username: str) -> Query[Self]:
        """Exactly that one, capitals and all."""
        return cls.by_username.query(username=username)

    @classmethod
    @access_pattern("Users whose dating is to be disabled")
    def due_for_disabled_dating(cls, day: date) -> Query[Self]:
        return cls.by_dating.query().until(day)

    @classmethod
    @access_pattern("Users whose subscription has expired")
    def with_expired_subscription(cls, level: SubscriptionLevel, moment: datetime) -> Query[Ref[Self]]:
        """Those without an end sort after all that have one."""
        return cls.by_subscription.query(paid_subscription_level=level).until(moment)

    @classmethod
    @access_pattern("Users whose birthday is on a day")
    def born_on(cls, day: date) -> Query[Ref[Self]]:
        """In whatever year."""
        return cls.by_birthday.query(birthday=month_and_day(day))


def month_and_day(day: date) -> str:
    """`02-29`"""
    return f"{day:%m-%d}"

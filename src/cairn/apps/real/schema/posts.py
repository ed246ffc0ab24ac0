"""Posts, and what a picture brings along. Document: rows `post/{postId}` with `-`, `image`, `originalMetadata`."""

from datetime import UTC, date, datetime, time
from enum import StrEnum
from typing import Self
from uuid import UUID

from cairn.apps.real.schema.tables import gsi_a1, gsi_a2, gsi_a3, gsi_k1, gsi_k2, gsi_k3, main
from cairn.apps.real.schema.values import Count, Number, TextTag, UserId
from cairn.tables import Embedded, Entity, InKey, Query, Ref, access_pattern, key_part

NOT_RANKED = -1


class PostType(StrEnum):
    TEXT_ONLY = "TEXT_ONLY"
    IMAGE = "IMAGE"
    VIDEO = "VIDEO"


class PostStatus(StrEnum):
    PENDING = "PENDING"
    PROCESSING = "PROCESSING"
    COMPLETED = "COMPLETED"
    ERROR = "ERROR"
    ARCHIVED = "ARCHIVED"
    DELETING = "DELETING"


class Post(Entity, table=main, version=3):
    """A post. One that expires, is in an album, has a checksum or has comments unseen is in an index for it."""

    key = main.key("post/{post_id}", "-")
    by_expiry = gsi_a1.key("post/{posted_by_user_id}", "{post_status}/{expires_at}")
    by_poster = gsi_a2.key("post/{posted_by_user_id}", "{post_status}/{posted_at}")
    by_unread_comment = gsi_a3.key("post/{posted_by_user_id}", "{last_unread_comment_at}")
    by_expiry_date = gsi_k1.key("post/{expires_at_date}", "{expires_at_time}")
    by_checksum = gsi_k2.key("postChecksum/{checksum}", "{posted_at}")
    by_rank = gsi_k3.key("post/{album_id}", "{album_rank}")

    post_id: UUID
    posted_at: datetime
    posted_by_user_id: UserId
    post_type: PostType
    post_status: PostStatus
    post_status_reason: str | None = None
    album_id: UUID | None = None
    original_post_id: UUID | None = None
    expires_at: datetime | None = None  # text, as all times here: the app deletes the post, not DynamoDB
    text: str | None = None
    keywords: list[str] | None = None
    text_tags: list[TextTag] | None = None
    checksum: str | None = None
    is_verified: bool | None = None
    is_verified_hidden_value: bool | None = None
    viewed_by_count: Count = 0
    onymous_like_count: Count = 0
    anonymous_like_count: Count = 0
    flag_count: Count = 0
    comment_count: Count = 0
    comments_unviewed_count: Count = 0
    comments_disabled: bool | None = None
    likes_disabled: bool | None = None
    sharing_disabled: bool | None = None
    verification_hidden: bool | None = None
    set_as_user_photo: bool | None = None
    # The document names these two in keys alone. Both are state of their index: the comments that the poster has
    # not seen, and the place in the album, which is between -1 and 1 once the post is completed.
    last_unread_comment_at: InKey[datetime | None] = None
    album_rank: InKey[Number | None] = None

    @key_part("expires_at")
    def expires_at_date(self) -> date | None:
        return None if self.expires_at is None else self.expires_at.astimezone(UTC).date()

    @key_part("expires_at")
    def expires_at_time(self) -> time | None:
        return None if self.expires_at is None else self.expires_at.astimezone(UTC).time()

    @classmethod
    @access_pattern("A post")
    def with_id(cls, post_id: UUID) -> Ref[Self]:
        return cls.key(post_id=post_id)

    @classmethod
    @access_pattern("A user's stories")
    def stories_of(cls, user_id: str, until: datetime) -> Query[Self]:
        """Completed posts that expire until then, those that expire first first."""
        return cls.by_expiry.query(posted_by_user_id=user_id, post_status=PostStatus.COMPLETED).until(until)

    @classmethod
    @access_pattern("A user's posts")
    def of_user(cls, user_id: str, post_status: PostStatus) -> Query[Self]:
        """Newest first."""
        return cls.by_poster.query(posted_by_user_id=user_id, post_status=post_status).backward()

    @classmethod
    @access_pattern("A user's posts with unviewed comments")
    def with_unviewed_comments(cls, user_id: str) -> Query[Self]:
        """Latest comment first."""
        return cls.by_unread_comment.query(posted_by_user_id=user_id).backward()

    @classmethod
    @access_pattern("Posts that expire on a day")
    def expiring_on(cls, day: date, until: time) -> Query[Ref[Self]]:
        """Those that expire until that time, in UTC."""
        return cls.by_expiry_date.query(expires_at_date=day).until(until)

    @classmethod
    @access_pattern("Posts with a checksum")
    def with_checksum(cls, checksum: str) -> Query[Ref[Self]]:
        """The original comes first."""
        return cls.by_checksum.query(checksum=checksum)

    @classmethod
    @access_pattern("An album's posts")
    def in_album(cls, album_id: UUID) -> Query[Ref[Self]]:
        """Completed ones, by rank."""
        return cls.by_rank.query(album_id=album_id).after(NOT_RANKED)


class Color(Embedded):
    r: int
    g: int
    b: int


class Point(Embedded):
    x: int
    y: int


class Crop(Embedded):
    upper_left: Point
    lower_right: Point


class PostImage(Entity, table=main, version=0):
    """The picture of a post."""

    key = main.key("post/{post_id}", "image")

    post_id: InKey[UUID]
    taken_in_real: bool | None = None
    original_format: str | None = None
    image_format: str | None = None
    width: int | None = None  # these three are known once it is processed
    height: int | None = None
    colors: list[Color] | None = None
    crop: list[Crop] | None = None  # a list in the document, although a picture is cropped once

    @classmethod
    @access_pattern("A post's image")
    def of_post(cls, post_id: UUID) -> Ref[Self]:
        return cls.key(post_id=post_id)


class PostOriginalMetadata(Entity, table=main, version=0):
    """What the camera wrote into the picture of a post."""

    key = main.key("post/{post_id}", "originalMetadata")

    post_id: InKey[UUID]
    original_metadata: str

    @classmethod
    @access_pattern("A post's original metadata")
    def of_post(cls, post_id: UUID) -> Ref[Self]:
        return cls.key(post_id=post_id)

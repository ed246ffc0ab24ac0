"""How people respond to posts. Document: rows `post/{postId}` with `flag/…`, `like/…`, `view/…`."""

from datetime import datetime
from enum import StrEnum
from typing import Self
from uuid import UUID

from cairn.apps.real.schema.tables import gsi_a1, gsi_a2, gsi_k1, gsi_k2, main
from cairn.apps.real.schema.values import Count, UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class LikeStatus(StrEnum):
    ONYMOUSLY_LIKED = "ONYMOUSLY_LIKED"
    ANONYMOUSLY_LIKED = "ANONYMOUSLY_LIKED"


class PostFlag(Entity, table=main, version=0):
    """A user's flag on a post."""

    key = main.key("post/{post_id}", "flag/{user_id}")
    by_user = gsi_k1.key("flag/{user_id}", "post")

    post_id: InKey[UUID]
    user_id: InKey[UserId]
    created_at: datetime

    @classmethod
    @access_pattern("Whether a user has flagged a post")
    def of(cls, post_id: UUID, user_id: str) -> Ref[Self]:
        return cls.key(post_id=post_id, user_id=user_id)

    @classmethod
    @access_pattern("A post's flags")
    def of_post(cls, post_id: UUID) -> Query[Self]:
        return cls.key.query(post_id=post_id)

    @classmethod
    @access_pattern("Posts that a user has flagged")
    def of_user(cls, user_id: str) -> Query[Ref[Self]]:
        return cls.by_user.query(user_id=user_id)


class Like(Entity, table=main, version=1):
    """A user's like of a post, under the own name or without it."""

    key = main.key("post/{post_id}", "like/{liked_by_user_id}")
    by_user = gsi_a1.key("like/{liked_by_user_id}", "{like_status}/{liked_at}")
    by_post = gsi_a2.key("like/{post_id}", "{like_status}/{liked_at}")
    by_poster = gsi_k2.key("like/{posted_by_user_id}", "{liked_by_user_id}")

    liked_by_user_id: UserId
    like_status: LikeStatus
    liked_at: datetime
    post_id: UUID
    posted_by_user_id: InKey[
        UserId
    ]  # the post has it; here it only serves to find the likes between two users

    @classmethod
    @access_pattern("Whether a user likes a post")
    def of(cls, post_id: UUID, liked_by_user_id: str) -> Ref[Self]:
        return cls.key(post_id=post_id, liked_by_user_id=liked_by_user_id)

    @classmethod
    @access_pattern("Posts that a user likes")
    def of_user(cls, liked_by_user_id: str, like_status: LikeStatus) -> Query[Self]:
        """Latest like first."""
        return cls.by_user.query(liked_by_user_id=liked_by_user_id, like_status=like_status).backward()

    @classmethod
    @access_pattern("Who likes a post")
    def of_post(cls, post_id: UUID, like_status: LikeStatus) -> Query[Self]:
        """Earliest like first."""
        return cls.by_post.query(post_id=post_id, like_status=like_status)

    @classmethod
    @access_pattern("A user's likes of a poster's posts")
    def between(cls, posted_by_user_id: str, liked_by_user_id: str) -> Query[Ref[Self]]:
        return cls.by_poster.query(posted_by_user_id=posted_by_user_id, liked_by_user_id=liked_by_user_id)


class PostView(Entity, table=main, version=0):
    """What a user has seen of a post."""

    key = main.key("post/{post_id}", "view/{user_id}")
    by_post = gsi_a1.key("postView/{post_id}", "{first_viewed_at}")
    by_user = gsi_a2.key("postView/{user_id}", "{first_viewed_at}")

    post_id: InKey[UUID]
    user_id: InKey[UserId]
    first_viewed_at: datetime
    last_viewed_at: datetime
    view_count: Count
    thumbnail_view_count: Count = 0
    focus_view_count: Count = 0

    @classmethod
    @access_pattern("When a user has seen a post")
    def of(cls, post_id: UUID, user_id: str) -> Ref[Self]:
        return cls.key(post_id=post_id, user_id=user_id)

    @classmethod
    @access_pattern("Who has seen a post")
    def of_post(cls, post_id: UUID) -> Query[Self]:
        """First viewer first."""
        return cls.by_post.query(post_id=post_id)

    @classmethod
    @access_pattern("Posts that a user has seen")
    def of_user(cls, user_id: str) -> Query[Self]:
        return cls.by_user.query(user_id=user_id)

"""Comments on posts. Document: rows `comment/{commentId}`."""

from datetime import datetime
from typing import Self
from uuid import UUID

from cairn.apps.real.schema.tables import gsi_a1, gsi_a2, gsi_k1, main
from cairn.apps.real.schema.values import Count, TextTag, UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class Comment(Entity, table=main, version=1):
    """A comment."""

    key = main.key("comment/{comment_id}", "-")
    by_post = gsi_a1.key("comment/{post_id}", "{commented_at}")
    by_user = gsi_a2.key("comment/{user_id}", "{commented_at}")

    comment_id: UUID
    post_id: UUID
    user_id: UserId
    commented_at: datetime
    text: str
    text_tags: list[TextTag]
    flag_count: Count = 0

    @classmethod
    @access_pattern("A comment")
    def with_id(cls, comment_id: UUID) -> Ref[Self]:
        return cls.key(comment_id=comment_id)

    @classmethod
    @access_pattern("A post's comments")
    def of_post(cls, post_id: UUID) -> Query[Self]:
        """Oldest first."""
        return cls.by_post.query(post_id=post_id)

    @classmethod
    @access_pattern("A user's comments")
    def of_user(cls, user_id: str) -> Query[Self]:
        """Oldest first."""
        return cls.by_user.query(user_id=user_id)


class CommentFlag(Entity, table=main, version=0):
    """A user's flag on a comment."""

    key = main.key("comment/{comment_id}", "flag/{user_id}")
    by_user = gsi_k1.key("flag/{user_id}", "comment")

    comment_id: InKey[UUID]
    user_id: InKey[UserId]
    created_at: datetime

    @classmethod
    @access_pattern("Whether a user has flagged a comment")
    def of(cls, comment_id: UUID, user_id: str) -> Ref[Self]:
        return cls.key(comment_id=comment_id, user_id=user_id)

    @classmethod
    @access_pattern("A comment's flags")
    def of_comment(cls, comment_id: UUID) -> Query[Self]:
        return cls.key.query(comment_id=comment_id)

    @classmethod
    @access_pattern("Comments that a user has flagged")
    def of_user(cls, user_id: str) -> Query[Ref[Self]]:
        return cls.by_user.query(user_id=user_id)

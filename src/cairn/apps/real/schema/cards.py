"""Cards, which tell a user what has happened. Document: row `card/{cardId}`."""

from datetime import datetime
from typing import Self
from uuid import UUID

from cairn.apps.real.schema.tables import gsi_a1, gsi_a2, gsi_a3, gsi_k1, main
from cairn.apps.real.schema.values import UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class Card(Entity, table=main, version=0):
    """A card in a user's stack. Those about a post or a comment are found by it."""

    key = main.key("card/{card_id}", "-")
    by_user = gsi_a1.key("user/{user_id}", "card/{created_at}")
    by_post = gsi_a2.key("card/{post_id}", "{user_id}")
    by_comment = gsi_a3.key("card/{comment_id}", "-")
    by_notification = gsi_k1.key("card", "{notify_user_at}/{user_id}")

    card_id: InKey[str]  # a UUID or `{userId}:{well-known-card-name}`
    user_id: InKey[UserId]
    created_at: InKey[datetime]
    title: str
    sub_title: str | None = None
    action: str
    post_id: UUID | None = None
    comment_id: UUID | None = None
    notify_user_at: InKey[datetime | None] = None  # until the user was notified

    @classmethod
    @access_pattern("A card")
    def with_id(cls, card_id: str) -> Ref[Self]:
        return cls.key(card_id=card_id)

    @classmethod
    @access_pattern("A user's cards")
    def of_user(cls, user_id: str) -> Query[Self]:
        """Newest first."""
        return cls.by_user.query(user_id=user_id).backward()

    @classmethod
    @access_pattern("Cards about a post")
    def about_post(cls, post_id: UUID) -> Query[Self]:
        return cls.by_post.query(post_id=post_id)

    @classmethod
    @access_pattern("A user's cards about a post")
    def about_post_for(cls, post_id: UUID, user_id: str) -> Query[Self]:
        return cls.by_post.query(post_id=post_id, user_id=user_id)

    @classmethod
    @access_pattern("Cards about a comment")
    def about_comment(cls, comment_id: UUID) -> Query[Self]:
        return cls.by_comment.query(comment_id=comment_id)

    @classmethod
    @access_pattern("Cards to notify users of")
    def due_for_notification(cls, moment: datetime) -> Query[Ref[Self]]:
        return cls.by_notification.query().until(moment)

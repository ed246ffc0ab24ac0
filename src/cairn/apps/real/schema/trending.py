"""What is talked about. Document: rows `trending` of posts and of users.

The score is the index's number alone, so that it moves with one `add`. All that trends lies in one partition of the
index, which takes about a thousand writes a second.
"""

from datetime import datetime
from typing import Self
from uuid import UUID

from cairn.apps.real.schema.tables import gsi_a4, main
from cairn.apps.real.schema.values import Number, UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class PostTrending(Entity, table=main, version=0):
    """How a post trends."""

    key = main.key("post/{post_id}", "trending")
    by_score = gsi_a4.key("post/trending", "{score}")

    post_id: InKey[UUID]
    last_deflated_at: datetime
    created_at: datetime
    score: InKey[Number]

    @classmethod
    @access_pattern("How a post trends")
    def of_post(cls, post_id: UUID) -> Ref[Self]:
        return cls.key(post_id=post_id)

    @classmethod
    @access_pattern("Trending posts")
    def highest(cls) -> Query[Self]:
        """Highest score first."""
        return cls.by_score.query().backward()


class UserTrending(Entity, table=main, version=0):
    """How a user trends."""

    key = main.key("user/{user_id}", "trending")
    by_score = gsi_a4.key("user/trending", "{score}")

    user_id: InKey[UserId]
    last_deflated_at: datetime
    created_at: datetime
    score: InKey[Number]

    @classmethod
    @access_pattern("How a user trends")
    def of_user(cls, user_id: str) -> Ref[Self]:
        return cls.key(user_id=user_id)

    @classmethod
    @access_pattern("Trending users")
    def highest(cls) -> Query[Self]:
        """Highest score first."""
        return cls.by_score.query().backward()

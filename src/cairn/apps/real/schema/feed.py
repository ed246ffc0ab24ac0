"""The feed: which posts a user is shown. Document: Feed Table, and the main table's row `feed/{userId}`.

All that a feed item holds are its keys, so that each of its fields stands in a key alone.
"""

from datetime import datetime
from typing import Self
from uuid import UUID

from cairn.apps.real.schema.tables import feed, feed_a1, feed_a2, gsi_a1, gsi_a2, main
from cairn.apps.real.schema.values import UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class FeedItem(Entity, table=feed):
    """A post in a user's feed."""

    key = feed.key("{post_id}", "{feed_user_id}")
    by_user = feed_a1.key("{feed_user_id}", "{posted_at}")
    by_poster = feed_a2.key("{feed_user_id}", "{posted_by_user_id}")

    post_id: InKey[UUID]
    feed_user_id: InKey[UserId]
    posted_at: InKey[datetime]
    posted_by_user_id: InKey[UserId]

    @classmethod
    @access_pattern("Whether a post is in a user's feed")
    def of(cls, post_id: UUID, feed_user_id: str) -> Ref[Self]:
        return cls.key(post_id=post_id, feed_user_id=feed_user_id)

    @classmethod
    @access_pattern("Whose feeds a post is in")
    def of_post(cls, post_id: UUID) -> Query[Self]:
        return cls.key.query(post_id=post_id)

    @classmethod
    @access_pattern("A user's feed")
    def of_user(cls, feed_user_id: str) -> Query[Self]:
        """Newest first."""
        return cls.by_user.query(feed_user_id=feed_user_id).backward()

    @classmethod
    @access_pattern("A poster's posts in a user's feed")
    def of_poster(cls, feed_user_id: str, posted_by_user_id: str) -> Query[Self]:
        return cls.by_poster.query(feed_user_id=feed_user_id, posted_by_user_id=posted_by_user_id)


class FeedItemInMain(Entity, table=main, version=3):
    """A feed item where it was before it had a table of its own.

    The document says both that feed items have moved and what they look like here. They can be read, so that what
    an older system left is found and cleared; nothing writes them.
    """

    key = main.key("post/{post_id}", "feed/{user_id}")
    by_user = gsi_a1.key("feed/{user_id}", "{posted_at}")
    by_poster = gsi_a2.key("feed/{user_id}", "{posted_by_user_id}")

    post_id: InKey[UUID]
    user_id: InKey[UserId]
    posted_at: InKey[datetime]
    posted_by_user_id: InKey[UserId]

    @classmethod
    @access_pattern("Whether a post was in a user's feed")
    def of(cls, post_id: UUID, user_id: str) -> Ref[Self]:
        return cls.key(post_id=post_id, user_id=user_id)

    @classmethod
    @access_pattern("Whose feeds a post was in")
    def of_post(cls, post_id: UUID) -> Query[Self]:
        return cls.key.query(post_id=post_id)

    @classmethod
    @access_pattern("A user's feed as it was")
    def of_user(cls, user_id: str) -> Query[Self]:
        """Newest first."""
        return cls.by_user.query(user_id=user_id).backward()

    @classmethod
    @access_pattern("A poster's posts in a user's feed as it was")
    def of_poster(cls, user_id: str, posted_by_user_id: str) -> Query[Self]:
        return cls.by_poster.query(user_id=user_id, posted_by_user_id=posted_by_user_id)

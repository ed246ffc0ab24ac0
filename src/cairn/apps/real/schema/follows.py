"""Who follows whom, and who blocks whom. Document: rows `user/{userId}` with `blocker/…`, `follower/…`."""

from datetime import datetime
from enum import StrEnum
from typing import Self
from uuid import UUID

from cairn.apps.real.schema.tables import gsi_a1, gsi_a2, main
from cairn.apps.real.schema.values import UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class FollowStatus(StrEnum):
    """What is stored of a follow. Without one, nobody follows."""

    FOLLOWING = "FOLLOWING"
    REQUESTED = "REQUESTED"
    DENIED = "DENIED"


class Block(Entity, table=main, version=0):
    """A user blocks another one, in whose partition it lies."""

    key = main.key("user/{blocked_user_id}", "blocker/{blocker_user_id}")
    by_blocker = gsi_a1.key("block/{blocker_user_id}", "{blocked_at}")
    by_blocked = gsi_a2.key("block/{blocked_user_id}", "{blocked_at}")

    blocker_user_id: UserId
    blocked_user_id: UserId
    blocked_at: datetime

    @classmethod
    @access_pattern("Whether a user blocks another")
    def of(cls, blocked_user_id: str, blocker_user_id: str) -> Ref[Self]:
        return cls.key(blocked_user_id=blocked_user_id, blocker_user_id=blocker_user_id)

    @classmethod
    @access_pattern("Whom a user blocks")
    def blocked_by(cls, blocker_user_id: str) -> Query[Self]:
        """Latest first."""
        return cls.by_blocker.query(blocker_user_id=blocker_user_id).backward()

    @classmethod
    @access_pattern("Who blocks a user")
    def blockers_of(cls, blocked_user_id: str) -> Query[Self]:
        """Latest first."""
        return cls.by_blocked.query(blocked_user_id=blocked_user_id).backward()


class Follow(Entity, table=main, version=1):
    """A user follows another one, in whose partition it lies, or has asked to."""

    key = main.key("user/{followed_user_id}", "follower/{follower_user_id}")
    by_follower = gsi_a1.key("follower/{follower_user_id}", "{follow_status}/{followed_at}")
    by_followed = gsi_a2.key("followed/{followed_user_id}", "{follow_status}/{followed_at}")

    followed_at: datetime
    follow_status: FollowStatus
    follower_user_id: UserId
    followed_user_id: UserId

    @classmethod
    @access_pattern("Whether a user follows another")
    def of(cls, followed_user_id: str, follower_user_id: str) -> Ref[Self]:
        return cls.key(followed_user_id=followed_user_id, follower_user_id=follower_user_id)

    @classmethod
    @access_pattern("Whom a user follows")
    def followed_by(cls, follower_user_id: str, follow_status: FollowStatus) -> Query[Self]:
        """Latest first."""
        return cls.by_follower.query(
            follower_user_id=follower_user_id, follow_status=follow_status
        ).backward()

    @classmethod
    @access_pattern("Who follows a user")
    def followers_of(cls, followed_user_id: str, follow_status: FollowStatus) -> Query[Self]:
        """Latest first."""
        return cls.by_followed.query(
            followed_user_id=followed_user_id, follow_status=follow_status
        ).backward()


class FirstStory(Entity, table=main, version=1):
    """Which story of a followed user expires first, kept for each who follows."""

    key = main.key("user/{followed_user_id}", "follower/{follower_user_id}/firstStory")
    by_follower = gsi_a2.key("follower/{follower_user_id}/firstStory", "{expires_at}")

    followed_user_id: InKey[UserId]
    follower_user_id: InKey[UserId]
    post_id: UUID
    expires_at: InKey[datetime]  # the post's; here it only orders the stories

    @classmethod
    @access_pattern("A followed user's first story")
    def of(cls, followed_user_id: str, follower_user_id: str) -> Ref[Self]:
        return cls.key(followed_user_id=followed_user_id, follower_user_id=follower_user_id)

    @classmethod
    @access_pattern("First stories of those whom a user follows")
    def for_user(cls, follower_user_id: str, until: datetime) -> Query[Self]:
        """Those that expire until then, those that expire first first."""
        return cls.by_follower.query(follower_user_id=follower_user_id).until(until)

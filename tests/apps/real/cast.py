"""Items of two people, one of each kind a person, in which each attribute has a value."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any, Final, TypeVar
from uuid import NAMESPACE_URL, UUID, uuid5

from cairn.apps.real.schema import (
    Album,
    AppStoreSub,
    BannedUser,
    Block,
    Card,
    Chat,
    ChatFlag,
    ChatMember,
    ChatMessage,
    ChatMessageFlag,
    ChatType,
    ChatView,
    Color,
    Comment,
    CommentFlag,
    Crop,
    DeletedUser,
    FeedItem,
    FeedItemInMain,
    FirstStory,
    Follow,
    FollowStatus,
    Like,
    LikeStatus,
    Point,
    Post,
    PostFlag,
    PostImage,
    PostOriginalMetadata,
    PostStatus,
    PostTrending,
    PostView,
    ScreenView,
    SubscriptionLevel,
    TextTag,
    User,
    UserEmail,
    UserPhoneNumber,
    UserTrending,
)
from cairn.tables import Entity
from cairn.tables.parts import without_none
from cairn.tables.samples import example

E = TypeVar("E", bound=Entity)

ADA: Final = "us-east-1:aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa"
BO: Final = "us-east-1:bbbbbbbb-bbbb-4bbb-8bbb-bbbbbbbbbbbb"
FRIENDS: Final = {
    ADA: "us-east-1:00000000-aaaa-4aaa-8aaa-aaaaaaaaaaaa",
    BO: "us-east-1:ffffffff-bbbb-4bbb-8bbb-bbbbbbbbbbbb",
}
MOMENT: Final = datetime(2021, 1, 10, 18, 0, 0, 250_000, tzinfo=UTC)
DAY: Final = date(2021, 2, 9)
BORN: Final = date(1990, 2, 28)


def id_of(user_id: str, kind: str) -> UUID:
    """The id of what somebody has of a kind."""
    return UUID(bytes=uuid5(NAMESPACE_URL, user_id + kind).bytes, version=4)


def item_of(kind: type[E], **given: Any) -> E:
    """One of a kind, of one moment. What is not given is made up of its type, and checked as anything new is."""
    times = {
        name: MOMENT for name, info in kind.model_fields.items() if without_none(info.annotation) is datetime
    }
    item: E = example(kind.__layout__, **{**times, **given})
    return item.changed()


def asked_with(user_id: str) -> dict[str, Any]:
    """What access patterns are asked with for somebody, by the names of their parameters."""
    ids = {f"{kind}_id": id_of(user_id, kind) for kind in ("album", "post", "comment", "chat", "message")}
    friend = FRIENDS[user_id]
    return {
        **ids,
        **dict.fromkeys(
            ("user_id", "feed_user_id", "one_user_id", "blocker_user_id", "follower_user_id"), user_id
        ),
        **dict.fromkeys(
            ("other_user_id", "blocked_user_id", "followed_user_id", "posted_by_user_id"), friend
        ),
        "liked_by_user_id": user_id,
        "like_status": LikeStatus.ONYMOUSLY_LIKED,
        "follow_status": FollowStatus.FOLLOWING,
        "post_status": PostStatus.COMPLETED,
        "level": SubscriptionLevel.DIAMOND,
        "card_id": f"{user_id}:CHAT_ACTIVITY",
        "original_transaction_id": f"1000000{user_id[-4:]}",
        "screen_id": f"Screen{user_id[-4:]}",
        "checksum": user_id[-4:] * 8,
        "username": user_id[-4:],
        "email": f"{user_id[-4:]}@example.com",
        "phone_number": "+1415555" + ("0100" if user_id == ADA else "0101"),
        "device_id": f"device-{user_id[-4:]}",
        "moment": MOMENT + timedelta(days=30),
        "day": DAY,
    }


def everything_of(user_id: str) -> dict[type[Entity], Entity]:
    """A person's items. Each is about someone else where it takes two."""
    own = asked_with(user_id)

    def known(*names: str) -> dict[str, Any]:
        return {name: own[name] for name in names}

    of: dict[str, Any] = {"user_id": user_id}
    tags = [TextTag(tag="@friend", user_id=FRIENDS[user_id])]
    post, chat, comment, message = (
        known(each) for each in ("post_id", "chat_id", "comment_id", "message_id")
    )
    viewed: dict[str, Any] = {"first_viewed_at": MOMENT, "last_viewed_at": MOMENT}
    follow = known("followed_user_id", "follower_user_id", "follow_status")
    expiry = MOMENT + timedelta(days=1)
    found: list[Entity] = [
        item_of(Album, **known("album_id"), owned_by_user_id=user_id, delete_at=MOMENT),
        item_of(
            AppStoreSub,
            **of,
            **known("original_transaction_id"),
            next_verification_at=MOMENT,
            latest_receipt_info=[{"product_id": "diamond"}],
            pending_renewal_info=[{"auto_renew_status": "1"}],
        ),
        item_of(Card, **of, **known("card_id"), **post, **comment, notify_user_at=MOMENT),
        item_of(
            Chat,
            **chat,
            chat_type=ChatType.DIRECT,
            created_by_user_id=user_id,
            **dict(zip(("user_id1", "user_id2"), sorted([user_id, FRIENDS[user_id]]), strict=True)),
        ),
        item_of(ChatFlag, **of, **chat),
        item_of(ChatMember, **of, **chat),
        item_of(ChatView, **of, **chat, **viewed),
        item_of(ChatMessage, **of, **message, **chat, text_tags=tags),
        item_of(ChatMessageFlag, **of, **message),
        item_of(Comment, **of, **comment, **post, text_tags=tags),
        item_of(CommentFlag, **of, **comment),
        item_of(
            Post,
            **known("post_id", "album_id", "checksum", "post_status"),
            posted_by_user_id=user_id,
            posted_at=MOMENT,
            expires_at=expiry,
            keywords=["bird"],
            text_tags=tags,
            last_unread_comment_at=MOMENT,
            album_rank=Decimal("0.5"),
        ),
        item_of(FeedItemInMain, **of, **post, posted_by_user_id=FRIENDS[user_id]),
        item_of(PostFlag, **of, **post),
        item_of(
            PostImage,
            **post,
            colors=[Color(r=1, g=2, b=3)],
            crop=[Crop(upper_left=Point(x=0, y=0), lower_right=Point(x=1, y=1))],
        ),
        item_of(
            Like, **post, **known("liked_by_user_id", "like_status", "posted_by_user_id"), liked_at=MOMENT
        ),
        item_of(PostOriginalMetadata, **post),
        item_of(PostTrending, **post, score=Decimal("1.5")),
        item_of(PostView, **of, **post, **viewed),
        item_of(ScreenView, **of, **known("screen_id"), **viewed),
        item_of(
            User,
            **of,
            **known("username", "email", "phone_number"),
            date_of_birth=BORN,
            disable_dating_on=DAY,
            subscription_level=SubscriptionLevel.DIAMOND,
            subscription_expires_at=MOMENT,
        ),
        item_of(Block, **known("blocker_user_id", "blocked_user_id"), blocked_at=MOMENT),
        item_of(DeletedUser, **of, deleted_at=MOMENT + timedelta(days=30)),
        item_of(Follow, **follow, followed_at=MOMENT),
        item_of(FirstStory, **known("followed_user_id", "follower_user_id"), **post, expires_at=expiry),
        item_of(UserTrending, **of, score=2),
        item_of(UserEmail, **of, **known("email")),
        item_of(UserPhoneNumber, **of, **known("phone_number")),
        item_of(BannedUser, **of, **known("username", "email", "phone_number", "device_id")),
        item_of(FeedItem, **post, feed_user_id=user_id, posted_by_user_id=FRIENDS[user_id]),
    ]
    return {type(each): each for each in found}

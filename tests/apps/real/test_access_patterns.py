"""Each access pattern of REAL is answered by one request, with a person's own and in the order that it promises."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest

from cairn.apps.real.schema import (
    TABLES,
    Album,
    AppStoreSub,
    Block,
    Card,
    Chat,
    ChatMember,
    ChatMessage,
    ChatView,
    Comment,
    DeletedUser,
    FeedItem,
    FirstStory,
    Follow,
    FollowStatus,
    Like,
    LikeStatus,
    Post,
    PostStatus,
    PostTrending,
    PostView,
    ScreenView,
    SubscriptionLevel,
    User,
    UserTrending,
)
from cairn.tables import AccessPattern, Entity, Query, Tables, access_patterns, put
from tests.apps.real.cast import ADA, BO, BORN, DAY, FRIENDS, MOMENT, asked_with, everything_of, id_of
from tests.documents.agreement import answer_of

PATTERNS: dict[str, AccessPattern] = {each.title: each for table in TABLES for each in access_patterns(table)}
EVERYBODYS = {
    "Albums due for deletion",
    "App store subscriptions to verify",
    "Cards to notify users of",
    "Deleted users",
    "Posts that expire on a day",
    "Trending posts",
    "Trending users",
    "Users whose birthday is on a day",
    "Users whose dating is to be disabled",
    "Users whose subscription has expired",
}
"""What is asked of all users at once: by what runs in the background, or to show what trends."""
LATER = MOMENT + timedelta(minutes=1)
OTHER = id_of("another", "id")
OTHER_USER = "us-east-1:99999999-9999-4999-8999-999999999999"
MORE: dict[str, tuple[type[Entity], dict[str, Any]]] = {
    "A user's albums": (Album, {"album_id": OTHER, "created_at": LATER}),
    "Albums due for deletion": (Album, {"album_id": OTHER, "delete_at": LATER}),
    "A user's app store subscriptions": (AppStoreSub, {"original_transaction_id": "9", "created_at": LATER}),
    "App store subscriptions to verify": (
        AppStoreSub,
        {"original_transaction_id": "9", "next_verification_at": LATER},
    ),
    "A user's cards": (Card, {"card_id": str(OTHER), "created_at": LATER}),
    "Cards to notify users of": (Card, {"card_id": str(OTHER), "notify_user_at": LATER}),
    "A chat's members": (ChatMember, {"user_id": OTHER_USER, "joined_at": LATER}),
    "A user's chats": (ChatMember, {"chat_id": OTHER, "last_message_activity_at": LATER}),
    "Who has seen a chat": (ChatView, {"user_id": OTHER_USER, "first_viewed_at": LATER}),
    "A chat's messages": (ChatMessage, {"message_id": OTHER, "created_at": LATER}),
    "A post's comments": (Comment, {"comment_id": OTHER, "commented_at": LATER}),
    "A user's comments": (Comment, {"comment_id": OTHER, "commented_at": LATER}),
    "A user's stories": (Post, {"post_id": OTHER, "expires_at": LATER + timedelta(days=1)}),
    "A user's posts": (Post, {"post_id": OTHER, "posted_at": LATER}),
    "A user's posts with unviewed comments": (Post, {"post_id": OTHER, "last_unread_comment_at": LATER}),
    "Posts that expire on a day": (Post, {"post_id": OTHER, "expires_at": LATER + timedelta(days=1)}),
    "Posts with a checksum": (Post, {"post_id": OTHER, "posted_at": LATER}),
    "An album's posts": (Post, {"post_id": OTHER, "album_rank": Decimal("0.75")}),
    "A user's feed": (FeedItem, {"post_id": OTHER, "posted_at": LATER}),
    "Posts that a user likes": (Like, {"post_id": OTHER, "liked_at": LATER}),
    "Who likes a post": (Like, {"liked_by_user_id": OTHER_USER, "liked_at": LATER}),
    "Trending posts": (PostTrending, {"post_id": OTHER, "score": Decimal("10.25")}),
    "Trending users": (UserTrending, {"user_id": OTHER_USER, "score": Decimal("10.25")}),
    "Who has seen a post": (PostView, {"user_id": OTHER_USER, "first_viewed_at": LATER}),
    "Who has been on a screen": (ScreenView, {"user_id": OTHER_USER, "first_viewed_at": LATER}),
    "Users whose dating is to be disabled": (
        User,
        {"user_id": OTHER_USER, "disable_dating_on": DAY + timedelta(days=1)},
    ),
    "Users whose subscription has expired": (
        User,
        {"user_id": OTHER_USER, "subscription_expires_at": LATER},
    ),
    "Whom a user blocks": (Block, {"blocked_user_id": OTHER_USER, "blocked_at": LATER}),
    "Who blocks a user": (Block, {"blocker_user_id": OTHER_USER, "blocked_at": LATER}),
    "Deleted users": (DeletedUser, {"user_id": OTHER_USER, "deleted_at": MOMENT + timedelta(days=31)}),
    "Whom a user follows": (Follow, {"followed_user_id": OTHER_USER, "followed_at": LATER}),
    "Who follows a user": (Follow, {"follower_user_id": OTHER_USER, "followed_at": LATER}),
    "First stories of those whom a user follows": (
        FirstStory,
        {"followed_user_id": OTHER_USER, "expires_at": LATER + timedelta(days=1)},
    ),
}
"""A second item for each pattern whose answer has an order: its sort key is higher than that of the first."""
NEWEST_FIRST = {
    "A user's cards",
    "A chat's members",
    "A user's chats",
    "A user's posts",
    "A user's posts with unviewed comments",
    "A user's feed",
    "Posts that a user likes",
    "Trending posts",
    "Trending users",
    "Whom a user blocks",
    "Who blocks a user",
    "Whom a user follows",
    "Who follows a user",
}


def question(title: str, user_id: str = ADA) -> Any:
    pattern = PATTERNS[title]
    values = asked_with(user_id)
    if title == "Posts that expire on a day":
        values |= {"day": (MOMENT + timedelta(days=1)).date(), "until": LATER.time()}
    elif title == "Users whose birthday is on a day":
        values["day"] = BORN.replace(year=2021)
    elif title == "Users whose dating is to be disabled":
        values["day"] = DAY + timedelta(days=1)
    return pattern.ask(**{name: values.get(name, values["moment"]) for name in pattern.parameters})


def as_found(title: str, entity: Entity) -> Any:
    """The entity, or the reference to it where the index carries no more."""
    asked = question(title)
    is_partial = isinstance(asked, Query) and asked.index is not None and asked.index.projection != "ALL"
    return entity.__layout__.ref(entity) if is_partial else entity


async def stored(tables: Tables, *people: str) -> None:
    await tables.write_batch([put(each) for user_id in people for each in everything_of(user_id).values()])


@pytest.mark.parametrize("title", PATTERNS)
async def test_each_pattern_finds_a_persons_own_with_one_request(tables: Tables, title: str) -> None:
    await stored(tables, ADA, BO)
    found = await answer_of(tables, question(title))
    people = [ADA, BO] if title in EVERYBODYS else [ADA]
    kind = PATTERNS[title].entity
    wanted = [as_found(title, everything_of(user_id)[kind]) for user_id in people]
    assert len(found) == len(wanted)
    assert all(each in wanted for each in found)


def test_titles_name_one_pattern_each() -> None:
    assert len(PATTERNS) == sum(len(access_patterns(table)) for table in TABLES)


@pytest.mark.parametrize("title", MORE)
async def test_answers_are_in_the_order_that_is_promised(tables: Tables, title: str) -> None:
    await stored(tables, ADA)
    kind, changes = MORE[title]
    one = everything_of(ADA)[kind]
    more = one.changed(**changes)
    await tables.write(put(more))
    expected = [as_found(title, one), as_found(title, more)]
    assert await answer_of(tables, question(title)) == (expected[::-1] if title in NEWEST_FIRST else expected)


def test_what_is_ordered_by_time_or_score_is_asked_for_its_order() -> None:
    ordered = set()
    for title in PATTERNS:
        asked = question(title)
        if (isinstance(asked, Query) and asked.index is not None and asked.sort.open_part is not None) or (
            isinstance(asked, Query) and asked.sort.half.type == "N"
        ):
            ordered.add(title)
    # Of these, one time is another user's business: the order is that of the views.
    unordered = {
        "Chats that a user has seen",
        "Posts that a user has seen",
        "Screens that a user has been on",
    }
    besides = {"Cards about a post", "A user's feed as it was"}
    assert ordered - unordered - besides == set(MORE)


async def test_a_like_or_follow_is_found_by_its_status(tables: Tables) -> None:
    await stored(tables, ADA)
    own = asked_with(ADA)
    assert await answer_of(tables, Like.of_post(own["post_id"], LikeStatus.ANONYMOUSLY_LIKED)) == []
    assert await answer_of(tables, Follow.followed_by(ADA, FollowStatus.REQUESTED)) == []
    assert await answer_of(tables, Post.of_user(ADA, PostStatus.ARCHIVED)) == []


async def test_two_users_find_their_direct_chat_whoever_asks(tables: Tables) -> None:
    await stored(tables, ADA, BO)
    for user_id in (ADA, BO):
        chat = everything_of(user_id)[Chat]
        assert await answer_of(tables, Chat.between(user_id, FRIENDS[user_id])) == [chat]
        assert await answer_of(tables, Chat.between(FRIENDS[user_id], user_id)) == [chat]
    assert await answer_of(tables, Chat.between(ADA, BO)) == []


async def test_what_is_not_yet_due_is_not_found(tables: Tables) -> None:
    await stored(tables, ADA)
    before = MOMENT - timedelta(microseconds=1)
    expiry_day = (MOMENT + timedelta(days=1)).date()
    for asked in (
        Album.due_for_deletion(before),
        AppStoreSub.due_for_verification(before),
        Card.due_for_notification(before),
        User.with_expired_subscription(SubscriptionLevel.DIAMOND, before),
        User.due_for_disabled_dating(DAY - timedelta(days=1)),
        Post.expiring_on(expiry_day, before.time()),
        Post.expiring_on(MOMENT.date(), LATER.time()),
        Post.stories_of(ADA, MOMENT),
        User.born_on(date(2021, 2, 27)),
    ):
        assert await answer_of(tables, asked) == []


async def test_the_ranks_of_an_album_leave_out_what_is_not_completed(tables: Tables) -> None:
    await stored(tables, ADA)
    post = everything_of(ADA)[Post]
    pending = post.changed(post_id=OTHER, post_status=PostStatus.PENDING, album_rank=-1)
    first = post.changed(post_id=id_of("first", "id"), album_rank=Decimal("-0.5"))
    await tables.write(put(pending), put(first))
    in_album = await answer_of(tables, Post.in_album(asked_with(ADA)["album_id"]))
    assert in_album == [Post.with_id(id_of("first", "id")), Post.with_id(asked_with(ADA)["post_id"])]
    assert [each["album_rank"] for each in in_album] == [Decimal("-0.5"), Decimal("0.5")]

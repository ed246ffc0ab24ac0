"""How much REAL is used. Its document names no frequencies: all of this is assumed.

A post is written into the feed of each follower, which is what makes posting dear where many follow.
"""

from typing import Final

from cairn.apps.real.schema import (
    Card,
    Chat,
    ChatMember,
    ChatMessage,
    Comment,
    FeedItem,
    Follow,
    Like,
    Post,
    PostImage,
    PostTrending,
    PostView,
    User,
    UserEmail,
)
from cairn.tables.usage import Kept, Operation, Reading, Usage, Writing

_FOLLOWERS: Final = 50
_DAYS: Final = 365

USAGE: Final = Usage(
    source=f"assumed: docs/schemas/real.md names no frequencies; {_FOLLOWERS} followers each",
    operations=(
        Operation(
            "Look at one's feed", 8, (Reading(FeedItem.of_user, items=20), Reading(Post.with_id, items=20))
        ),
        Operation("Look at a profile", 5, (Reading(User.with_id), Reading(Post.of_user, items=20))),
        Operation("See a post", 30, (Writing(PostView), Writing(PostTrending, "move"))),
        Operation(
            "Post",
            0.5,
            (
                Writing(Post, in_transaction=True),
                Writing(PostImage, in_transaction=True),
                Writing(User, "update", in_transaction=True),
                Reading(Follow.followers_of, items=_FOLLOWERS),
                Writing(FeedItem, items=_FOLLOWERS),
            ),
        ),
        Operation(
            "Like a post",
            5,
            (Writing(Like, in_transaction=True), Writing(Post, "update", in_transaction=True), Writing(Card)),
        ),
        Operation(
            "Comment",
            1,
            (
                Writing(Comment, in_transaction=True),
                Writing(Post, "update", in_transaction=True),
                Writing(Card),
            ),
        ),
        Operation(
            "Write a message",
            10,
            (
                Reading(ChatMember.of_chat, items=2),
                Writing(ChatMessage, in_transaction=True),
                Writing(Chat, "update", in_transaction=True),
                Writing(ChatMember, "move", items=2),
            ),
        ),
        Operation("Read a chat", 10, (Reading(ChatMessage.of_chat, items=30),)),
        Operation("Look at one's cards", 5, (Reading(Card.of_user, items=10),)),
        Operation(
            "Follow",
            0.2,
            (Writing(Follow, in_transaction=True), Writing(User, "update", 2, in_transaction=True)),
        ),
    ),
    kept=(
        Kept(User, 1),
        Kept(UserEmail, 1),
        Kept(Follow, _FOLLOWERS),
        Kept(Post, _DAYS / 2),
        Kept(PostImage, _DAYS / 2),
        Kept(FeedItem, _FOLLOWERS * _DAYS / 2),
        Kept(PostView, 30 * _DAYS),
        Kept(Like, 5 * _DAYS),
        Kept(Comment, _DAYS),
        Kept(Card, 20),
        Kept(Chat, 5),
        Kept(ChatMember, 10),
        Kept(ChatMessage, 10 * _DAYS),
    ),
)

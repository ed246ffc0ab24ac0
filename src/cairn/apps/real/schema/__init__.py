"""What REAL stores. Document: docs/schemas/real.md. The modules follow the rows of its main table."""

# In the document's order, which is the one that the tables keep.
# isort: off
from cairn.apps.real.schema.albums import Album
from cairn.apps.real.schema.app_store import AppStoreSub, AppStoreSubStatus
from cairn.apps.real.schema.cards import Card
from cairn.apps.real.schema.chats import Chat, ChatFlag, ChatMember, ChatType, ChatView
from cairn.apps.real.schema.chat_messages import ChatMessage, ChatMessageFlag
from cairn.apps.real.schema.comments import Comment, CommentFlag
from cairn.apps.real.schema.posts import (
    Color,
    Crop,
    Point,
    Post,
    PostImage,
    PostOriginalMetadata,
    PostStatus,
    PostType,
)
from cairn.apps.real.schema.feed import FeedItem, FeedItemInMain
from cairn.apps.real.schema.post_responses import Like, LikeStatus, PostFlag, PostView
from cairn.apps.real.schema.screens import ScreenView
from cairn.apps.real.schema.users import (
    Client,
    DatingStatus,
    Gender,
    Location,
    PrivacyStatus,
    Range,
    SubscriptionLevel,
    User,
    UserStatus,
)
from cairn.apps.real.schema.follows import Block, FirstStory, Follow, FollowStatus
from cairn.apps.real.schema.user_marks import BannedUser, DeletedUser, UserEmail, UserPhoneNumber
from cairn.apps.real.schema.trending import PostTrending, UserTrending
from cairn.apps.real.schema.tables import TABLES, feed, main
from cairn.apps.real.schema.values import TextTag, UserId

# isort: on

__all__ = [
    "TABLES", "Album", "AppStoreSub", "AppStoreSubStatus", "BannedUser", "Block", "Card", "Chat", "ChatFlag",
    "ChatMember", "ChatMessage", "ChatMessageFlag", "ChatType", "ChatView", "Client", "Color", "Comment",
    "CommentFlag", "Crop", "DatingStatus", "DeletedUser", "FeedItem", "FeedItemInMain", "FirstStory", "Follow",
    "FollowStatus", "Gender", "Like", "LikeStatus", "Location", "Point", "Post", "PostFlag", "PostImage",
    "PostOriginalMetadata", "PostStatus", "PostTrending", "PostType", "PostView", "PrivacyStatus", "Range",
    "ScreenView", "SubscriptionLevel", "TextTag", "User", "UserEmail", "UserId", "UserPhoneNumber", "UserStatus",
    "UserTrending", "feed", "main",
]  # fmt: skip

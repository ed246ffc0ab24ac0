"""The rows of the document's main table, the kind of item that each is about, and what a row says of attributes."""

import re
from typing import TypeAlias

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
    ChatView,
    Comment,
    CommentFlag,
    DeletedUser,
    FeedItemInMain,
    FirstStory,
    Follow,
    Like,
    Post,
    PostFlag,
    PostImage,
    PostOriginalMetadata,
    PostTrending,
    PostView,
    ScreenView,
    User,
    UserEmail,
    UserPhoneNumber,
    UserTrending,
)
from cairn.dynamo.seam import AttributeValue
from cairn.tables import Entity
from tests.documents.agreement import snake_case
from tests.documents.reading import document

Shape: TypeAlias = "str | list[Shape] | dict[str, Shape]"
"""`Number`, or a list or a map of shapes."""

DOCUMENT = document("real")
KEY = ("partitionKey", "sortKey")
VERSION = "schemaVersion"
ENTITIES: dict[str, type[Entity]] = {
    "album/{albumId} -": Album,
    "appStoreSub/{originalTransactionId} -": AppStoreSub,
    "card/{cardId} -": Card,
    "chat/{chatId} -": Chat,
    "chat/{chatId} flag/{userId}": ChatFlag,
    "chat/{chatId} member/{userId}": ChatMember,
    "chat/{chatId} view/{userId}": ChatView,
    "chatMessage/{messageId} -": ChatMessage,
    "chatMessage/{messageId} flag/{userId}": ChatMessageFlag,
    "comment/{commentId} -": Comment,
    "comment/{commentId} flag/{userId}": CommentFlag,
    "post/{postId} -": Post,
    "post/{postId} feed/{userId}": FeedItemInMain,
    "post/{postId} flag/{userId}": PostFlag,
    "post/{postId} image": PostImage,
    "post/{postId} like/{userId}": Like,
    "post/{postId} originalMetadata": PostOriginalMetadata,
    "post/{postId} trending": PostTrending,
    "post/{postId} view/{userId}": PostView,
    "screen/{screenId} view/{userId}": ScreenView,
    "user/{userId} profile": User,
    "user/{userId} blocker/{userId}": Block,
    "user/{userId} deleted": DeletedUser,
    "user/{userId} follower/{userId}": Follow,
    "user/{userId} follower/{userId}/firstStory": FirstStory,
    "user/{userId} trending": UserTrending,
    "userEmail/{email} -": UserEmail,
    "userPhoneNumber/{phoneNumber} -": UserPhoneNumber,
    "user/{userId} banned": BannedUser,
}
"""By the two keys of a row, in the document's order."""
WRITTEN_AS: dict[type[Entity], dict[str, str]] = {
    Album: {"gsiA1PartitionKey": "album/{owned_by_user_id}"},
    Like: {"sortKey": "like/{liked_by_user_id}"},
    User: {
        "gsiA3SortKey": "{disable_dating_on}",
        "gsiK1PartitionKey": "user/{paid_subscription_level}",
        "gsiK1SortKey": "{subscription_expires_at or ~}",
    },
    Block: {"partitionKey": "user/{blocked_user_id}", "sortKey": "blocker/{blocker_user_id}"},
    Follow: {"partitionKey": "user/{followed_user_id}", "sortKey": "follower/{follower_user_id}"},
    FirstStory: {
        "partitionKey": "user/{followed_user_id}",
        "sortKey": "follower/{follower_user_id}/firstStory",
    },
}
"""Where a row's key says `userId` or the like, and the declaration says whose or which."""
_TOKEN = re.compile(r"\w+|\S")


def _rows() -> dict[str, dict[str, str]]:
    found = {}
    for row in DOCUMENT.table("Main Table", "Schema").rows:
        cells = {column.split()[-1].split(":")[0]: cell for column, cell in row.items()}
        found[" ".join(cells[name] for name in KEY)] = cells
    return found


ROWS = _rows()
"""Each row's cells by the attribute that a column is about. The attributes without a column stand in `Attributes`."""


def keys_of(row: str) -> dict[str, str]:
    """The templates of a row, as declarations write them, by the attribute that holds the key."""
    written = {
        name: snake_case(cell.replace(":Number", ""))
        for name, cell in ROWS[row].items()
        if cell and name not in {VERSION, "Attributes"}
    }
    return written | WRITTEN_AS.get(ENTITIES[row], {})


def attributes_in(row: str) -> dict[str, Shape]:
    """The attributes that a row lists, and what it says of their shape."""
    return _members(_TOKEN.findall(ROWS[row]["Attributes"]))


def shape_of(value: AttributeValue) -> Shape:
    """The shape of a stored value; that of a list is its first member's."""
    [(kind, content)] = value.items()
    match kind:
        case "M":
            return {name: shape_of(member) for name, member in content.items()}
        case "L":
            return [shape_of(content[0])]
        case _:
            return {"S": "String", "N": "Number", "BOOL": "Boolean"}[kind]


def _members(tokens: list[str]) -> dict[str, Shape]:
    found: dict[str, Shape] = {}
    while tokens and tokens[0] != "}":
        name = tokens.pop(0)
        if tokens[:1] == [":"]:
            tokens.pop(0)
            found[name] = _shape(tokens)
        else:
            found[name] = "Number" if name.endswith("Count") else "String"
        if tokens[:1] == [","]:
            tokens.pop(0)
    return found


def _shape(tokens: list[str]) -> Shape:
    first = tokens.pop(0)
    if first not in {"{", "["}:
        return first
    inner: Shape = _members(tokens) if first == "{" else [_shape(tokens)]
    tokens.pop(0)
    return inner

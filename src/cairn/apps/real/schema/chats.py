"""Chats, who is in them and who has looked. Document: rows `chat/{chatId}`."""

from datetime import datetime
from enum import StrEnum
from typing import Self
from uuid import UUID

from pydantic import model_validator

from cairn.apps.real.schema.tables import gsi_a1, gsi_a2, gsi_k1, gsi_k2, main
from cairn.apps.real.schema.values import Count, UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class ChatType(StrEnum):
    DIRECT = "DIRECT"
    GROUP = "GROUP"


class Chat(Entity, table=main, version=0):
    """A chat. One of type DIRECT is found by its two users."""

    key = main.key("chat/{chat_id}", "-")
    by_users = gsi_a1.key("chat/{user_id1}/{user_id2}", "-", ordered=("user_id1", "user_id2"))

    chat_id: UUID
    chat_type: ChatType
    name: str | None = None
    created_by_user_id: UserId
    created_at: datetime
    last_message_activity_at: datetime | None = None
    flag_count: Count = 0
    messages_count: Count = 0
    user_count: Count = 0
    # Who is in a chat, its members say. The two of a DIRECT one stand in the index's key, sorted, and nowhere else.
    user_id1: InKey[UserId | None] = None
    user_id2: InKey[UserId | None] = None

    @model_validator(mode="after")
    def _names_two_users_if_direct(self) -> Self:
        expected = 2 if self.chat_type is ChatType.DIRECT else 0
        if sum(each is not None for each in (self.user_id1, self.user_id2)) != expected:
            raise ValueError("a DIRECT chat names its two users, and no other chat does")
        return self

    @classmethod
    @access_pattern("A chat")
    def with_id(cls, chat_id: UUID) -> Ref[Self]:
        return cls.key(chat_id=chat_id)

    @classmethod
    @access_pattern("The direct chat of two users")
    def between(cls, one_user_id: str, other_user_id: str) -> Query[Self]:
        """In whatever order they are named."""
        return cls.by_users.query(user_id1=one_user_id, user_id2=other_user_id)


class ChatFlag(Entity, table=main, version=0):
    """A user's flag on a chat."""

    key = main.key("chat/{chat_id}", "flag/{user_id}")
    by_user = gsi_k1.key("flag/{user_id}", "chat")

    chat_id: InKey[UUID]
    user_id: InKey[UserId]
    created_at: datetime

    @classmethod
    @access_pattern("Whether a user has flagged a chat")
    def of(cls, chat_id: UUID, user_id: str) -> Ref[Self]:
        return cls.key(chat_id=chat_id, user_id=user_id)

    @classmethod
    @access_pattern("A chat's flags")
    def of_chat(cls, chat_id: UUID) -> Query[Self]:
        return cls.key.query(chat_id=chat_id)

    @classmethod
    @access_pattern("Chats that a user has flagged")
    def of_user(cls, user_id: str) -> Query[Ref[Self]]:
        return cls.by_user.query(user_id=user_id)


class ChatMember(Entity, table=main, version=1):
    """A user in a chat."""

    key = main.key("chat/{chat_id}", "member/{user_id}")
    by_chat = gsi_k1.key("chat/{chat_id}", "member/{joined_at}")
    by_user = gsi_k2.key("member/{user_id}", "chat/{last_message_activity_at}")

    chat_id: InKey[UUID]
    user_id: InKey[UserId]
    joined_at: InKey[datetime]
    last_message_activity_at: InKey[
        datetime
    ]  # the chat's, or when the user joined; it orders the user's chats
    messages_unviewed_count: Count = 0

    @classmethod
    @access_pattern("Whether a user is in a chat")
    def of(cls, chat_id: UUID, user_id: str) -> Ref[Self]:
        return cls.key(chat_id=chat_id, user_id=user_id)

    @classmethod
    @access_pattern("A chat's members")
    def of_chat(cls, chat_id: UUID) -> Query[Ref[Self]]:
        """Who joined last comes first."""
        return cls.by_chat.query(chat_id=chat_id).backward()

    @classmethod
    @access_pattern("A user's chats")
    def of_user(cls, user_id: str) -> Query[Ref[Self]]:
        """Latest message first."""
        return cls.by_user.query(user_id=user_id).backward()


class ChatView(Entity, table=main, version=0):
    """What a user has seen of a chat."""

    key = main.key("chat/{chat_id}", "view/{user_id}")
    by_chat = gsi_a1.key("chatView/{chat_id}", "{first_viewed_at}")
    by_user = gsi_a2.key("chatView/{user_id}", "{first_viewed_at}")

    chat_id: InKey[UUID]
    user_id: InKey[UserId]
    first_viewed_at: datetime
    last_viewed_at: datetime
    view_count: Count

    @classmethod
    @access_pattern("When a user has seen a chat")
    def of(cls, chat_id: UUID, user_id: str) -> Ref[Self]:
        return cls.key(chat_id=chat_id, user_id=user_id)

    @classmethod
    @access_pattern("Who has seen a chat")
    def of_chat(cls, chat_id: UUID) -> Query[Self]:
        """First viewer first."""
        return cls.by_chat.query(chat_id=chat_id)

    @classmethod
    @access_pattern("Chats that a user has seen")
    def of_user(cls, user_id: str) -> Query[Self]:
        return cls.by_user.query(user_id=user_id)

"""Messages in chats. Document: rows `chatMessage/{messageId}`."""

from datetime import datetime
from typing import Self
from uuid import UUID

from cairn.apps.real.schema.tables import gsi_a1, gsi_k1, main
from cairn.apps.real.schema.values import Count, TextTag, UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class ChatMessage(Entity, table=main, version=0):
    """A message. One that the system wrote has no user."""

    key = main.key("chatMessage/{message_id}", "-")
    by_chat = gsi_a1.key("chatMessage/{chat_id}", "{created_at}")

    message_id: UUID
    chat_id: UUID
    user_id: UserId | None = None
    created_at: datetime
    flag_count: Count = 0
    last_edited_at: datetime | None = None
    text: str
    text_tags: list[TextTag]

    @classmethod
    @access_pattern("A chat message")
    def with_id(cls, message_id: UUID) -> Ref[Self]:
        return cls.key(message_id=message_id)

    @classmethod
    @access_pattern("A chat's messages")
    def of_chat(cls, chat_id: UUID) -> Query[Self]:
        """Oldest first."""
        return cls.by_chat.query(chat_id=chat_id)


class ChatMessageFlag(Entity, table=main, version=0):
    """A user's flag on a chat message."""

    key = main.key("chatMessage/{message_id}", "flag/{user_id}")
    by_user = gsi_k1.key("flag/{user_id}", "chatMessage")

    message_id: InKey[UUID]
    user_id: InKey[UserId]
    created_at: datetime

    @classmethod
    @access_pattern("Whether a user has flagged a chat message")
    def of(cls, message_id: UUID, user_id: str) -> Ref[Self]:
        return cls.key(message_id=message_id, user_id=user_id)

    @classmethod
    @access_pattern("A chat message's flags")
    def of_message(cls, message_id: UUID) -> Query[Self]:
        return cls.key.query(message_id=message_id)

    @classmethod
    @access_pattern("Chat messages that a user has flagged")
    def of_user(cls, user_id: str) -> Query[Ref[Self]]:
        return cls.by_user.query(user_id=user_id)

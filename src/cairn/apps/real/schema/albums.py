"""Albums. Document: row `album/{albumId}`."""

from datetime import datetime
from typing import Self
from uuid import UUID

from cairn.apps.real.schema.tables import gsi_a1, gsi_k1, main
from cairn.apps.real.schema.values import Count, UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class Album(Entity, table=main, version=0):
    """An album of a user's posts."""

    key = main.key("album/{album_id}", "-")
    by_owner = gsi_a1.key("album/{owned_by_user_id}", "{created_at}")
    by_deletion = gsi_k1.key("album", "{delete_at}")

    album_id: UUID
    owned_by_user_id: UserId
    name: str
    description: str | None = None
    created_at: datetime
    post_count: Count = 0
    rank_count: Count = 0  # how often a rank was given, from which the next one is reckoned
    posts_last_updated_at: datetime | None = None
    art_hash: str | None = None
    delete_at: InKey[datetime | None] = (
        None  # while it is empty; nobody but the collection of albums asks for it
    )

    @classmethod
    @access_pattern("An album")
    def with_id(cls, album_id: UUID) -> Ref[Self]:
        return cls.key(album_id=album_id)

    @classmethod
    @access_pattern("A user's albums")
    def of_user(cls, user_id: str) -> Query[Self]:
        """Oldest first."""
        return cls.by_owner.query(owned_by_user_id=user_id)

    @classmethod
    @access_pattern("Albums due for deletion")
    def due_for_deletion(cls, moment: datetime) -> Query[Ref[Self]]:
        return cls.by_deletion.query().until(moment)

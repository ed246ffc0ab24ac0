"""Screens of the client, and who has looked at them. Document: row `screen/{screenId}`."""

from datetime import datetime
from typing import Self

from cairn.apps.real.schema.tables import gsi_a1, gsi_a2, main
from cairn.apps.real.schema.values import Count, UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class ScreenView(Entity, table=main, version=0):
    """How often a user has been on a screen."""

    key = main.key("screen/{screen_id}", "view/{user_id}")
    by_screen = gsi_a1.key("screenView/{screen_id}", "{first_viewed_at}")
    by_user = gsi_a2.key("screenView/{user_id}", "{first_viewed_at}")

    screen_id: InKey[str]  # the name that clients have for it, and no UUID
    user_id: InKey[UserId]
    first_viewed_at: datetime
    last_viewed_at: datetime
    view_count: Count

    @classmethod
    @access_pattern("When a user has been on a screen")
    def of(cls, screen_id: str, user_id: str) -> Ref[Self]:
        return cls.key(screen_id=screen_id, user_id=user_id)

    @classmethod
    @access_pattern("Who has been on a screen")
    def of_screen(cls, screen_id: str) -> Query[Self]:
        """First visitor first."""
        return cls.by_screen.query(screen_id=screen_id)

    @classmethod
    @access_pattern("Screens that a user has been on")
    def of_user(cls, user_id: str) -> Query[Self]:
        return cls.by_user.query(user_id=user_id)

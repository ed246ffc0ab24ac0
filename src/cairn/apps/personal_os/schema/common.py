"""The attributes that all entities have. Document: Common Attributes."""

from datetime import datetime

from cairn.tables import Entity


class Common(Entity):
    """What all items have. Of the optional attributes, each kind declares those that it uses."""

    user_id: str
    created_at: datetime
    updated_at: datetime


class Recorded(Entity):
    """The same of what is written once. The document's examples of such items have no `updatedAt`."""

    user_id: str
    created_at: datetime
    updated_at: datetime | None = None  # there once it was corrected

"""Users' profiles. Document: User Profile."""

from enum import StrEnum
from typing import Literal, Self

from cairn.apps.personal_os.schema.common import Common
from cairn.apps.personal_os.schema.tables import personal_os
from cairn.apps.personal_os.schema.values import Area
from cairn.tables import Embedded, InKey, Ref, access_pattern


class Theme(StrEnum):
    """The document shows dark."""

    LIGHT = "light"
    DARK = "dark"
    SYSTEM = "system"


class Preferences(Embedded):
    """What a user has chosen. What the document does not name stays as it is."""

    theme: Theme | None = None
    default_area: Area | None = None
    notifications: dict[str, bool] | None = None  # of what the user wants to hear; the document gives no form
    time_zone: str | None = None  # an IANA name, since a day is a day where the user is; not in the document


class UserProfile(Common, table=personal_os):
    """Document: User Profile."""

    key = personal_os.key("USER#{user_id}", "PROFILE")

    user_id: InKey[str]  # all items have a `userId`, says the document; its example of this one has not
    entity_type: Literal["USER"] = "USER"
    email: str
    display_name: str
    preferences: Preferences = Preferences()

    @classmethod
    @access_pattern("Get user profile")
    def of_user(cls, user_id: str) -> Ref[Self]:
        """A user's profile. Document: User Profile."""
        return cls.key(user_id=user_id)

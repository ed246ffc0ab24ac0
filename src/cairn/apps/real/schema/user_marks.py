"""What stays of a user, and what a user is known by. Document: rows `deleted`, `userEmail`, `userPhoneNumber`, `banned`."""

from datetime import datetime
from typing import Self

from cairn.apps.real.schema.tables import gsi_a1, gsi_a2, gsi_a3, main
from cairn.apps.real.schema.values import UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class DeletedUser(Entity, table=main, version=0):
    """An anonymous tombstone where a user was deleted."""

    key = main.key("user/{user_id}", "deleted")
    by_deletion = gsi_a1.key("userDeleted", "{deleted_at}")

    user_id: UserId
    deleted_at: datetime

    @classmethod
    @access_pattern("Whether a user was deleted")
    def with_id(cls, user_id: str) -> Ref[Self]:
        return cls.key(user_id=user_id)

    @classmethod
    @access_pattern("Deleted users")
    def since(cls, moment: datetime) -> Query[Self]:
        """Those deleted since then, in order."""
        return cls.by_deletion.query().since(moment)


class UserEmail(Entity, table=main, version=0):
    """Whose an e-mail address is."""

    key = main.key("userEmail/{email}", "-")

    email: InKey[str]
    user_id: UserId

    @classmethod
    @access_pattern("Whose an e-mail address is")
    def of(cls, email: str) -> Ref[Self]:
        return cls.key(email=email)


class UserPhoneNumber(Entity, table=main, version=0):
    """Whose a phone number is."""

    key = main.key("userPhoneNumber/{phone_number}", "-")

    phone_number: InKey[str]
    user_id: UserId

    @classmethod
    @access_pattern("Whose a phone number is")
    def of(cls, phone_number: str) -> Ref[Self]:
        return cls.key(phone_number=phone_number)


class BannedUser(Entity, table=main, version=0):
    """That a user was banned, with what else is banned by it. It outlives the user."""

    key = main.key("user/{user_id}", "banned")
    by_email = gsi_a1.key("email/{email}", "banned")
    by_phone_number = gsi_a2.key("phone/{phone_number}", "banned")
    by_device = gsi_a3.key("device/{device_id}", "banned")

    user_id: UserId
    username: str
    banned_at: datetime
    forced_by: str
    # The document names these in keys alone: they are there to be recognised, each as far as it was known.
    email: InKey[str | None] = None
    phone_number: InKey[str | None] = None
    device_id: InKey[str | None] = None

    @classmethod
    @access_pattern("Whether a user was banned")
    def with_id(cls, user_id: str) -> Ref[Self]:
        return cls.key(user_id=user_id)

    @classmethod
    @access_pattern("Bans of an e-mail address")
    def of_email(cls, email: str) -> Query[Self]:
        return cls.by_email.query(email=email)

    @classmethod
    @access_pattern("Bans of a phone number")
    def of_phone_number(cls, phone_number: str) -> Query[Self]:
        return cls.by_phone_number.query(phone_number=phone_number)

    @classmethod
    @access_pattern("Bans of a device")
    def of_device(cls, device_id: str) -> Query[Self]:
        return cls.by_device.query(device_id=device_id)

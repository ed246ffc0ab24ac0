"""Subscriptions bought in the app store. Document: row `appStoreSub/{originalTransactionId}`.

The notes speak of an AppStoreReceipt too; no row has it.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, Self

from cairn.apps.real.schema.tables import gsi_a1, gsi_k1, main
from cairn.apps.real.schema.values import UserId
from cairn.tables import Entity, InKey, Query, Ref, access_pattern


class AppStoreSubStatus(StrEnum):
    ACTIVE = "ACTIVE"
    EXPIRED = "EXPIRED"
    CANCELLED = "CANCELLED"


class AppStoreSub(Entity, table=main, version=0):
    """A subscription, as the store last told of it."""

    key = main.key("appStoreSub/{original_transaction_id}", "-")
    by_user = gsi_a1.key("appStoreSub/{user_id}", "{created_at}")
    by_verification = gsi_k1.key("appStoreSub", "{next_verification_at}")

    original_transaction_id: InKey[str]  # the store's own, and no UUID
    user_id: UserId
    status: AppStoreSubStatus
    created_at: datetime
    last_verification_at: datetime
    original_receipt: str
    latest_receipt: str
    latest_receipt_info: list[dict[str, Any]]  # these two are lists in the store's answers
    pending_renewal_info: list[dict[str, Any]]
    next_verification_at: InKey[datetime]

    @classmethod
    @access_pattern("An app store subscription")
    def with_transaction(cls, original_transaction_id: str) -> Ref[Self]:
        return cls.key(original_transaction_id=original_transaction_id)

    @classmethod
    @access_pattern("A user's app store subscriptions")
    def of_user(cls, user_id: str) -> Query[Self]:
        """Oldest first."""
        return cls.by_user.query(user_id=user_id)

    @classmethod
    @access_pattern("App store subscriptions to verify")
    def due_for_verification(cls, moment: datetime) -> Query[Ref[Self]]:
        return cls.by_verification.query().until(moment)

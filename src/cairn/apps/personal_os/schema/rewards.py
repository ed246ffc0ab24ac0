"""Rewards, and the wallet that pays for them. Document: Reward, Wallet, Wallet Transaction."""

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import Field

from cairn.apps.personal_os.schema.common import Common, Recorded
from cairn.apps.personal_os.schema.tables import gsi1, personal_os
from cairn.apps.personal_os.schema.values import Number, Points
from cairn.tables import InKey, Query, Ref, access_pattern


class RewardCategory(StrEnum):
    """The document names the first three, "etc."; the others are those of the earlier application."""

    QUICK_TREAT = "Quick Treat"
    DAILY_DELIGHT = "Daily Delight"
    WEEKLY_REWARD = "Weekly Reward"
    BIG_UNLOCK = "Big Unlock"
    CUSTOM = "Custom"


class RewardStatus(StrEnum):
    ACTIVE = "Active"
    ARCHIVED = "Archived"


class Reward(Common, table=personal_os):
    """Document: Reward."""

    key = personal_os.key("USER#{user_id}", "REWARD#{id}")
    by_status = gsi1.key("REWARD", "{status}#{created_at}")

    entity_type: Literal["REWARD"] = "REWARD"
    id: str
    title: str
    description: str | None = None
    category: RewardCategory
    point_cost: Points
    icon: str | None = None
    image_url: str | None = None
    is_automated: bool = False
    automation_instructions: str | None = None
    cooldown_hours: Annotated[Number | None, Field(ge=0)] = None  # without one, it can be had again at once
    max_redemptions_per_day: Annotated[int | None, Field(ge=1)] = None  # without one, any number
    status: RewardStatus

    @classmethod
    @access_pattern("List rewards")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All of a user's rewards, by id. Document: Access Patterns."""
        return cls.key.query(user_id=user_id)

    @classmethod
    @access_pattern("Get single reward")
    def with_id(cls, user_id: str, reward_id: str) -> Ref[Self]:
        """One reward of a user."""
        return cls.key(user_id=user_id, id=reward_id)


class Wallet(Common, table=personal_os):
    """Document: Wallet. The balance is what was earned less what was spent."""

    key = personal_os.key("USER#{user_id}", "WALLET")

    entity_type: Literal["WALLET"] = "WALLET"
    balance: Points = 0
    lifetime_earned: Points = 0
    lifetime_spent: Points = 0

    @classmethod
    @access_pattern("Get wallet")
    def of_user(cls, user_id: str) -> Ref[Self]:
        """A user's wallet. Document: Access Patterns."""
        return cls.key(user_id=user_id)


class WalletTransactionType(StrEnum):
    EARNED = "earned"
    SPENT = "spent"
    MANUAL = "manual"


class WalletTransaction(Recorded, table=personal_os):
    """Document: Wallet Transaction."""

    key = personal_os.key("USER#{user_id}", "WALLET_TXN#{timestamp}")

    timestamp: InKey[datetime]  # of two in one moment, the later is put a microsecond on
    entity_type: Literal["WALLET_TRANSACTION"] = "WALLET_TRANSACTION"
    id: str
    amount: int  # negative for what was spent
    type: WalletTransactionType
    reason: str
    task_id: str | None = None
    metric_id: str | None = None
    reward_id: str | None = None

    @classmethod
    @access_pattern("List wallet transactions")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All that a user has earned and spent, oldest first."""
        return cls.key.query(user_id=user_id)

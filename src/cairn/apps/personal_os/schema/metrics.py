"""Metrics: numbers that a person follows. Document: Metric."""

from enum import StrEnum
from typing import Literal, Self

from cairn.apps.personal_os.schema.common import Common
from cairn.apps.personal_os.schema.tables import gsi1, gsi2, personal_os
from cairn.apps.personal_os.schema.values import Area, Number, SubCategory
from cairn.tables import Query, Ref, access_pattern


class Unit(StrEnum):
    """The document names five, "etc."; the others are those of the earlier application."""

    COUNT = "count"
    HOURS = "hours"
    MINUTES = "minutes"
    DOLLARS = "dollars"
    POUNDS = "pounds"
    KG = "kg"
    PERCENT = "percent"
    RATING = "rating"
    CUSTOM = "custom"  # the one that `customUnit` names


class Direction(StrEnum):
    HIGHER = "Higher"
    LOWER = "Lower"
    TARGET = "Target"


class MetricSource(StrEnum):
    MANUAL = "Manual"
    APP = "App"
    DEVICE = "Device"


class MetricStatus(StrEnum):
    ACTIVE = "Active"
    PAUSED = "Paused"
    ARCHIVED = "Archived"


class Trend(StrEnum):
    IMPROVING = "Improving"
    DECLINING = "Declining"
    STABLE = "Stable"


class Metric(Common, table=personal_os):
    """Document: Metric."""

    key = personal_os.key("USER#{user_id}", "METRIC#{id}")
    by_status = gsi1.key("METRIC", "{status}#{created_at}")
    by_area = gsi2.key("{area}", "METRIC#{created_at}")

    entity_type: Literal["METRIC"] = "METRIC"
    id: str
    name: str
    description: str | None = None
    area: Area
    sub_category: SubCategory | None = None
    unit: Unit
    custom_unit: str | None = None
    direction: Direction
    target_value: Number | None = None
    threshold_low: Number | None = None
    threshold_high: Number | None = None
    source: MetricSource = MetricSource.MANUAL
    status: MetricStatus
    cached_streak: int = 0
    cached_trend: Trend | None = None  # until there are logs enough to tell

    @classmethod
    @access_pattern("List user's metrics")
    def of_user(cls, user_id: str) -> Query[Self]:
        """All of a user's metrics, by id. Document: Access Patterns."""
        return cls.key.query(user_id=user_id)

    @classmethod
    @access_pattern("Get single metric")
    def with_id(cls, user_id: str, metric_id: str) -> Ref[Self]:
        """One metric of a user."""
        return cls.key(user_id=user_id, id=metric_id)

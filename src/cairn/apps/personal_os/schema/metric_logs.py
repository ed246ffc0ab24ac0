"""What is known of a metric: its logs, its milestones, and what was found in them. Document: Metric Log to Metric Insight.

These lie under the metric's id alone: whose they are, the metric says.
"""

from datetime import datetime
from enum import StrEnum
from typing import Any, Literal, Self

from cairn.apps.personal_os.schema.common import Recorded
from cairn.apps.personal_os.schema.tables import personal_os
from cairn.apps.personal_os.schema.values import Number, Points
from cairn.tables import ExpiresAt, InKey, Query, access_pattern


class MetricLog(Recorded, table=personal_os):
    """Document: Metric Log."""

    key = personal_os.key("METRIC#{metric_id}", "LOG#{timestamp}")

    timestamp: InKey[datetime]  # `loggedAt`; of two in one moment, the later is put a microsecond on
    entity_type: Literal["METRIC_LOG"] = "METRIC_LOG"
    id: str
    metric_id: str
    value: Number
    notes: str | None = None
    logged_at: datetime

    @classmethod
    @access_pattern("List metric logs")
    def of_metric(cls, metric_id: str) -> Query[Self]:
        """A metric's logs, oldest first. Document: Access Patterns."""
        return cls.key.query(metric_id=metric_id)

    @classmethod
    @access_pattern("Get Metric Logs (Time Range)")
    def logged_between(cls, metric_id: str, start: datetime, end: datetime) -> Query[Self]:
        """A metric's logs from `start` to `end`, both included. Document: Query Examples."""
        return cls.key.query(metric_id=metric_id).between(start, end)


class MilestoneType(StrEnum):
    TARGET_REACHED = "target_reached"
    STREAK = "streak"
    IMPROVEMENT = "improvement"
    CONSISTENCY = "consistency"


class MetricMilestone(Recorded, table=personal_os):
    """Document: Metric Milestone. Its id is made of type and value (`streak_7`), so that it is reached once."""

    key = personal_os.key("METRIC#{metric_id}", "MILESTONE#{id}")

    entity_type: Literal["METRIC_MILESTONE"] = "METRIC_MILESTONE"
    id: str
    metric_id: str
    type: MilestoneType
    value: Number
    achieved_at: datetime
    points_awarded: Points = 0

    @classmethod
    @access_pattern("List milestones")
    def of_metric(cls, metric_id: str) -> Query[Self]:
        """What a metric has reached, by id. Document: Access Patterns."""
        return cls.key.query(metric_id=metric_id)


class InsightType(StrEnum):
    PATTERN = "pattern"
    ANOMALY = "anomaly"
    CORRELATION = "correlation"
    PREDICTION = "prediction"


class MetricInsight(Recorded, table=personal_os):
    """Document: Metric Insight. The only kind that expires."""

    key = personal_os.key("METRIC#{metric_id}", "INSIGHT#{type}#{timestamp}")

    metric_id: InKey[str]
    timestamp: InKey[datetime]  # `cachedAt`; of two in one moment, the later is put a microsecond on
    entity_type: Literal["METRIC_INSIGHT"] = "METRIC_INSIGHT"
    type: InsightType
    content: dict[str, Any]  # each type has a form of its own
    cached_at: datetime
    expires_at: datetime
    # The same moment for DynamoDB, which may take two days to remove what is due: `expiresAt` tells what still counts.
    ttl: ExpiresAt

    @classmethod
    @access_pattern("List AI insights (cached)")
    def of_metric(cls, metric_id: str) -> Query[Self]:
        """What was found in a metric, by type and oldest first, expired ones among it. Document: Access Patterns."""
        return cls.key.query(metric_id=metric_id)

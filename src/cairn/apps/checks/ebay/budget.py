"""How many calls eBay may be asked by now: a day's quota, shared out over the day so that its evening has some too."""

import math
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

_PACIFIC: Final = ZoneInfo("America/Los_Angeles")
_AHEAD: Final = 0.02
"""So much of a day's calls may be asked before their time, for a morning on which many checks begin."""
_FOR_THE_URGENT: Final = 0.1
"""So much is kept for auctions that are about to end."""


def quota_day(now: datetime) -> date:
    """The day that eBay counts: it ends at midnight on the Pacific coast."""
    return now.astimezone(_PACIFIC).date()


def renewed_at(now: datetime) -> datetime:
    """When the quota is whole again."""
    return datetime.combine(quota_day(now) + timedelta(days=1), time(), tzinfo=_PACIFIC)


def allowed_by_now(calls_a_day: int, now: datetime, *, is_urgent: bool = False) -> int:
    """How many calls of a day may have been made by now."""
    began = datetime.combine(quota_day(now), time(), tzinfo=_PACIFIC)
    whole = renewed_at(now).timestamp() - began.timestamp()
    share = min((now.timestamp() - began.timestamp()) / whole + _AHEAD, 1.0)
    common = calls_a_day * (1 - _FOR_THE_URGENT)
    return math.ceil(calls_a_day if is_urgent else common * share)

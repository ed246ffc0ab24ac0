"""Whose day it is: a completion belongs to a date, which the person's zone and the start of their day decide."""

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo


def day_of(moment: datetime, zone: ZoneInfo, day_start: timedelta = timedelta(0)) -> date:
    """The person's day at a moment. With a day that starts at 3:00, half past two still belongs to the day before."""
    # The clock on the wall is what people go by: a day of 23 or 25 hours is one day.
    on_the_wall = moment.astimezone(zone).replace(tzinfo=None)
    return (on_the_wall - day_start).date()


def days_from(first: date, last: date) -> list[date]:
    """Each day from the first to the last, both included."""
    return [first + timedelta(days=passed) for passed in range((last - first).days + 1)]

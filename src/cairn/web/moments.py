"""Moments and days as people read them: in their own time zone, with the exact time for machines."""

from datetime import date, datetime, timedelta, tzinfo

from markupsafe import Markup

_TIME = Markup('<time datetime="{}" title="{}">{}</time>')


def moment(time: datetime, zone: tzinfo) -> Markup:
    """`10 Jan 2026, 13:05`"""
    return _time(time, zone, _in_full(time.astimezone(zone)))


def day(time: datetime | date, zone: tzinfo) -> Markup:
    """`10 Jan 2026`, which is a day where the person is."""
    if isinstance(time, datetime):
        return _time(time, zone, _day(time.astimezone(zone)))
    return Markup('<time datetime="{}">{}</time>').format(time.isoformat(), _day(time))


def ago(time: datetime, zone: tzinfo, *, now: datetime) -> Markup:
    """`3 minutes ago`, `in 2 hours`; the day once it is further away than a week."""
    return _time(time, zone, in_words(time - now) or _day(time.astimezone(zone)))


def in_words(away: timedelta) -> str | None:
    """How far away something is; None when it is more than a week."""
    seconds = round(abs(away.total_seconds()))
    if seconds < 45:
        return "just now" if away <= timedelta() else "in a moment"
    minutes, hours, days = round(seconds / 60), round(seconds / 3600), round(seconds / 86400)
    if minutes < 60:
        words = _counted(minutes, "minute")
    elif hours < 24:
        words = _counted(hours, "hour")
    elif days <= 7:
        words = _counted(days, "day")
    else:
        return None
    return f"{words} ago" if away < timedelta() else f"in {words}"


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _time(time: datetime, zone: tzinfo, words: str) -> Markup:
    return _TIME.format(time.isoformat(), _in_full(time.astimezone(zone)), words)


def _in_full(time: datetime) -> str:
    return f"{_day(time)}, {time:%H:%M}"


def _day(time: date) -> str:
    return f"{time.day} {time:%b %Y}"

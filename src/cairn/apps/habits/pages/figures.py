"""The charts of a habit."""

from collections import Counter
from datetime import date, timedelta
from typing import Final

from cairn.apps.habits.pages.words import WEEKDAYS
from cairn.apps.habits.rules.entries import Mark
from cairn.apps.habits.service.viewing import Overview
from cairn.services.charts import Chart, ChartKind, Series

_MONTHS: Final = 12
_POINTS: Final = 120


def strength_curve(overview: Overview) -> Chart:
    """How strong it became in the last year."""
    last = overview.strength[-366:] or [(overview.today, 0.0)]
    step = max(1, len(last) // _POINTS)
    shown = [*last[::step][:-1], last[-1]] if len(last) > 1 else last
    return Chart(
        kind=ChartKind.LINE,
        title="Strength",
        labels=tuple(f"{day.day} {day:%b}" for day, _ in shown),
        series=(Series(name="Strength", values=tuple(round(each * 100, 1) for _, each in shown)),),
        unit="%",
    )


def by_month(overview: Overview) -> Chart:
    """How many days in each of the last months."""
    months = _last_months(overview.today)
    counted = Counter((day.year, day.month) for day in _done(overview))
    return Chart(
        kind=ChartKind.BAR,
        title="Days a month",
        labels=tuple(f"{month:%b %Y}" for month in months),
        series=(Series(name="Days", values=tuple(counted[month.year, month.month] for month in months)),),
        unit="days",
    )


def by_weekday(overview: Overview) -> Chart:
    """On which weekdays, of all that was done."""
    counted = Counter(day.weekday() for day in _done(overview))
    days = [(overview.habit.rule.week_start + each) % 7 for each in range(7)]
    return Chart(
        kind=ChartKind.BAR,
        title="By weekday",
        labels=tuple(WEEKDAYS[day][:3] for day in days),
        series=(Series(name="Days", values=tuple(counted[day] for day in days)),),
        unit="days",
    )


def _done(overview: Overview) -> list[date]:
    return [day for day, each in overview.completions.items() if each.mark == Mark.DONE]


def _last_months(today: date) -> list[date]:
    months = [today.replace(day=1)]
    while len(months) < _MONTHS:
        months.append((months[-1] - timedelta(days=1)).replace(day=1))
    return months[::-1]

"""A goal as a picture: its curve to the target, the line that its day requires, and the fan of what may come."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.runescape.rules.projection import Course, Point, end_of, line_at
from cairn.apps.runescape.rules.words import unit_of
from cairn.apps.runescape.service.courses import Coming
from cairn.apps.runescape.service.tracking import Tracking
from cairn.services.charts import Band, Chart, ChartKind, Series

_DAY: Final = timedelta(days=1)
_MOMENT: Final = timedelta(microseconds=1)  # the end of a day belongs to it
_PLACES: Final = 60
_LONGEST_FAN: Final = timedelta(days=365)


def course_chart(tracking: Tracking, coming: Coming, zone: ZoneInfo) -> Chart:
    """The curve of a goal, at evenly spaced moments from its start to its end."""
    course, points = coming.course, coming.points
    begin, now = course.start.at, max(points[-1].at, course.start.at)
    moments = _moments(begin, _end(course, coming, now))
    known = [_value_at(points, moment) if moment <= now + _step(moments) else None for moment in moments]
    last = max((place for place, value in enumerate(known) if value is not None), default=0)
    known[last] = float(points[-1].value)
    series = [Series(name="So far", values=tuple(known))]
    if course.by is not None:
        line = tuple(line_at(course, moment) for moment in moments)
        series.append(Series(name="Needed", values=line))
    fan = _fan(course, coming, moments, last)
    if fan is not None:
        series.append(fan.likely)
    named = [*moments[:-1], moments[-1] - _MOMENT]
    labels = tuple(f"{moment.astimezone(zone):%-d %b %Y}" for moment in named)
    return Chart(
        kind=ChartKind.LINE,
        title=f"{tracking.name}: {tracking.title}",
        labels=labels,
        series=tuple(series),
        bands=() if fan is None or fan.range is None else (fan.range,),
        unit=unit_of(course.measure),
        goal=float(course.target),
    )


def sparkline(title: str, points: Sequence[Point]) -> Chart | None:
    """A value day by day. None where there is too little to be a line."""
    if len(points) < 2:
        return None
    return Chart(
        kind=ChartKind.SPARKLINE,
        title=title,
        labels=tuple(f"{point.at:%-d %b}" for point in points),
        series=(Series(name=title, values=tuple(float(point.value) for point in points)),),
    )


@dataclass(frozen=True, slots=True)
class _Fan:
    """What may come: at the likely pace, and between the slowest and the quickest where they differ."""

    likely: Series
    range: Band | None


def _fan(course: Course, coming: Coming, moments: Sequence[datetime], last: int) -> _Fan | None:
    pace = coming.projection.pace
    if pace.likely is None or pace.likely <= 0 or not coming.projection.remaining:
        return None
    paces = [max(each, 0.0) for each in (pace.all_time, pace.week, pace.month) if each is not None]
    latest = coming.points[-1]
    sign = -1 if course.measure.falls else 1

    def led(by: float) -> tuple[float | None, ...]:
        values: list[float | None] = []
        for place, moment in enumerate(moments):
            gained = by * max((moment - moments[last]) / _DAY, 0.0)
            far = latest.value + sign * min(gained, abs(course.target - latest.value))
            values.append(far if place >= last else None)
        return tuple(values)

    likely = Series(name="At the pace of late", values=led(pace.likely))
    if min(paces) == max(paces):
        return _Fan(likely, None)
    slow, quick = led(min(paces)), led(max(paces))
    low, high = (quick, slow) if course.measure.falls else (slow, quick)
    return _Fan(likely, Band(name="Slowest to quickest", lower=low, upper=high))


def _end(course: Course, coming: Coming, now: datetime) -> datetime:
    finish = coming.projection.finish
    ends = [now + _DAY]
    if course.by is not None:
        ends.append(end_of(course.by, course.zone))
    if finish.likely is not None:
        ends.append(min(finish.likely, now + _LONGEST_FAN))
    return max(ends)


def _moments(begin: datetime, end: datetime) -> list[datetime]:
    days = max(int((end - begin) / _DAY), 1)
    places = min(days, _PLACES)
    return [begin + (end - begin) * place / places for place in range(places + 1)]


def _step(moments: Sequence[datetime]) -> timedelta:
    return (moments[1] - moments[0]) / 2


def _value_at(points: Sequence[Point], moment: datetime) -> float:
    place = bisect_right([point.at for point in points], moment)
    return float(points[max(place - 1, 0)].value)

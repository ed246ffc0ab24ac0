"""Planned maintenance, as the API takes and answers it."""

from datetime import datetime
from typing import Annotated, Self

from pydantic import AfterValidator, AwareDatetime, Field

from cairn.apps.checks.account_schema import Window
from cairn.apps.checks.api.shapes import Asked, Name, Shown, Tags, without_surrogates
from cairn.apps.checks.rules.maintenance import Recurrence, in_force
from cairn.apps.checks.service.planning import LONGEST_NOTE, LONGEST_ONCE_MINUTES, MOST_NAMED, WantedWindow

Word = Annotated[str, AfterValidator(without_surrogates), Field(max_length=100)]
Weekday = Annotated[int, Field(ge=1, le=7)]
DayOfMonth = Annotated[int, Field(ge=0, le=31)]


class NewWindow(Asked):
    """Maintenance to be planned. What `recurrence` does not ask for is left out."""

    title: Name
    recurrence: Recurrence
    minutes: Annotated[int, Field(ge=1, le=LONGEST_ONCE_MINUTES, description="How long it takes.")]
    time_zone: Word = "UTC"
    note: Annotated[str, AfterValidator(without_surrogates), Field(max_length=LONGEST_NOTE)] = ""
    start: AwareDatetime | None = Field(default=None, description="ONCE: when it begins.")
    time_of_day: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] | None = Field(
        default=None, description="WEEKLY, MONTHLY: when it begins, in `timeZone`.", examples=["03:30"]
    )
    weekdays: Annotated[list[Weekday], Field(max_length=7)] = Field(
        default_factory=list, description="WEEKLY: 1 is Monday, 7 is Sunday."
    )
    days: Annotated[list[DayOfMonth], Field(max_length=32)] = Field(
        default_factory=list, description="MONTHLY: days of the month; 0 is its last."
    )
    cron: Word | None = Field(
        default=None, description="CRON: minute, hour, day, month, weekday.", examples=["30 3 * * MON"]
    )
    checks: Annotated[list[Word], Field(max_length=MOST_NAMED)] = Field(
        default_factory=list, description="The checks for which it is."
    )
    tags: Tags = Field(default_factory=list, description="And those with one of these tags.")
    for_all: bool = Field(default=False, description="For every check of the account.")

    @property
    def wanted(self) -> WantedWindow:
        return WantedWindow(
            title=self.title,
            recurrence=self.recurrence,
            minutes=self.minutes,
            time_zone=self.time_zone,
            note=self.note,
            start=self.start,
            time_of_day=self.time_of_day,
            weekdays=frozenset(self.weekdays),
            days=frozenset(self.days),
            cron=self.cron,
            checks=frozenset(self.checks),
            tags=frozenset(self.tags),
            is_for_all=self.for_all,
        )


class WindowShown(Shown):
    """Planned maintenance."""

    windowid: str
    title: str
    note: str
    recurrence: Recurrence
    minutes: int
    time_zone: str
    start: datetime | None
    time_of_day: str | None
    weekdays: list[int]
    days: list[int]
    cron: str | None
    checks: list[str]
    tags: list[str]
    for_all: bool
    goes_on: bool
    next_start: datetime | None = Field(description="When it begins next, or began if it goes on.")
    next_end: datetime | None

    @classmethod
    def of(cls, window: Window, now: datetime) -> Self:
        plan = window.plan
        following = plan.next_after(now)
        return cls(
            windowid=window.windowid,
            title=window.title,
            note=window.note or "",
            recurrence=window.recurrence,
            minutes=window.minutes,
            time_zone=window.time_zone,
            start=window.start,
            time_of_day=window.time_of_day,
            weekdays=list(window.weekdays),
            days=list(window.days),
            cron=window.cron,
            checks=sorted(window.checks),
            tags=sorted(window.tags),
            for_all=window.is_for_all,
            goes_on=in_force([plan], now) is not None,
            next_start=None if following is None else following.start,
            next_end=None if following is None else following.end,
        )

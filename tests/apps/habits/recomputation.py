"""What follows from entries, worked out once more: by plain loops over days, and by nothing that the app has.

It is slow, and says in a second way what schedules, streaks, points, achievements and boards are.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, timedelta

from cairn.apps.habits.rules.schedules import (
    EveryDay,
    EveryFewDays,
    OnWeekdays,
    Schedule,
    TimesInDays,
    TimesInPeriod,
)

DAY = timedelta(days=1)
LONG = 7
FREEZES = {"STREAK_7": 1, "STREAK_30": 2, "STREAK_100": 3}


@dataclass
class PlainHabit:
    """The rules with the days from which they hold, and what was entered: DONE, SKIPPED or FROZEN."""

    rules: list[tuple[date, Schedule]]
    entries: dict[date, str] = field(default_factory=dict)
    on_boards: dict[date, bool] = field(default_factory=dict)
    told_streak: tuple[int, date] | None = None  # when something was entered last
    reckoned: "Reckoned" = field(default_factory=lambda: Reckoned({}, [], 0))  # at that time
    reckoned_on: date = date.min

    def is_done(self, day: date) -> bool:
        return self.entries.get(day) == "DONE"

    def is_excused(self, day: date) -> bool:
        return self.entries.get(day) in {"SKIPPED", "FROZEN"}

    def rule_on(self, day: date) -> tuple[date, Schedule]:
        return [rule for rule in self.rules if rule[0] <= day][-1]


@dataclass
class Reckoned:
    """What follows from a habit."""

    paid: dict[date, tuple[int, int]]  # the streak that a day made, and what it paid
    runs: list[int]  # how long each streak is or was
    streak: int

    @property
    def points(self) -> int:
        return sum(points for _, points in self.paid.values())

    @property
    def comebacks(self) -> int:
        return sum(run >= LONG for run in self.runs[:-1])


def reckon(habit: PlainHabit, today: date) -> Reckoned:
    today = max([today, *habit.entries])
    paid: dict[date, tuple[int, int]] = {}
    runs: list[int] = []
    streak = 0
    for outcome, counted in _outcomes(habit, today):
        before = streak
        if outcome == "kept":
            runs[-1:] = [streak + 1] if streak else [*runs[-1:], 1]
            streak += 1
        if outcome == "missed":
            streak = 0
        for day in counted:
            made = streak if day == counted[-1] else before
            worth = 10 if made >= 100 else 5 if made >= 30 else 2 if made >= 7 else 1
            paid[day] = (made, 10 * worth)
    return Reckoned(paid, runs, streak)


def _outcomes(habit: PlainHabit, today: date) -> Iterator[tuple[str, list[date]]]:
    for rule, days in _by_rule(habit, today):
        since, schedule = habit.rules[rule]
        match schedule:
            case TimesInPeriod():
                yield from _weeks(habit, schedule.times, days, today)
            case TimesInDays():
                yield from _sliding(habit, schedule.times, schedule.days, days, today)
            case _:
                for day in days:
                    if not is_due(schedule, since, day):
                        continue
                    if habit.is_done(day):
                        yield "kept", [day]
                    elif habit.is_excused(day):
                        yield "excused", []
                    else:
                        yield ("missed" if day < today else "open"), []


def _by_rule(habit: PlainHabit, today: date) -> list[tuple[int, list[date]]]:
    """The days of each rule. A week in which the times a week change belongs to the later rule."""
    owners: dict[date, int] = {}
    day = habit.rules[0][0]
    while day <= today:
        owners[day] = habit.rules.index(habit.rule_on(day))
        day += DAY
    for number, (since, schedule) in enumerate(habit.rules[1:], 1):
        if isinstance(schedule, TimesInPeriod) and isinstance(habit.rules[number - 1][1], TimesInPeriod):
            for back in range(1, since.weekday() + 1):
                if owners.get(since - back * DAY) == number - 1:
                    owners[since - back * DAY] = number
    return [
        (number, [day for day, owner in owners.items() if owner == number])
        for number in range(len(habit.rules))
    ]


def is_due(schedule: Schedule, since: date, day: date) -> bool:
    match schedule:
        case EveryDay():
            return True
        case OnWeekdays():
            return day.weekday() in schedule.weekdays
        case EveryFewDays():
            return day in {since + number * schedule.days * DAY for number in range(400)}
        case _:
            raise AssertionError(schedule)


def _weeks(habit: PlainHabit, times: int, days: list[date], today: date) -> Iterator[tuple[str, list[date]]]:
    for monday in sorted({day - day.weekday() * DAY for day in days}):
        inside = [day for day in days if monday <= day < monday + 7 * DAY]
        is_running = today in inside
        available = [day for day in inside if not habit.is_excused(day)]
        to_come = (monday + 6 * DAY - today).days if is_running else 0
        needed = math.ceil(times * (len(available) + to_come) / 7)
        done = [day for day in inside if habit.is_done(day)][:needed]
        if needed == 0:
            yield "excused", done
        elif len(done) == needed:
            yield "kept", done
        else:
            yield ("open" if is_running else "missed"), done


def _sliding(
    habit: PlainHabit, times: int, length: int, days: list[date], today: date
) -> Iterator[tuple[str, list[date]]]:
    marks = [day for day in days if habit.is_done(day)]
    windows = [
        [first, complete, first + (length - 1) * DAY]
        for first, complete in zip(marks, marks[times - 1 :], strict=False)
        if complete < first + length * DAY
    ]
    for number in range(len(windows) - 2, -1, -1):  # each gives way to the one after it, day by day
        window, after = windows[number], windows[number + 1]
        while window[2] >= after[0] and window[2] > window[1]:
            window[0] -= DAY
            window[2] -= DAY
    for day in days:
        counted = [day] if day in _counted(marks, times, length) else []
        if any(first <= day <= last for first, _, last in windows):
            yield "kept", counted
        elif habit.is_excused(day):
            yield "excused", counted
        elif today in days and _can_still_be(marks, times, length, day, today):
            yield "open", counted
        else:
            yield "missed", counted


def _counted(marks: list[date], times: int, length: int) -> list[date]:
    counted: list[date] = []
    for mark in marks:
        if sum(mark - length * DAY < each for each in counted) < times:
            counted.append(mark)
    return counted


def _can_still_be(marks: list[date], times: int, length: int, day: date, today: date) -> bool:
    """Whether a group that holds the day can be completed by what is done from today on."""
    if day >= today:
        return True
    for first in (mark for mark in marks if mark <= day):
        window = [first + number * DAY for number in range(length)]
        free = [each for each in window if each >= today and each not in marks]
        done = [each for each in window if each in marks]
        if window[-1] >= today and len(done) + len(free) >= times:
            return True
    return False


@dataclass
class Diary:
    """Somebody's habits, and what they hold. `perfect` are the days on which all was done that was due."""

    habits: list[PlainHabit]
    perfect: set[date] = field(default_factory=set)
    held: set[str] = field(default_factory=set)
    freezes: int = 0

    def write(self, habit: PlainHabit, day: date, mark: str | None, today: date) -> None:
        """Has a day be this, or nothing."""
        before = habit.entries.get(day)
        self.freezes += (before == "FROZEN") - (mark == "FROZEN")
        reached_before = self.reached()
        if mark is None:
            habit.entries.pop(day, None)
            habit.on_boards.pop(day, None)
        else:
            habit.entries[day] = mark
            if before != mark:
                habit.on_boards[day] = (today - day).days <= 7
        if before is not None or mark is not None:
            self.perfect.discard(day)
            if self.is_perfect(day):
                self.perfect.add(day)
        self._settle(habit, reached_before, today)

    def reschedule(self, habit: PlainHabit, schedule: Schedule, today: date) -> None:
        reached_before = self.reached()
        habit.rules = [rule for rule in habit.rules if rule[0] < today] + [(today, schedule)]
        self._settle(habit, reached_before, today)

    def _settle(self, habit: PlainHabit, reached_before: set[str], today: date) -> None:
        habit.reckoned, habit.reckoned_on = reckon(habit, today), today
        done = [day for day in habit.entries if habit.is_done(day)]
        habit.told_streak = (habit.reckoned.streak, max(done)) if done else None
        reached = self.reached()
        unlocked, taken = reached - self.held, (self.held & reached_before) - reached
        self.held = (self.held | unlocked) - taken
        brought = sum(FREEZES.get(each, 0) for each in unlocked)
        self.freezes = max(0, self.freezes + brought - sum(FREEZES.get(each, 0) for each in taken))

    def is_perfect(self, day: date) -> bool:
        done = 0
        for habit in self.habits:
            since, schedule = habit.rule_on(day)
            if isinstance(schedule, TimesInDays | TimesInPeriod):
                continue
            if is_due(schedule, since, day) and not habit.is_excused(day):
                if not habit.is_done(day):
                    return False
                done += 1
        return done > 0

    @property
    def points(self) -> int:
        return sum(habit.reckoned.points for habit in self.habits)

    @property
    def scores(self) -> dict[str, int]:
        """The points of each week and month."""
        found: dict[str, int] = {}
        for habit in self.habits:
            for day, (_, points) in habit.reckoned.paid.items():
                if habit.on_boards[day]:
                    for period in (f"WEEK-{day:%G-W%V}", f"MONTH-{day:%Y-%m}"):
                        found[period] = found.get(period, 0) + points
        return found

    def reached(self) -> set[str]:
        """The achievements that the entries bear out."""
        reckoned = [habit.reckoned for habit in self.habits]
        longest = max((run for each in reckoned for run in each.runs), default=0)
        completions = sum(list(habit.entries.values()).count("DONE") for habit in self.habits)
        run = max((_run_from(day, self.perfect) for day in self.perfect), default=0)
        found = {f"STREAK_{n}" for n in (3, 7, 14, 21, 30, 50, 100, 200, 365, 1000) if longest >= n}
        found |= {f"COMPLETIONS_{n}" for n in (1, 100, 1000) if completions >= n}
        found |= {f"POINTS_{n}" for n in (1000, 10_000, 100_000) if self.points >= n}
        found |= {name for name, n in (("PERFECT_WEEK", 7), ("PERFECT_MONTH", 30)) if run >= n}
        found |= {"PERFECT_DAY"} if self.perfect else set()
        return found | ({"COMEBACK"} if any(each.comebacks for each in reckoned) else set())


def _run_from(day: date, days: set[date]) -> int:
    length = 0
    while day + length * DAY in days:
        length += 1
    return length

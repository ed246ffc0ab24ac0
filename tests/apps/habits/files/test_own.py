"""Our own file comes back as it went, and Loop takes what it can hold."""

import io
import zipfile
from dataclasses import replace
from datetime import date
from decimal import Decimal

from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.habits.files import Found, FoundEntry, FoundHabit, Source, own, read_file
from cairn.apps.habits.files.found import FIRST_DAY
from cairn.apps.habits.rules.entries import Direction, Mark, Rule, Target
from cairn.apps.habits.rules.schedules import (
    EveryDay,
    OnWeekdays,
    Paused,
    Period,
    TimesInDays,
    TimesInPeriod,
)

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
TARGETS = st.none() | st.builds(Target, st.decimals(0, 10**6, places=2), st.sampled_from(Direction), TEXTS)
RULES = (
    (),
    (Rule(date(2026, 1, 1), EveryDay()),),
    (
        Rule(date(2026, 1, 1), EveryDay(), Target(Decimal(2), Direction.AT_MOST, "cups")),
        Rule(date(2026, 2, 1), TimesInPeriod(times=2, period=Period.MONTH), None, 6),
    ),
)
ENTRIES = st.builds(
    FoundEntry, st.sampled_from([None, *Mark]), st.none() | st.decimals(0, 10**6, places=3), TEXTS
)
HABITS = st.builds(
    FoundHabit,
    source_id=TEXTS,
    name=TEXTS,
    description=TEXTS,
    schedule=st.sampled_from(
        [
            EveryDay(),
            OnWeekdays(weekdays=frozenset({0, 6})),
            TimesInDays(times=2, days=9),
            TimesInPeriod(times=2, period=Period.MONTH),
        ]
    ),
    target=TARGETS,
    is_archived=st.just(value=False),
    tags=st.lists(TEXTS, max_size=3).map(tuple),
    entries=st.dictionaries(st.dates(FIRST_DAY, date(2030, 1, 1)), ENTRIES, max_size=10),
    rules=st.sampled_from(RULES),
    until=st.none() | st.dates(date(2026, 3, 1)),
    reminders=st.lists(st.times().map(lambda each: each.replace(fold=0)), max_size=3).map(tuple),
)
ARCHIVED = FoundHabit(
    "a", "Gone", is_archived=True, rules=(*RULES[1], Rule(date(2026, 5, 1), Paused())), until=date(2026, 9, 1)
)


@given(st.lists(HABITS, max_size=3))
def test_it_comes_back_as_it_went(habits: list[FoundHabit]) -> None:
    assert read_file(own.written([*habits, ARCHIVED])) == Found(Source.CAIRN, [*habits, ARCHIVED])


def test_loop_takes_it() -> None:
    water = FoundHabit("w", "Water/day", "2 l", target=Target(Decimal(2), Direction.AT_LEAST, "l"))
    water.entries = {
        date(2026, 3, 1): FoundEntry(Mark.DONE, Decimal("1.5"), "hot, dry"),
        date(2026, 3, 2): FoundEntry(Mark.SKIPPED),
    }
    with zipfile.ZipFile(io.BytesIO(own.written([water]))) as archive:
        files = {name: archive.read(name).decode() for name in archive.namelist() if name.endswith(".csv")}
    assert files == {
        "Habits.csv": "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,"
        "Target Type,Target Value,Archived?\r\n001,Water/day,NUMERICAL,,2 l,1,1,#8c6d46,l,AT_LEAST,2,false\r\n",
        "001 Waterday/Checkmarks.csv": 'Date,Value,Notes\r\n2026-03-02,SKIP,\r\n2026-03-01,1.5,"hot, dry"\r\n',
    }


@given(st.lists(HABITS, max_size=3))
def test_what_loop_would_read_of_it_has_every_day_that_was_done(habits: list[FoundHabit]) -> None:
    named = [replace(habit, name=f"Habit {place}") for place, habit in enumerate(habits)]
    source = zipfile.ZipFile(io.BytesIO(own.written(named)))
    copied = io.BytesIO()
    with zipfile.ZipFile(copied, "w") as target:
        for name in source.namelist():
            if name != own.NAME:
                target.writestr(name, source.read(name))
    read = read_file(copied.getvalue())
    assert read.source is Source.LOOP
    for habit, again in zip(named, read.habits, strict=True):
        done = {day for day, entry in habit.entries.items() if entry.mark is Mark.DONE}
        assert {day for day, entry in again.entries.items() if entry.mark is Mark.DONE} == done

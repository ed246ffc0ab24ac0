"""Files that people bring along: what each says, and what is refused with a word about where."""

import io
import json
import sqlite3
import zipfile
from contextlib import closing
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from cairn.apps.habits.files import Found, FoundEntry, FoundHabit, Source, UnreadableFile, read_file
from cairn.apps.habits.rules.entries import Direction, Mark, Target
from cairn.apps.habits.rules.schedules import EveryDay, Period, TimesInDays, TimesInPeriod

DONE, SKIPPED = FoundEntry(Mark.DONE), FoundEntry(Mark.SKIPPED)
LOOP_COLUMNS = (
    "Position,Name,Type,Question,Description,FrequencyNumerator,FrequencyDenominator,Color,Unit,Target Type,"
    "Target Value,Archived?"
)


def day(number: int) -> date:
    return date(2026, 3, number)


def zipped(files: dict[str, str]) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as file:
        for name, text in files.items():
            file.writestr(name, text)
    return archive.getvalue()


def test_a_zip_of_loop() -> None:
    content = zipped(
        {
            "Habits.csv": f"{LOOP_COLUMNS}\n"
            '001,"Read, a lot",YES_NO,Did you read?,Books,1,1,#FF8F00,,,,false\n'
            "002,Run,NUMERICAL,,,3,7,#FF8F00,km,AT_MOST,10.0,true\n",
            "001 Read a lot/Checkmarks.csv": "Date,Value,Notes\n2026-03-04,YES_MANUAL,Emma\n2026-03-03,YES_AUTO,\n"
            "2026-03-02,SKIP,\n2026-03-01,NO,ill\n",
            "002 Run/Checkmarks.csv": "Date,Value,Notes\n2026-03-04,5.5,\n2026-03-03,UNKNOWN,\n",
            "Checkmarks.csv": "Date,Read, a lot,Run,\n",
        }
    )
    read = FoundHabit("Read, a lot", "Read, a lot", "Did you read?\nBooks", EveryDay())
    read.entries = {
        day(4): FoundEntry(Mark.DONE, None, "Emma"),
        day(2): SKIPPED,
        day(1): FoundEntry(None, None, "ill"),
    }
    run = FoundHabit("Run", "Run", "", TimesInDays(times=3, days=7), is_archived=True)
    run.target = Target(Decimal("10.0"), Direction.AT_MOST, "km")
    run.entries = {day(4): FoundEntry(Mark.DONE, Decimal("5.5"))}
    assert read_file(content) == Found(Source.LOOP, [read, run])


def test_an_older_zip_of_loop_has_numbers_and_no_heading() -> None:
    content = zipped(
        {
            "Habits.csv": f"{LOOP_COLUMNS}\n001,Read,,,,1,1,,,,,\n",
            "001 Read/Checkmarks.csv": "2026-03-04,2\n2026-03-03,1\n2026-03-02,3\n2026-03-01,0\n",
        }
    )
    [habit] = read_file(content).habits
    assert habit.entries == {day(4): DONE, day(2): SKIPPED}


def test_a_database_of_loop(tmp_path: Path) -> None:
    path = tmp_path / "loop.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(
            """
            CREATE TABLE Habits (id INTEGER PRIMARY KEY, name TEXT, description TEXT, question TEXT, freq_num INTEGER,
                freq_den INTEGER, position INTEGER, archived INTEGER, type INTEGER, target_type INTEGER,
                target_value REAL, unit TEXT, uuid TEXT);
            CREATE TABLE Repetitions (id INTEGER PRIMARY KEY, habit INTEGER, timestamp INTEGER, value INTEGER, notes TEXT);
            INSERT INTO Habits VALUES (1, 'Read', '', 'Did you?', 1, 2, 1, 0, 0, 0, 0, '', 'abc');
            INSERT INTO Habits VALUES (2, 'Water', '', '', 1, 1, 0, 0, 1, 0, 2.5, 'l', 'def');
            INSERT INTO Repetitions VALUES (1, 1, 1772582400000, 2, 'Emma');
            INSERT INTO Repetitions VALUES (2, 1, 1772496000000, 3, NULL);
            INSERT INTO Repetitions VALUES (3, 1, 1772409600000, 0, NULL);
            INSERT INTO Repetitions VALUES (4, 2, 1772582400000, 1500, '');
            """
        )
    water = FoundHabit("def", "Water", target=Target(Decimal("2.5"), Direction.AT_LEAST, "l"))
    water.entries = {day(4): FoundEntry(Mark.DONE, Decimal("1.5"))}
    read = FoundHabit("abc", "Read", "Did you?", TimesInDays(times=1, days=2))
    read.entries = {day(4): FoundEntry(Mark.DONE, None, "Emma"), day(3): SKIPPED}
    assert read_file(path.read_bytes()) == Found(Source.LOOP, [water, read])


def test_a_database_of_something_else() -> None:
    with pytest.raises(UnreadableFile, match="no backup of Loop Habit Tracker"):
        read_file(b"SQLite format 3\x00" + 500 * b"x")


def test_csv_of_habitbull() -> None:
    text = (
        "HabitName,HabitDescription,HabitCategory,CalendarDate,Value,CommentText\n"
        "Read,Books,Mind,2026-03-01,1,Emma\nRead,Books,Mind,03/02/2026,0,\nRead,Books,Mind,2026-03-03,1,\n"
        "Pushups,,Body,2026-03-01,20,\nPushups,,Body,2026-03-02,1,\n"
    )
    read = FoundHabit("Read", "Read", "Books", tags=("Mind",))
    read.entries = {day(1): FoundEntry(Mark.DONE, None, "Emma"), day(3): DONE}
    pushups = FoundHabit("Pushups", "Pushups", target=Target(Decimal(1)), tags=("Body",))
    pushups.entries = {day(1): FoundEntry(Mark.DONE, Decimal(20)), day(2): FoundEntry(Mark.DONE, Decimal(1))}
    assert read_file(text.encode()) == Found(Source.HABITBULL, [read, pushups])


def test_json_of_beaver() -> None:
    document = {
        "habits": [
            {
                "id": "a1",
                "name": " Read \n much ",
                "tags": ["mind"],
                "star": True,
                "period": {"period_type": "W", "period_count": 1, "target_count": 3},
                "records": [
                    {"day": "2026-03-01", "done": True, "text": "Emma"},
                    {"day": "2026-03-01", "done": False, "text": "again"},
                    {"day": "2026-03-02", "done": False},
                ],
            },
            {"id": "b2", "name": "Walk", "status": "archive", "records": []},
        ],
        "order": ["b2", "a1"],
    }
    read = FoundHabit("a1", "Read much", "", TimesInPeriod(times=3, period=Period.WEEK), tags=("mind",))
    read.entries = {day(1): FoundEntry(Mark.DONE, None, "Emma\nagain")}
    walk = FoundHabit("b2", "Walk", is_archived=True)
    assert read_file(json.dumps(document).encode()) == Found(Source.BEAVER, [walk, read])


def test_history_of_habitica_tells_by_the_value_what_was_done() -> None:
    text = (
        "Task Name,Task ID,Task Type,Date,Value\n"
        "Read,1,daily,2026-03-03 08:00:00,0.5\nRead,1,daily,2026-03-01 08:00:00,1\n"
        "Read,1,daily,2026-03-02 08:00:00,-0.1\nCall,2,todo,2026-03-01 08:00:00,1\n"
    )
    read = FoundHabit("1", "Read")
    read.entries = {day(1): DONE, day(3): DONE}
    assert read_file(text.encode()) == Found(Source.HABITICA, [read])


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "none of the files that are read"),
        (b"a,b,c\n1,2,3\n", "none of the files that are read"),
        (b"PK\x03\x04 broken", "no zip archive"),
        (b"\xff\xfe\x00", "no text in UTF-8"),
        (b"{", "begins like JSON, and is not"),
        (b"[" * 100_000, "begins like JSON, and is not"),
        (b'{"habits": [{"id": 1}]}', "habits.0"),
        (
            b'{"habits": [{"name": "a", "records": [{"day": "yesterday", "done": true}]}]}',
            "'yesterday' is no date",
        ),
        (
            b'{"habits": [{"name": "a", "records": [{"day": "0001-01-01", "done": true}]}]}',
            "before 1970-01-01",
        ),
        (
            b"HabitName,CalendarDate,Value\nRead,2026-02-30,1\n",
            "line 2, CalendarDate: '2026-02-30' is no date",
        ),
        (b"HabitName,CalendarDate,Value\nRead,2026-02-03,much\n", "line 2, Value: 'much' is no number"),
        (b"HabitName,CalendarDate,Value\nRead,2026-02-03,NaN\n", "line 2, Value: 'NaN' is no number"),
        (b"HabitName,CalendarDate,Value\n,2026-02-03,1\n", "line 2: a habit needs a name"),
    ],
)
def test_what_can_not_be_read_is_refused_with_the_place(content: bytes, words: str) -> None:
    with pytest.raises(UnreadableFile, match=words):
        read_file(content)


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"readme.txt": ""}, "this one holds neither"),
        (
            {"Habits.csv": f"{LOOP_COLUMNS}\n001,,YES_NO,,,1,1,,,,,\n"},
            "Habits.csv, line 2: a habit needs a name",
        ),
        ({"Habits.csv": f"{LOOP_COLUMNS}\n001,Read,YES_NO,,,0,0,,,,,\n"}, "both are at least 1"),
        (
            {
                "Habits.csv": f"{LOOP_COLUMNS}\n001,Read,YES_NO,,,1,1,,,,,\n",
                "001 Read/Checkmarks.csv": "2026-03-04,PERHAPS\n",
            },
            "001 Read/Checkmarks.csv, line 1: 'PERHAPS' is no mark",
        ),
        ({"cairn-habits.json": '{"version": 2, "habits": []}'}, "version"),
    ],
)
def test_an_archive_that_is_none_is_refused_with_the_place(files: dict[str, str], words: str) -> None:
    with pytest.raises(UnreadableFile, match=words):
        read_file(zipped(files))


def test_an_archive_that_unpacks_to_too_much_is_refused() -> None:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr("Habits.csv", b"0" * (65 * 1024 * 1024))
    with pytest.raises(UnreadableFile, match="unpacks to more than 64 MB"):
        read_file(archive.getvalue())

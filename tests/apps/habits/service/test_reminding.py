"""Reminders at chosen times, by the clock on the wall, of what is still open."""

from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from cairn.apps.habits.records import SCHEMA
from cairn.apps.habits.rules.reminders import next_moment
from cairn.apps.habits.rules.schedules import EveryDay
from cairn.apps.habits.service.calendars import Calendar
from cairn.apps.habits.service.keeping import NewHabit
from cairn.services.accounts import Member, Preferences
from cairn.services.notify.sending import SPREAD
from cairn.services.shards import shard_of
from cairn.services.sql.migrating import differences
from cairn.services.timetables import Entry
from tests.apps.habits.service.cast import DAY, TODAY, Trail, opened_trail

BERLIN = ZoneInfo("Europe/Berlin")


async def newcomer(trail: Trail) -> Member:
    made = await trail.services.accounts.keeping.create(
        "ada@example.org", password="no engine can originate", is_operator=False
    )
    return Member(
        account_id=made.account_id,
        email=None,
        is_email_verified=True,
        preferences=Preferences(),
        is_operator=False,
    )


async def told(trail: Trail) -> list[str]:
    """What is on its way to channels."""
    waiting = [job for job in await trail.waiting() if job.kind == SPREAD.name]
    return [SPREAD.payload.model_validate_json(job.payload).message.model_dump()["text"] for job in waiting]


async def test_of_what_is_open_somebody_is_reminded_once_a_day(tmp_path: Path) -> None:
    async with opened_trail(tmp_path) as trail:  # it is noon
        ada = await newcomer(trail)
        keeping, reminding = trail.habits.keeping, trail.habits.reminding
        made = [
            await keeping.make_habit(ada, NewHabit(name=name, schedule=EveryDay(), reminders=times))
            for name, times in (("Read", (time(21), time(13))), ("Run", (time(21),)), ("Sing", ()))
        ]
        [entry] = [each async for each in reminding.load(shard_of(ada.account_id))]
        assert entry == Entry(ada.account_id, datetime(2026, 3, 15, 13, tzinfo=UTC), None)
        trail.clock.advance(timedelta(hours=1))
        following = await reminding.run(entry)
        assert following is not None
        assert await told(trail) == ["Read"]
        await reminding.run(entry)  # a worker that died did it before
        assert await told(trail) == ["Read"]
        await trail.habits.entering.complete_habit(ada, made[1].id)
        trail.clock.advance(timedelta(hours=8))
        assert following.due == trail.clock.now()
        await reminding.run(following)
        assert await told(trail) == ["Read", "Read"]
        await keeping.change_habit(ada, made[0].id, {"reminders": ()})
        await keeping.archive_habit(ada, made[1].id)
        assert await reminding.find(ada.account_id) is None


async def test_a_streak_at_risk_is_told_of_in_the_evening(tmp_path: Path) -> None:
    async with opened_trail(tmp_path) as trail:
        ada = await newcomer(trail)
        kept, fresh = await trail.habit(ada), await trail.habit(ada)
        for ago in (3, 2, 1):
            await trail.habits.entering.complete_habit(ada, kept, day=TODAY - ago * DAY)
        await trail.habits.entering.complete_habit(ada, fresh, day=TODAY - DAY)
        await trail.habits.calendars.change(ada, Calendar(warn_at_minutes=20 * 60))
        entry = await trail.habits.reminding.find(ada.account_id)
        assert entry is not None
        trail.clock.advance(timedelta(hours=8))
        assert (await trail.habits.reminding.run(entry)) == entry.again(entry.due + DAY)
        assert await told(trail) == ["Read: a streak of 3"]


async def test_what_is_long_past_is_not_told_any_more(tmp_path: Path) -> None:
    async with opened_trail(tmp_path) as trail:
        ada = await newcomer(trail)
        new = NewHabit(name="Read", schedule=EveryDay(), reminders=(time(13),))
        await trail.habits.keeping.make_habit(ada, new)
        entry = await trail.habits.reminding.find(ada.account_id)
        assert entry is not None
        trail.clock.advance(timedelta(hours=6))
        following = await trail.habits.reminding.run(entry)
        assert (following, await told(trail)) == (entry.again(entry.due + DAY), [])


async def test_the_migrations_lead_to_what_is_declared(tmp_path: Path, database: str | None) -> None:
    async with opened_trail(tmp_path, sql=database) as trail:
        assert await differences(trail.services.sql.engine, "habits", SCHEMA) == []


def test_the_clock_on_the_wall_counts_also_where_it_is_put_forward() -> None:
    before = datetime(2026, 3, 28, 20, tzinfo=UTC)  # in Berlin, summer begins in the night
    assert next_moment([time(7)], BERLIN, after=before) == datetime(2026, 3, 29, 5, tzinfo=UTC)
    assert next_moment([time(7)], BERLIN, after=before - DAY) == datetime(2026, 3, 28, 6, tzinfo=UTC)
    assert next_moment([], BERLIN, after=before) is None

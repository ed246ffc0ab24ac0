"""What people see, what it costs to ask, and that all of it can leave."""

from pathlib import Path

import pytest
from sqlalchemy import event

from cairn.apps.habits.rules.schedules import EveryFewDays, OnWeekdays, Period, TimesInPeriod
from cairn.apps.habits.rules.today import Asking
from cairn.apps.habits.service.personal_data import HabitsData
from cairn.apps.habits.service.viewing import Viewing
from cairn.tables import Counted, assert_calls
from tests.apps.habits.service.cast import ADA, BO, DAY, TODAY, Told, opened_trail


async def test_a_dashboard_is_one_question_to_sql_and_one_to_the_table(
    tmp_path: Path, database: str | None
) -> None:
    async with opened_trail(tmp_path, sql=database) as trail:
        for _ in range(20):
            habit = await trail.habit()
            await trail.habits.entering.complete_habit(ADA, habit)
        await trail.settle()
        asked: list[str] = []
        event.listen(
            trail.services.sql.engine.sync_engine,
            "before_cursor_execute",
            lambda _connection, _cursor, statement, *_: asked.append(statement.split()[0]),
        )
        counted = Counted(trail.services.dynamo)
        viewing = Viewing(trail.services.sql, trail.tables_over(counted), trail.clock)
        with assert_calls(counted, queries=1):
            dashboard = await viewing.dashboard(ADA)
        assert [each for each in asked if each != "BEGIN"] == ["SELECT"]
        assert (len(dashboard.habits), dashboard.total_points) == (20, 200)
        assert {each.streak for each in dashboard.habits} == {1}


async def test_what_today_asks_for(tmp_path: Path, database: str | None) -> None:
    async with opened_trail(tmp_path, sql=database) as trail:  # TODAY is a Sunday
        daily = await trail.habit()
        weekdays = await trail.habit(schedule=OnWeekdays(weekdays=frozenset(range(5))))
        weekly = await trail.habit(schedule=TimesInPeriod(times=2, period=Period.WEEK))
        monthly = await trail.habit(schedule=TimesInPeriod(times=1, period=Period.MONTH))
        skipped = await trail.habit(schedule=EveryFewDays(days=2), start=TODAY - 2 * DAY)
        entering = trail.habits.entering
        await entering.complete_habit(ADA, weekly, day=TODAY - 3 * DAY)
        await entering.complete_habit(ADA, monthly, day=TODAY - 12 * DAY)
        await entering.skip_day(ADA, skipped)
        dashboard = await trail.habits.viewing.dashboard(ADA)
        asked = {
            each.habit.id: (each.asked.asking, each.asked.done, each.asked.wanted)
            for each in dashboard.habits
        }
        assert asked == {
            daily: (Asking.DUE, None, None),
            weekdays: (Asking.NOT_TODAY, None, None),
            weekly: (Asking.ANY_DAY, 1, 2),
            monthly: (Asking.DONE, 1, 1),
            skipped: (Asking.EXCUSED, None, None),
        }


async def test_achievements_say_since_when_and_how_far(tmp_path: Path, database: str | None) -> None:
    async with opened_trail(tmp_path, sql=database) as trail:
        assert all(each.unlocked_at is None for each in await trail.habits.viewing.achievements(ADA))
        habit = await trail.habit()
        for ago in range(4, -1, -1):
            await trail.habits.entering.complete_habit(ADA, habit, day=TODAY - ago * DAY)
        found = {each.progress.goal.type: each for each in await trail.habits.viewing.achievements(ADA)}
        assert found["STREAK_3"].unlocked_at == trail.clock.now()
        assert (found["STREAK_7"].unlocked_at, found["STREAK_7"].progress.reached) == (None, 5)


@pytest.mark.parametrize("has_settled", [True, False])
async def test_who_leaves_leaves_nothing_and_nothing_comes_back(
    tmp_path: Path, database: str | None, *, has_settled: bool
) -> None:
    async with opened_trail(tmp_path, sql=database) as trail:
        for who in (ADA, BO):
            habit = await trail.habit(who)
            await trail.habits.entering.complete_habit(who, habit)
        if has_settled:
            await trail.settle()
        data = HabitsData(trail.services)
        files = [name async for name, _ in data.export(ADA.account_id)]
        assert {"person.json", "habits.json", "reached.json", "ledger.json"} < set(files)
        await data.delete(ADA.account_id)
        await data.delete(ADA.account_id)
        assert await trail.told(ADA) == Told(0, {}, frozenset(), {})
        left = {name: told async for name, told in data.export(ADA.account_id)}
        assert left == {"habits.json": [], "perfect_days.json": [], "reached.json": [], "ledger.json": []}
        assert (await trail.told(BO)).points == 10

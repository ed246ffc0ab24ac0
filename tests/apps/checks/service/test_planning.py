"""Planned maintenance: checks are left alone, and their uptime leaves it out."""

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from cairn.apps.checks.rules.maintenance import Recurrence
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.schema import Check, ResultStatus, User
from cairn.apps.checks.service.planning import MOST_WINDOWS, Replanned, WantedWindow
from cairn.apps.checks.service.refusals import NoSuchWindow, NothingGoesOn, TooManyWindows
from cairn.services.problems import InvalidInput
from cairn.tables import attribute
from tests.apps.checks.service.cast import ADA, BO, MINUTE, NOON, Lookout, opened_lookout
from tests.services.due_jobs import do_due
from tests.services.outbound.servers import answer, listening

WELL = answer("200 OK", body=b"Kettles")


def moving(**more: Any) -> WantedWindow:
    given = {
        "title": "Moving",
        "recurrence": Recurrence.ONCE,
        "start": NOON,
        "minutes": 60,
        "is_for_all": True,
    }
    return WantedWindow(**{**given, **more})


async def test_meanwhile_a_check_is_not_looked_at_and_uptime_leaves_it_out(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        made = await lookout.make(server.url)
        await lookout.run(made.checkid)
        await lookout.checks.planning.plan(ADA, moving(start=NOON + 2 * MINUTE, minutes=3))
        for _ in range(10):
            lookout.clock.advance(MINUTE)
            await lookout.run(made.checkid)
        states = [each.state for each in reversed(await lookout.runs(made.checkid))]
        up, planned = TargetState.UP, TargetState.MAINTENANCE
        assert states == [up, up, planned, planned, planned, up, up, up, up, up, up]
        assert len(server.asked) == 8
        [day, *_] = await lookout.checks.viewing.uptimes(ADA, made.checkid)
        assert (day.share, day.seconds_up, day.seconds_maintenance, day.seconds_down) == (1.0, 420, 180, 0)


async def test_a_check_is_due_when_its_maintenance_begins_and_ends(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        made = await lookout.make(server.url, delay_ms=3_600_000)
        start = NOON + 7 * MINUTE
        await lookout.run(made.checkid)
        await lookout.checks.planning.plan(ADA, moving(start=start, minutes=10))

        async def due() -> timedelta:
            entry = await lookout.checks.running.find(made.checkid)
            assert entry is not None
            return entry.due - NOON

        assert await due() == 7 * MINUTE
        lookout.clock.advance(7 * MINUTE)
        await lookout.run(made.checkid)
        assert await due() == 17 * MINUTE


async def test_maintenance_holds_for_those_that_it_names_and_those_with_its_tags(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        named = await lookout.make(f"{server.url}/a")
        tagged = await lookout.make(f"{server.url}/b", tags=frozenset({"shop"}))
        other = await lookout.make(f"{server.url}/c", tags=frozenset({"blog"}))
        await lookout.checks.planning.plan(
            ADA, moving(is_for_all=False, checks=frozenset({named.checkid}), tags=frozenset({"shop"}))
        )
        found = [(await lookout.run(each.checkid)).last_result for each in (named, tagged, other)]
        assert [each and each.status for each in found] == [
            ResultStatus.MAINTENANCE,
            ResultStatus.MAINTENANCE,
            ResultStatus.UP,
        ]


async def test_maintenance_of_one_person_holds_for_no_other(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        his = await lookout.make(server.url, who=BO)
        planned = await lookout.checks.planning.plan(
            ADA, moving(is_for_all=False, checks=frozenset({his.checkid}))
        )
        ran = await lookout.run(his.checkid)
        assert ran.last_result is not None
        assert ran.last_result.status is ResultStatus.UP
        for refused in (
            lookout.checks.planning.window(BO, planned.windowid),
            lookout.checks.planning.amend(BO, planned.windowid, moving()),
            lookout.checks.planning.end(BO, planned.windowid),
            lookout.checks.planning.delete(BO, planned.windowid),
        ):
            with pytest.raises(NoSuchWindow):
                await refused


async def _is_due_now(lookout: Lookout, check: Check) -> bool:
    entry = await lookout.checks.running.find(check.checkid)
    assert entry is not None
    return entry.due <= lookout.clock.now()


async def test_what_is_ended_is_looked_at_at_once(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        made = await lookout.make(server.url, delay_ms=3_600_000)
        planned = await lookout.checks.planning.plan(ADA, moving())
        await lookout.run(made.checkid)
        lookout.clock.advance(MINUTE)
        assert not await _is_due_now(lookout, made)
        await lookout.checks.planning.end(ADA, planned.windowid)
        assert await _is_due_now(lookout, made)
        with pytest.raises(NothingGoesOn):
            await lookout.checks.planning.end(ADA, planned.windowid)


async def test_every_check_of_the_account_is_read_again_when_plans_change(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made = [await lookout.make(f"https://example.org/{each}") for each in range(50)]
        await do_due(lookout.services)
        planned = await lookout.checks.planning.plan(ADA, moving())
        await lookout.checks.planning.delete(ADA, planned.windowid)
        [replan] = await lookout.services.jobs.waiting(100)
        assert replan.kind == "checks.replan"
        payload = Replanned.model_validate_json(replan.payload)
        await lookout.checks.planning.replan(payload, None)  # type: ignore[arg-type]
        waiting = {each.name for each in await lookout.services.jobs.waiting(100)}
        assert waiting == {ADA.account_id, *(each.checkid for each in made)}


async def test_there_is_a_limit_to_what_is_planned(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        planned = await lookout.checks.planning.plan(ADA, moving())
        tables = lookout.services.tables
        await tables.update(User.with_id(ADA.account_id), attribute(User.windows).set(MOST_WINDOWS))
        with pytest.raises(TooManyWindows):
            await lookout.checks.planning.plan(ADA, moving())
        await lookout.checks.planning.delete(ADA, planned.windowid)
        await lookout.checks.planning.plan(ADA, moving(title="Again"))
        assert [each.title for each in await lookout.checks.planning.windows(ADA.account_id)] == ["Again"]


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"title": " "}, "title"),
        ({"minutes": 0}, "minutes"),
        ({"recurrence": Recurrence.CRON, "cron": "0 0 * * *", "minutes": 10_081}, "minutes"),
        ({"time_zone": "Mars/Olympus"}, "timeZone"),
        ({"start": None}, "start"),
        ({"recurrence": Recurrence.CRON, "cron": "often"}, "cron"),
        ({"recurrence": Recurrence.WEEKLY, "weekdays": frozenset({8}), "time_of_day": "03:30"}, "weekdays"),
        ({"recurrence": Recurrence.MONTHLY, "days": frozenset({1}), "time_of_day": "24:00"}, "timeOfDay"),
        ({"recurrence": Recurrence.MONTHLY, "time_of_day": "03:30"}, "days"),
        ({"is_for_all": False}, "checks"),
    ],
)
async def test_what_can_not_be_planned_is_refused_by_name(
    tmp_path: Path, wrong: dict[str, Any], field: str
) -> None:
    async with opened_lookout(tmp_path) as lookout:
        with pytest.raises(InvalidInput) as refused:
            await lookout.checks.planning.plan(ADA, moving(**wrong))
        assert list(refused.value.fields) == [field]

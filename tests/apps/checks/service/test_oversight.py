"""What an operator does about people's checks: nothing is lost, and everybody is told."""

from pathlib import Path

import pytest

from cairn.apps.checks.schema import Check, CheckStatus
from cairn.apps.checks.service.refusals import CheckLimitReached, NobodyWithChecks
from cairn.services.accounts import Operator
from cairn.services.problems import InvalidInput
from tests.apps.checks.service.cast import ADA, BO, MINUTE, NOON, Lookout, member, opened_lookout
from tests.services.due_jobs import do_due

TIERS = '[{"tier": "FREE", "checks": 2, "shortest_seconds": 60}, {"tier": "PRO", "checks": 9, "shortest_seconds": 10}]'


def operator() -> Operator:
    given = member("f")
    return Operator(
        account_id=given.account_id,
        email=given.email,
        is_email_verified=True,
        preferences=given.preferences,
        is_operator=True,
        session_id="a session",
        signed_in_at=NOON,
        csrf_token="a token",
    )


async def stand(lookout: Lookout) -> dict[str, CheckStatus]:
    return {each.title: each.status for each in await lookout.checks.keeping.checks(ADA)}


async def test_while_somebody_is_suspended_nothing_runs_and_nothing_is_lost(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made = [await lookout.make(f"https://example.org/{each}") for each in range(3)]
        running, oversight = lookout.checks.running, lookout.checks.oversight
        await oversight.suspend(operator(), ADA.account_id)
        assert [await running.find(each.checkid) for each in made] == [None] * 3
        assert await lookout.checks.keeping.check(ADA, made[0].checkid) == made[0]
        await oversight.restore(operator(), ADA.account_id)
        found = [await running.find(each.checkid) for each in made]
        assert [each and each.key for each in found] == [each.checkid for each in made]


async def test_a_lower_tier_pauses_the_newest_slows_down_the_quickest_and_says_so(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path, CAIRN_CHECKS_TIERS=TIERS) as lookout:
        await lookout.make("https://example.org/0", name="first")
        oversight = lookout.checks.oversight
        await oversight.put_on_tier(operator(), ADA.account_id, "PRO")
        for name in ("second", "third", "fourth"):
            lookout.clock.advance(MINUTE)
            await lookout.make("https://example.org/", name=name, delay_ms=10_000)
        await do_due(lookout.services)
        await oversight.put_on_tier(operator(), ADA.account_id, "FREE")
        await do_due(lookout.services)
        active, paused = CheckStatus.ACTIVE, CheckStatus.PAUSED
        assert await stand(lookout) == {"first": active, "second": active, "third": paused, "fourth": paused}
        checks = await lookout.checks.keeping.checks(ADA)
        assert {each.delay_ms for each in checks} == {60_000}
        newest = next(each for each in checks if each.title == "fourth")
        with pytest.raises(CheckLimitReached, match="FREE has at most 2"):
            await lookout.checks.keeping.resume(ADA, newest.checkid)
        first = next(each for each in checks if each.title == "first")
        await lookout.checks.keeping.pause(ADA, first.checkid)
        resumed: Check = await lookout.checks.keeping.resume(ADA, newest.checkid)
        assert resumed.status is active


async def test_only_tiers_that_there_are_and_people_who_have_checks(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path, CAIRN_CHECKS_TIERS=TIERS) as lookout:
        await lookout.make("https://example.org/")
        with pytest.raises(InvalidInput, match="is one of FREE, PRO"):
            await lookout.checks.oversight.put_on_tier(operator(), ADA.account_id, "GOLD")
        with pytest.raises(NobodyWithChecks):
            await lookout.checks.oversight.suspend(operator(), BO.account_id)

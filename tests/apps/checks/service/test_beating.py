"""Heartbeats: others call us, and nobody who does not know the address can."""

from datetime import timedelta
from pathlib import Path

import pytest

from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.schema import Check, CheckType
from cairn.apps.checks.service.refusals import NoSuchCheck
from tests.apps.checks.service.cast import ADA, BO, MINUTE, NOON, Lookout, opened_lookout

SECOND = timedelta(seconds=1)


async def backup(lookout: Lookout) -> tuple[Check, str]:
    """A check that is called each five minutes, and the secret of its address."""
    made = await lookout.make(
        "nightly backup", check_type=CheckType.HEARTBEAT, delay_ms=300_000, attributes={"graceSeconds": 30}
    )
    address = lookout.checks.beating.address_of(made)
    assert address is not None
    prefix = f"/api/v1/checks/beats/{made.checkid}/"
    assert prefix in address
    return made, address.partition(prefix)[2]


async def shown(lookout: Lookout, check: Check) -> TargetState:
    ran = await lookout.run(check.checkid)
    assert ran.standing is not None
    return ran.standing.shown


async def test_before_the_first_call_nobody_knows(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made, _ = await backup(lookout)
        assert made.url == "heartbeat://nightly-backup"
        assert await shown(lookout, made) is TargetState.UNKNOWN


async def test_a_call_in_time_is_up_and_the_next_look_comes_when_it_would_be_late(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made, proof = await backup(lookout)
        await lookout.checks.beating.beat(made.checkid, proof, is_good=True, note="")
        assert await shown(lookout, made) is TargetState.UP
        lookout.clock.advance(4 * MINUTE)
        ran = await lookout.run(made.checkid)
        assert ran.due_at == NOON + 5 * MINUTE + 31 * SECOND


async def test_nobody_called_in_time_is_down_until_somebody_calls(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made, proof = await backup(lookout)
        beating = lookout.checks.beating
        await beating.beat(made.checkid, proof, is_good=True, note="")
        await shown(lookout, made)
        lookout.clock.advance(5 * MINUTE + 31 * SECOND)
        assert await shown(lookout, made) is TargetState.DOWN
        assert await lookout.told() == ["heartbeat://nightly-backup is down"]
        lookout.clock.advance(MINUTE)
        await beating.beat(made.checkid, proof, is_good=True, note="")
        entry = await lookout.checks.running.find(made.checkid)
        assert entry is not None
        assert entry.due == lookout.clock.now()  # it is not kept waiting for its turn
        assert await shown(lookout, made) is TargetState.UP
        assert (await lookout.told())[1:] == ["heartbeat://nightly-backup is up again"]


async def test_a_call_can_say_that_something_failed(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made, proof = await backup(lookout)
        await lookout.checks.beating.beat(made.checkid, proof, is_good=False, note="the disk is full")
        ran = await lookout.run(made.checkid)
        assert ran.last_result is not None
        assert ran.last_result.reason == "what it says: expected that all is well, found the disk is full"


async def test_whoever_guesses_finds_nothing(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made, proof = await backup(lookout)
        other, _ = await backup(lookout)
        page = await lookout.make("https://example.org/")
        for checkid, guessed in (
            (made.checkid, ""),
            (made.checkid, proof[:-1]),
            (made.checkid, "ä" * 22),
            (other.checkid, proof),
            ("nothing", proof),
            (page.checkid, lookout.checks.beating._proof(page.checkid)),
        ):
            with pytest.raises(NoSuchCheck):
                await lookout.checks.beating.beat(checkid, guessed, is_good=True, note="")


async def test_where_to_call_only_the_owner_is_told(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made, proof = await backup(lookout)
        address, last = await lookout.checks.beating.heard(ADA, made.checkid)
        assert (address.endswith(proof), last) == (True, None)
        with pytest.raises(NoSuchCheck):
            await lookout.checks.beating.heard(BO, made.checkid)
        page = await lookout.make("https://example.org/")
        with pytest.raises(NoSuchCheck, match="it is no heartbeat"):
            await lookout.checks.beating.heard(ADA, page.checkid)

"""Making checks, changing, pausing, resuming and deleting them."""

import asyncio
from pathlib import Path

import pytest

from cairn.apps.checks.history_schema import Place
from cairn.apps.checks.kinds import KINDS
from cairn.apps.checks.schema import Check, CheckStatus, CheckType, User, UserStatus
from cairn.apps.checks.service.forgetting import all_of
from cairn.apps.checks.service.keeping import FORGET, Amended
from cairn.apps.checks.service.refusals import (
    CheckLimitReached,
    CheckPaused,
    ChecksSuspended,
    LookedJustNow,
    NoSuchCheck,
)
from cairn.services.problems import InvalidInput
from cairn.services.shards import SHARDS
from cairn.tables import attribute
from tests.apps.checks.service.cast import ADA, BO, NOON, Lookout, opened_lookout, wanted
from tests.services.outbound.servers import answer, listening

TIERS = '[{"tier": "FREE", "checks": 3, "shortest_seconds": 60}]'


async def places(lookout: Lookout) -> set[str]:
    tables = lookout.services.tables
    return {each.checkid for shard in range(SHARDS) for each in await tables.all(Place.of_shard(shard))}


async def test_a_check_is_stored_as_its_document_says(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made = await lookout.make("example.org", attributes={"keyword": "Kettles"}, name=" My  shop ")
        stored = await lookout.services.tables.get(Check.with_id(made.checkid))
        assert stored == made
        assert (made.url, made.status, made.name) == ("https://example.org/", CheckStatus.ACTIVE, "My shop")
        assert made.attributes.model_dump(exclude_none=True) == {"keyword": "Kettles"}
        assert await places(lookout) == {made.checkid}
        user = await lookout.services.tables.expect(User.with_id(ADA.account_id))
        assert (user.email, user.tier, user.check_limit, user.checks) == ("a@example.org", "FREE", 50, 1)


async def test_the_limit_holds_when_many_are_made_at_once(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path, CAIRN_CHECKS_TIERS=TIERS) as lookout:
        made = await asyncio.gather(
            *(lookout.make("https://example.org/") for _ in range(12)), return_exceptions=True
        )
        assert sum(isinstance(each, Check) for each in made) == 3
        assert sum(isinstance(each, CheckLimitReached) for each in made) == 9
        checks = await lookout.checks.keeping.checks(ADA)
        assert len(checks) == 3
        await lookout.checks.keeping.delete_check(ADA, checks[0].checkid)
        await lookout.make("https://example.org/")
        with pytest.raises(CheckLimitReached, match="at most 3 checks"):
            await lookout.make("https://example.org/")


async def test_every_field_that_is_not_right_is_named(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        with pytest.raises(InvalidInput) as refused:
            await lookout.make(
                "ftp://example.org/", delay_ms=59_999, attributes={"keywrod": "x", "retries": 11}
            )
        assert refused.value.fields == {
            "url": "ftp: only http:// and https:// can be asked",
            "attributes.keywrod": "is nothing that a AVAILABILITY check knows; it knows assertions, body, "
            "certificateDays, followRedirects, headers, keyword, matchCase, method, opposite, recoveries, retries",
            "attributes.retries": "Input should be less than or equal to 10",
            "delayMs": "is from 60,000 (of the tier FREE) to 86,400,000 milliseconds",
        }
        assert await lookout.checks.keeping.checks(ADA) == []


def test_every_type_can_be_run() -> None:
    assert set(KINDS) == set(CheckType)


async def test_somebody_elses_check_is_not_there(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made = await lookout.make("https://example.org/")
        keeping = lookout.checks.keeping
        for attempt in (
            keeping.check(BO, made.checkid),
            keeping.amend(BO, made.checkid, Amended(name="mine")),
            keeping.pause(BO, made.checkid),
            keeping.resume(BO, made.checkid),
            keeping.run_now(BO, made.checkid),
            keeping.delete_check(BO, made.checkid),
            lookout.checks.viewing.view(BO, made.checkid),
        ):
            with pytest.raises(NoSuchCheck):
                await attempt
        assert await keeping.checks(BO) == []
        assert await keeping.check(ADA, made.checkid) == made


async def test_a_paused_check_does_not_run_until_it_is_resumed(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made = await lookout.make("https://example.org/")
        keeping = lookout.checks.keeping
        assert (await keeping.pause(ADA, made.checkid)).status is CheckStatus.PAUSED
        assert await lookout.checks.running.find(made.checkid) is None
        assert await places(lookout) == set()
        with pytest.raises(CheckPaused):
            await keeping.run_now(ADA, made.checkid)
        assert (await keeping.resume(ADA, made.checkid)).status is CheckStatus.ACTIVE
        entry = await lookout.checks.running.find(made.checkid)
        assert entry is not None
        assert entry.due == NOON


async def test_an_amended_check_keeps_what_was_not_named(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made = await lookout.make("https://example.org/", attributes={"keyword": "a", "retries": 3})
        amended = await lookout.checks.keeping.amend(
            ADA, made.checkid, Amended(name="Shop", tags=frozenset({"mine"}))
        )
        assert (amended.name, amended.tags, amended.url) == ("Shop", frozenset({"mine"}), made.url)
        assert amended.attributes == made.attributes


async def test_the_checks_of_somebody_suspended_do_not_run_and_are_not_lost(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made = await lookout.make("https://example.org/")
        await lookout.services.tables.update(
            User.with_id(ADA.account_id), attribute(User.status).set(UserStatus.SUSPENDED)
        )
        assert await lookout.checks.running.find(made.checkid) is None
        with pytest.raises(ChecksSuspended):
            await lookout.make("https://example.org/")
        assert [each.checkid for each in await lookout.checks.keeping.checks(ADA)] == [made.checkid]


async def test_a_deleted_check_takes_its_history_along(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(answer("200 OK")) as server:
        made = await lookout.make(server.url)
        await lookout.run(made.checkid)
        await lookout.checks.keeping.delete_check(ADA, made.checkid)
        waiting = [each for each in await lookout.services.jobs.waiting() if each.kind == FORGET.name]
        assert [each.name for each in waiting] == [made.checkid]
        await lookout.checks.forgetting.forget_check(made.checkid)
        assert await lookout.services.tables.all(all_of(made.checkid)) == []
        user = await lookout.services.tables.expect(User.with_id(ADA.account_id))
        assert user.checks == 0


async def test_what_was_just_looked_at_is_not_asked_again_at_once(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(answer("200 OK")) as server:
        made = await lookout.make(server.url)
        await lookout.run(made.checkid)
        with pytest.raises(LookedJustNow):
            await lookout.checks.keeping.run_now(ADA, made.checkid)


async def test_a_look_before_saving_keeps_nothing(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(answer("404 Not Found")) as server:
        look = await lookout.checks.trying.try_out(ADA, wanted(server.url))
        assert look.reason == "status: expected 200-299, found 404"
        refused = await lookout.checks.trying.try_out(ADA, wanted("http://127.0.0.1/"))
        assert refused.reason == "127.0.0.1 is this machine; only public addresses can be reached from here"
        assert await lookout.checks.keeping.checks(ADA) == []


async def test_an_account_is_given_out_whole_and_removed_whole(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(answer("200 OK")) as server:
        made, other = await lookout.make(server.url), await lookout.make(server.url, BO)
        await lookout.run(made.checkid)
        data = lookout.checks.data
        exported = {name: content async for name, content in data.export(ADA.account_id)}
        assert set(exported) == {
            "user.json",
            f"checks/{made.checkid}.json",
            f"checks/{made.checkid}-history-1.json",
        }
        assert [each["kind"] for each in exported[f"checks/{made.checkid}-history-1.json"]] == ["RunRecord"]
        await data.delete(ADA.account_id)
        await data.delete(ADA.account_id)
        assert {name async for name, _ in data.export(ADA.account_id)} == set()
        assert await places(lookout) == {other.checkid}


async def test_a_check_depends_on_one_of_the_same_account_and_never_in_a_circle(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        keeping = lookout.checks.keeping
        router = await lookout.make("https://example.org/router")
        shop = await lookout.make("https://example.org/shop", depends_on=router.checkid)
        his = await lookout.make("https://example.org/his", who=BO)
        assert shop.depends_on == router.checkid
        for wrong in (shop.checkid, router.checkid, his.checkid, "nothing"):
            with pytest.raises(InvalidInput) as refused:
                await keeping.amend(ADA, router.checkid, Amended(depends_on=wrong))
            assert list(refused.value.fields) == ["dependsOn"]
        free = await keeping.amend(ADA, shop.checkid, Amended(depends_on=""))
        assert free.depends_on is None
        kept = await keeping.amend(ADA, router.checkid, Amended(depends_on=shop.checkid))
        assert (await keeping.amend(ADA, router.checkid, Amended(name="R"))).depends_on == kept.depends_on

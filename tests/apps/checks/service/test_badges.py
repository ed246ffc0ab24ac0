"""Badges are for everybody where a page shows the check or its owner said so, and for nobody else."""

from datetime import timedelta
from pathlib import Path

import pytest

from cairn.apps.checks.rules.badges import Badge
from cairn.apps.checks.service.refusals import NoSuchBadge, NoSuchCheck
from cairn.apps.checks.service.wanted_pages import WantedShown
from tests.apps.checks.service.cast import ADA, BO, MINUTE, opened_lookout
from tests.apps.checks.service.test_showing import WELL, page_of
from tests.services.outbound.servers import listening


async def test_a_badge_tells_what_the_check_has_found(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        check = await lookout.make(server.url)
        badges = lookout.checks.badges
        await badges.open(ADA, check.checkid)
        unknown = {(await badges.of_check(check.checkid, each)).words for each in Badge}
        assert unknown == {"unknown"}
        for _ in range(3):
            await lookout.run(check.checkid)
            lookout.clock.advance(3 * MINUTE)
        said = {each: (await badges.of_check(check.checkid, each)).words for each in Badge}
        assert said[Badge.STATUS] == "up"
        assert {said[each] for each in Badge if each.startswith("uptime")} == {"100%"}
        assert said[Badge.RESPONSE_TIME].endswith(" ms")


async def test_nobody_sees_a_badge_before_its_owner_wants_that(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        check = await lookout.make("https://example.org/")
        badges = lookout.checks.badges
        with pytest.raises(NoSuchCheck):
            await badges.open(BO, check.checkid)
        for is_open in (True, False):
            await (badges.open if is_open else badges.close)(ADA, check.checkid)
            assert await badges.are_open(ADA, check.checkid) == is_open
        with pytest.raises(NoSuchBadge):
            await badges.of_check(check.checkid, Badge.STATUS)


async def test_a_page_opens_the_badges_of_its_own_checks_alone(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        shown = await lookout.make("https://example.org/")
        hidden = await lookout.make("https://example.com/")
        await lookout.checks.showing.create_page(ADA, page_of(WantedShown(shown.checkid, "Front")))
        said = await lookout.checks.badges.on_page("shop", shown.checkid, Badge.STATUS)
        assert said.words == "unknown"
        with pytest.raises(NoSuchBadge):
            await lookout.checks.badges.on_page("shop", hidden.checkid, Badge.STATUS)
        lookout.clock.advance(timedelta(minutes=6))
        await lookout.checks.keeping.delete_check(ADA, shown.checkid)
        with pytest.raises(NoSuchBadge):
            await lookout.checks.badges.on_page("shop", shown.checkid, Badge.STATUS)

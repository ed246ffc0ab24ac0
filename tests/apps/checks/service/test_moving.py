"""Checks that come and go in files: nothing is made twice, nothing beyond the limit, and what goes comes back."""

from pathlib import Path

import pytest

from cairn.apps.checks.schema import Check, CheckStatus, CheckType
from cairn.apps.checks.service.moving import Fate
from cairn.apps.checks.service.refusals import NoChecksFile
from cairn.services.accounts import Member
from tests.apps.checks.files.test_reading import KUMA, as_bytes
from tests.apps.checks.service.cast import ADA, BO, Lookout, opened_lookout

LINES = b"https://example.org/ shop\nhttps://example.com/\nnowhere\nhttps://example.org/\n"


async def all_of(lookout: Lookout, who: Member = ADA) -> list[Check]:
    return sorted(await lookout.checks.keeping.checks(who), key=lambda check: check.title)


async def test_a_file_is_looked_at_before_anything_is_made(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        await lookout.make("https://example.com/")
        preview = await lookout.checks.moving.look_at(ADA, LINES)
        assert [(each.url, each.fate) for each in preview.lines] == [
            ("https://example.org/", Fate.NEW),
            ("https://example.com/", Fate.KNOWN),
            ("", Fate.REFUSED),
            ("https://example.org/", Fate.KNOWN),
        ]
        assert len(await all_of(lookout)) == 1


async def test_a_file_that_is_taken_over_again_makes_nothing_more(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        taken = await lookout.checks.moving.take_over(ADA, as_bytes(KUMA))
        assert [each.fate for each in taken.lines] == [Fate.NEW] * 4 + [Fate.REFUSED] + [Fate.NEW] * 2 + [
            Fate.REFUSED
        ]
        made = await all_of(lookout)
        assert [(each.name, each.status, each.delay_ms) for each in made] == [
            ("API", CheckStatus.ACTIVE, 60_000),
            ("Front", CheckStatus.ACTIVE, 60_000),
            ("Name", CheckStatus.ACTIVE, 300_000),
            ("Nightly backup", CheckStatus.ACTIVE, 90_000),
            ("SSH", CheckStatus.ACTIVE, 60_000),
            ("Stock", CheckStatus.PAUSED, 60_000),
        ]
        assert taken.lines[1].said == "it looks every 60 s instead of 20 s"
        assert await lookout.checks.running.find(made[0].checkid) is not None
        assert await lookout.checks.running.find(made[5].checkid) is None
        again = await lookout.checks.moving.take_over(ADA, as_bytes(KUMA))
        assert again.count(Fate.NEW) == 0
        assert await all_of(lookout) == made
        elsewhere = await lookout.checks.moving.look_at(BO, as_bytes(KUMA))
        assert elsewhere.count(Fate.NEW) == 6


async def test_the_limit_holds_in_the_order_of_the_file(tmp_path: Path) -> None:
    tiers = '[{"tier": "FREE", "checks": 65, "shortest_seconds": 60}]'
    async with opened_lookout(tmp_path, CAIRN_CHECKS_TIERS=tiers) as lookout:
        await lookout.make("https://example.org/0")
        lines = "\n".join(f"https://example.org/{number}" for number in range(70))
        taken = await lookout.checks.moving.take_over(ADA, lines.encode())
        assert [taken.count(fate) for fate in Fate] == [64, 1, 5]
        assert taken.lines[-1].said == "the tier FREE has no room for more checks"
        assert len(await all_of(lookout)) == 65


@pytest.mark.parametrize("form", ["json", "csv"])
async def test_what_is_taken_along_comes_back_as_it_went(tmp_path: Path, form: str) -> None:
    async with opened_lookout(tmp_path) as lookout:
        router = await lookout.make("https://example.org/", name="=Router", tags=frozenset({"a", "b"}))
        await lookout.make(
            "https://example.com/",
            name="Behind",
            attributes={"keyword": "Ünter", "assertions": [{"kind": "responseTime", "milliseconds": 900}]},
            depends_on=router.checkid,
        )
        price = await lookout.make(
            "https://shop.example/",
            check_type=CheckType.PRICE,
            attributes={"below": "24.90", "currency": "EUR"},
        )
        await lookout.checks.keeping.pause(ADA, price.checkid)
        moving = lookout.checks.moving
        text = await (moving.written_csv if form == "csv" else moving.written_json)(ADA)
        assert (await moving.look_at(ADA, text.encode())).count(Fate.KNOWN) == 3
        await moving.take_over(BO, text.encode())
        mine, theirs = await all_of(lookout, ADA), await all_of(lookout, BO)
        told = [
            [
                (each.url, each.check_type, each.name, each.tags, each.delay_ms, each.status, each.attributes)
                for each in checks
            ]
            for checks in (mine, theirs)
        ]
        assert told[0] == told[1]
        assert [each.depends_on for each in theirs] == [None, theirs[0].checkid, None]


async def test_what_can_not_be_stored_is_refused_and_the_rest_is_taken(tmp_path: Path) -> None:
    checks = [
        {"url": "https://a.example/", "checkType": "AVAILABILITY", "attributes": {"keyword": "\ud800"}},
        {"url": "https://b.example/", "checkType": "AVAILABILITY", "name": "\udfff"},
        {"url": "https://c.example/", "checkType": "AVAILABILITY"},
    ]
    file = as_bytes({"format": "cairn-checks", "version": 1, "checks": checks})
    async with opened_lookout(tmp_path) as lookout:
        taken = await lookout.checks.moving.take_over(ADA, file)
        assert [each.fate for each in taken.lines] == [Fate.REFUSED, Fate.REFUSED, Fate.NEW]
        assert [each.url for each in await all_of(lookout)] == ["https://c.example/"]


async def test_dependencies_of_a_file_never_go_in_circles(tmp_path: Path) -> None:
    text = "url,id,dependsOn\nhttps://a.example/,a,b\nhttps://b.example/,b,a\nhttps://c.example/,c,nowhere\n"
    async with opened_lookout(tmp_path) as lookout:
        await lookout.checks.moving.take_over(ADA, text.encode())
        assert [each.depends_on for each in await all_of(lookout)] == [None, None, None]


async def test_what_is_no_file_of_checks_is_refused(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        with pytest.raises(NoChecksFile):
            await lookout.checks.moving.look_at(ADA, b"{}")

"""Status pages: at addresses of their own, with what was chosen and no more, until they go."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from cairn.apps.checks.rules.maintenance import Recurrence
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.rules.strips import DayState, Overall
from cairn.apps.checks.service.planning import WantedWindow
from cairn.apps.checks.service.refusals import AddressTaken, NoSuchPost, NoSuchStatusPage
from cairn.apps.checks.service.showing import MOST_POSTS
from cairn.apps.checks.service.wanted_pages import WantedGroup, WantedPage, WantedShown
from cairn.apps.checks.status_schema import Address, Post, PostKind, StatusPage
from cairn.services.accounts import Member
from cairn.services.problems import InvalidInput
from cairn.tables import Counted, assert_calls
from tests.apps.checks.service.cast import ADA, BO, MINUTE, Lookout, opened_lookout
from tests.services.outbound.servers import answer, listening

WELL, BROKEN = answer("200 OK", body=b"Kettles"), answer("503 Service Unavailable", body=b"Sorry")


def page_of(*shown: WantedShown, address: str = "shop", title: str = "The shop") -> WantedPage:
    return WantedPage(address=address, title=title, groups=[WantedGroup("Shop", shown)])


async def made(lookout: Lookout, who: Member = ADA, address: str = "shop") -> StatusPage:
    return await lookout.checks.showing.create_page(who, page_of(address=address))


async def test_what_is_shown_is_what_was_chosen_and_no_more(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(BROKEN) as server:
        url = f"{server.url}/secret-path"
        check = await lookout.make(url, name="Private name", attributes={"retries": 0})
        await lookout.run(check.checkid)
        shown = WantedShown(check.checkid, "Front door")
        page = await lookout.checks.showing.create_page(ADA, page_of(shown))
        seen = await lookout.checks.shown_pages.at("shop")
        [group] = seen.groups
        [front] = group.checks
        assert (front.name, front.url, front.state) == ("Front door", None, TargetState.DOWN)
        assert seen.overall is Overall.DOWN
        assert [(each.name, each.ended) for each in seen.incidents] == [("Front door", None)]
        assert "secret-path" not in repr(seen)
        assert "Private name" not in repr(seen)
        with_url = WantedShown(check.checkid, "Front door", shows_url=True)
        await lookout.checks.showing.amend_page(ADA, page.pageid, page_of(with_url))
        seen = await lookout.checks.shown_pages.at("shop")
        assert seen.groups[0].checks[0].url == url


async def test_days_are_those_of_the_check_and_the_last_one_is_today(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        check = await lookout.make(server.url)
        await lookout.checks.showing.create_page(ADA, page_of(WantedShown(check.checkid, "Front")))
        for _ in range(3):
            await lookout.run(check.checkid)
            lookout.clock.advance(MINUTE)
        days = (await lookout.checks.shown_pages.at("shop")).groups[0].checks[0].days
        assert [each.state for each in days[-2:]] == [DayState.UNKNOWN, DayState.UP]


async def test_an_address_belongs_to_one_however_many_ask_for_it_at_once(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        came = await asyncio.gather(
            *(made(lookout, who) for who in (ADA, BO, ADA, BO)), return_exceptions=True
        )
        assert sum(isinstance(each, AddressTaken) for each in came) == 3
        assert sum(isinstance(each, StatusPage) for each in came) == 1


async def test_an_address_that_is_given_up_is_free_again(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        page = await made(lookout)
        await lookout.checks.showing.amend_page(ADA, page.pageid, page_of(address="store"))
        with pytest.raises(NoSuchStatusPage):
            await lookout.checks.shown_pages.at("shop")
        assert (await lookout.checks.shown_pages.at("store")).page.pageid == page.pageid
        await made(lookout, BO, "shop")
        with pytest.raises(AddressTaken):
            await lookout.checks.showing.amend_page(ADA, page.pageid, page_of(address="shop"))
        await lookout.checks.showing.delete_page(ADA, page.pageid)
        with pytest.raises(NoSuchStatusPage):
            await lookout.checks.shown_pages.at("store")
        await made(lookout, BO, "store")


async def test_nobody_shows_changes_or_reads_what_is_somebody_elses(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        check = await lookout.make("https://example.org/")
        showing = lookout.checks.showing
        with pytest.raises(InvalidInput) as refusal:
            await showing.create_page(BO, page_of(WantedShown(check.checkid, "Mine now")))
        assert refusal.value.fields == {"groups.0.checks.0.checkid": "is no check of yours"}
        page = await made(lookout)
        post = await showing.tell(ADA, page.pageid, title="Slow", kind=PostKind.WARNING, text="It is.")
        for asked in (
            showing.page(BO, page.pageid),
            showing.amend_page(BO, page.pageid, page_of(address="bo")),
            showing.delete_page(BO, page.pageid),
            showing.tell(BO, page.pageid, title="x", kind=PostKind.OUTAGE, text="x"),
            showing.add(BO, page.pageid, post.postid, kind=PostKind.OUTAGE, text="x"),
            showing.delete_post(BO, page.pageid, post.postid),
        ):
            with pytest.raises(NoSuchStatusPage):
                await asked


async def test_everything_that_is_not_right_is_told_at_once(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        nameless = await lookout.make("https://example.org/")
        twice = WantedShown(nameless.checkid)
        wanted = page_of(twice, twice, address="-x", title="")
        with pytest.raises(InvalidInput) as refusal:
            await lookout.checks.showing.create_page(ADA, wanted)
        assert refusal.value.fields.keys() == {
            "address",
            "title",
            "groups",
            "groups.0.checks.0.name",
            "groups.0.checks.1.name",
        }


async def test_what_is_told_grows_and_is_over_once_it_is_operational(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        page = await made(lookout)
        showing = lookout.checks.showing
        post = await showing.tell(ADA, page.pageid, title="Slow", kind=PostKind.WARNING, text="We look.")
        assert [each.title for each in (await lookout.checks.shown_pages.at("shop")).open_posts] == ["Slow"]
        lookout.clock.advance(MINUTE)
        await showing.add(ADA, page.pageid, post.postid, kind=PostKind.OPERATIONAL, text="Mended.\x00")
        seen = await lookout.checks.shown_pages.at("shop")
        assert seen.open_posts == []
        [told] = seen.past_posts
        assert [(each.text, each.at) for each in told.entries] == [
            ("We look.", lookout.clock.now() - MINUTE),
            ("Mended.", lookout.clock.now()),
        ]
        await showing.delete_post(ADA, page.pageid, post.postid)
        assert (await lookout.checks.shown_pages.at("shop")).posts == []
        with pytest.raises(NoSuchPost):
            await showing.delete_post(ADA, page.pageid, post.postid)


async def test_of_very_many_posts_the_oldest_give_way(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        page = await made(lookout)
        for number in range(MOST_POSTS + 2):
            lookout.clock.advance(MINUTE)
            await lookout.checks.showing.tell(
                ADA, page.pageid, title=f"{number}", kind=PostKind.INFORMATION, text="x"
            )
        posts = await lookout.checks.showing.posts(ADA, page.pageid)
        assert [posts[0].title, posts[-1].title, len(posts)] == [f"{MOST_POSTS + 1}", "2", MOST_POSTS]


async def test_who_comes_within_a_minute_costs_four_reads(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        check = await lookout.make("https://example.org/")
        page = await lookout.checks.showing.create_page(ADA, page_of(WantedShown(check.checkid, "Front")))
        await lookout.checks.shown_pages.at("shop")
        tables = lookout.services.tables
        counted = tables.dynamo = Counted(tables.dynamo)
        with assert_calls(counted, reads=3, queries=1):
            await lookout.checks.shown_pages.at("shop")
        await lookout.checks.showing.amend_page(ADA, page.pageid, page_of(title="Renamed"))
        assert (await lookout.checks.shown_pages.at("shop")).groups == []
        lookout.clock.advance(timedelta(minutes=2))
        assert (await lookout.checks.shown_pages.at("shop")).at == lookout.clock.now()


async def test_a_check_that_is_deleted_leaves_the_page(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        check = await lookout.make("https://example.org/")
        await lookout.checks.showing.create_page(ADA, page_of(WantedShown(check.checkid, "Front")))
        await lookout.checks.keeping.delete_check(ADA, check.checkid)
        assert (await lookout.checks.shown_pages.at("shop")).groups == []


async def test_who_leaves_takes_pages_posts_and_badges_along(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        page = await made(lookout)
        post = await lookout.checks.showing.tell(
            ADA, page.pageid, title="Slow", kind=PostKind.WARNING, text="We look."
        )
        taken = {name: each async for name, each in lookout.checks.data.export(ADA.account_id)}
        told = taken["status-pages/shop.json"]
        assert (told["title"], [each["postid"] for each in told["posts"]]) == ("The shop", [post.postid])
        await lookout.checks.data.delete(ADA.account_id)
        with pytest.raises(NoSuchStatusPage):
            await lookout.checks.shown_pages.at("shop")
        tables = lookout.services.tables
        assert await tables.get(Address.of("shop"), consistent=True) is None
        assert await tables.all(StatusPage.of_user(ADA.account_id)) == []
        assert await tables.all(Post.last_of(page.pageid, 5)) == []


async def test_maintenance_of_what_is_shown_is_told_before_and_while_it_goes_on(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        shown = await lookout.make("https://example.org/")
        hidden = await lookout.make("https://example.com/")
        await lookout.checks.showing.create_page(ADA, page_of(WantedShown(shown.checkid, "Front")))
        begins = lookout.clock.now() + timedelta(days=2)
        for title, checkid in (("Moving", shown.checkid), ("Secret", hidden.checkid)):
            window = WantedWindow(
                title=title,
                recurrence=Recurrence.ONCE,
                start=begins,
                minutes=60,
                checks=frozenset({checkid}),
            )
            await lookout.checks.planning.plan(ADA, window)
        [planned] = (await lookout.checks.shown_pages.at("shop")).maintenance
        assert (planned.title, planned.begins, planned.goes_on) == ("Moving", begins, False)
        lookout.clock.advance(timedelta(days=2, minutes=1))
        [planned] = (await lookout.checks.shown_pages.at("shop")).maintenance
        assert (planned.ends, planned.goes_on) == (begins + timedelta(hours=1), True)
        lookout.clock.advance(timedelta(hours=1))
        assert (await lookout.checks.shown_pages.at("shop")).maintenance == []

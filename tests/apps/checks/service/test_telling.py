"""Telling people: one message where much happened, and none of what another one explains."""

from datetime import timedelta
from pathlib import Path

from cairn.apps.checks.schema import Check
from cairn.services.notify import Urgency
from tests.apps.checks.service.cast import ADA, MINUTE, NOON, Lookout, opened_lookout
from tests.services.due_jobs import do_due
from tests.services.outbound.servers import Answering, answer, listening

WELL, BROKEN = answer("200 OK"), answer("500 Internal Server Error")
SECOND = timedelta(seconds=1)


class Street:
    """A server with many doors, of which some are broken."""

    def __init__(self) -> None:
        self.broken: set[str] = set()

    async def __call__(self, asked: object, writer: object) -> None:
        path = asked.line.split()[1].strip("/")  # type: ignore[attr-defined]
        answering: Answering = BROKEN if path in self.broken else WELL
        await answering(asked, writer)  # type: ignore[arg-type]


async def settled(lookout: Lookout, url: str, *names: str, on: str = "") -> list[Check]:
    made = [
        await lookout.make(f"{url}/{name}", name=name, depends_on=on, attributes={"retries": 0})
        for name in names
    ]
    for each in made:
        await lookout.run(each.checkid)
    lookout.clock.advance(MINUTE)
    return made


async def test_one_thing_is_told_as_it_is_within_seconds(tmp_path: Path) -> None:
    street = Street()
    async with opened_lookout(tmp_path) as lookout, listening(street) as server:
        [shop] = await settled(lookout, server.url, "shop")
        street.broken = {"shop"}
        await lookout.run(shop.checkid)
        [job] = [each for each in await lookout.services.jobs.waiting() if each.kind == "checks.tell"]
        assert SECOND <= job.due_at - lookout.clock.now() <= 12 * SECOND
        assert await lookout.tell() is None
        [message] = await lookout.messages()
        assert (message.title, message.urgency) == ("shop is down", Urgency.HIGH)
        assert "UP → DOWN after 1 minute, since 2026-03-15 12:01:00 UTC." in message.text
        assert "status: expected 200-299, found 500" in message.text
        assert await lookout.told() == []


async def test_what_falls_together_is_one_message(tmp_path: Path) -> None:
    street = Street()
    async with opened_lookout(tmp_path) as lookout, listening(street) as server:
        names = [f"page {each}".replace(" ", "-") for each in range(40)]
        made = await settled(lookout, server.url, *names)
        street.broken = set(names)
        for each in made:
            await lookout.run(each.checkid)
            lookout.clock.advance(SECOND / 2)
        assert await lookout.tell() == 40 * SECOND  # much has happened: more may follow
        lookout.clock.advance(40 * SECOND)
        assert await lookout.tell() is None
        [message] = await lookout.messages()
        assert message.title == "Checks: 40 down"
        assert message.text.startswith("page-0 is down\nUP → DOWN")
        assert message.text.endswith("And 10 more.")
        assert await lookout.told() == []


async def test_after_a_message_the_next_waits_for_a_minute(tmp_path: Path) -> None:
    street = Street()
    async with opened_lookout(tmp_path) as lookout, listening(street) as server:
        first, second, third = await settled(lookout, server.url, "a", "b", "c")
        street.broken = {"a"}
        await lookout.run(first.checkid)
        await lookout.tell()
        street.broken = {"a", "b", "c"}
        lookout.clock.advance(20 * SECOND)
        await lookout.run(second.checkid)
        await lookout.run(third.checkid)
        assert await lookout.tell() == 40 * SECOND
        lookout.clock.advance(40 * SECOND)
        await lookout.tell()
        assert [each.title for each in await lookout.messages()] == ["a is down", "Checks: 2 down"]


async def test_what_depends_on_one_that_is_down_is_kept_quiet_also_when_it_comes_back(tmp_path: Path) -> None:
    street = Street()
    async with opened_lookout(tmp_path) as lookout, listening(street) as server:
        [router] = await settled(lookout, server.url, "router")
        behind = await settled(lookout, server.url, "a", "b", on=router.checkid)
        street.broken = {"router", "a", "b"}
        for each in (*behind, router):
            await lookout.run(each.checkid)
        assert await lookout.tell() == MINUTE
        [message] = await lookout.messages()
        assert message.title == "router is down"
        assert message.text.endswith("2 more that depend on it are kept quiet.")
        street.broken = set()
        lookout.clock.advance(2 * MINUTE)
        for each in (router, *behind):
            await lookout.run(each.checkid)
        assert await lookout.tell() is None
        assert [each.title for each in await lookout.messages()] == ["router is down", "router is up again"]
        assert await lookout.told() == []


async def test_what_does_not_come_back_with_the_other_is_told_then(tmp_path: Path) -> None:
    street = Street()
    async with opened_lookout(tmp_path) as lookout, listening(street) as server:
        [router] = await settled(lookout, server.url, "router")
        [page] = await settled(lookout, server.url, "page", on=router.checkid)
        street.broken = {"router", "page"}
        await lookout.run(page.checkid)
        await lookout.run(router.checkid)
        await lookout.tell()
        street.broken = {"page"}
        lookout.clock.advance(2 * MINUTE)
        await lookout.run(router.checkid)
        assert await lookout.tell() == MINUTE  # nobody has looked at the page since
        lookout.clock.advance(MINUTE)
        await lookout.run(page.checkid)
        await lookout.tell()
        assert [each.title for each in await lookout.messages()] == [
            "router is down",
            "router is up again",
            "page is down",
        ]


async def test_the_other_is_looked_at_first_when_nobody_has_since(tmp_path: Path) -> None:
    street = Street()
    async with opened_lookout(tmp_path) as lookout, listening(street) as server:
        [router] = await settled(lookout, server.url, "router")
        [page] = await settled(lookout, server.url, "page", on=router.checkid)
        street.broken = {"router", "page"}
        await lookout.run(page.checkid)
        assert await lookout.tell() == 15 * SECOND
        assert await lookout.messages() == []
        entry = await lookout.checks.running.find(router.checkid)
        assert entry is not None
        assert entry.due == lookout.clock.now()
        await lookout.run(router.checkid)
        await lookout.tell()
        assert [each.title for each in await lookout.messages()] == ["router is down"]


async def test_what_was_told_is_never_told_again_though_it_could_not_be_removed(tmp_path: Path) -> None:
    street = Street()
    async with opened_lookout(tmp_path) as lookout, listening(street) as server:
        [shop] = await settled(lookout, server.url, "shop")
        street.broken = {"shop"}
        await lookout.run(shop.checkid)
        tables = lookout.services.tables
        remove = tables.write_batch

        async def fail(actions: list[object]) -> None:
            if actions:
                raise ConnectionError("the machine is gone")

        tables.write_batch = fail  # type: ignore[assignment,method-assign]
        try:
            await lookout.tell()
        except ConnectionError:
            tables.write_batch = remove  # type: ignore[method-assign]
        assert await lookout.told() == ["shop is down"]
        lookout.clock.advance(2 * MINUTE)
        await lookout.tell()
        assert len(await lookout.messages()) == 1
        assert await lookout.told() == []


async def test_a_worker_tells_what_happened(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(BROKEN) as server:
        made = await lookout.make(server.url, attributes={"retries": 0})
        await lookout.run(made.checkid)
        lookout.clock.advance(15 * SECOND)
        await do_due(lookout.services)
        assert await lookout.told() == []
        assert lookout.clock.now() == NOON + 15 * SECOND
        assert ADA.account_id == made.userid

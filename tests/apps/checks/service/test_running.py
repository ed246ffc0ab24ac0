"""Running checks: what a run writes, whom it tells, and what happens when others have been quicker."""

from datetime import timedelta
from decimal import Decimal
from pathlib import Path

from cairn.apps.checks.history_schema import PriceSeen
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.schema import CheckStatus, CheckType, LastResult, ResultStatus
from cairn.tables import Counted, assert_calls
from tests.apps.checks.service.cast import ADA, MINUTE, NOON, Lookout, opened_lookout
from tests.services.outbound.servers import Answering, Asked, answer, listening

WELL, BROKEN = answer("200 OK", body=b"Kettles"), answer("500 Internal Server Error", body=b"Sorry")


class Moody:
    """A server whose answer changes."""

    def __init__(self, answering: Answering) -> None:
        self.now = answering

    async def __call__(self, asked: Asked, writer: object) -> None:
        await self.now(asked, writer)  # type: ignore[arg-type]


async def again(lookout: Lookout, checkid: str, by: timedelta = MINUTE) -> TargetState:
    lookout.clock.advance(by)
    ran = await lookout.run(checkid)
    assert ran.standing is not None
    return ran.standing.shown


async def test_a_run_is_noted_as_the_document_says(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        made = await lookout.make(server.url, attributes={"keyword": "kettles"})
        ran = await lookout.run(made.checkid)
        assert ran.last_executed_at == NOON
        assert ran.last_result is not None
        assert ran.last_result == LastResult(
            status=ResultStatus.UP, response_time=ran.last_result.response_time, keyword_found=True
        )
        assert ran.due_at is not None
        assert timedelta(seconds=57) <= ran.due_at - NOON <= timedelta(seconds=63)
        [run] = await lookout.runs(made.checkid)
        assert (run.at, run.state, [each.subject for each in run.findings]) == (
            NOON,
            TargetState.UP,
            ["status", "text"],
        )
        assert await lookout.told() == []  # that something is up from the first is no news


async def test_a_run_reads_nothing_and_writes_once(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        made = await lookout.make(server.url)
        running = lookout.checks.running
        entry = await running.find(made.checkid)
        assert entry is not None
        entry = await running.run(entry)
        assert entry is not None
        lookout.clock.advance(MINUTE)
        tables = lookout.services.tables
        counted = tables.dynamo = Counted(tables.dynamo)
        with assert_calls(counted, transactions=1):
            await running.run(entry)


async def test_down_is_told_once_after_its_retries_and_up_again_once(tmp_path: Path) -> None:
    server = Moody(WELL)
    async with opened_lookout(tmp_path) as lookout, listening(server) as listened:
        made = await lookout.make(listened.url, name="Shop")
        await lookout.run(made.checkid)
        server.now = BROKEN
        found = [await again(lookout, made.checkid) for _ in range(3)]
        assert found == [TargetState.PENDING, TargetState.DOWN, TargetState.DOWN]
        assert await lookout.told() == ["Shop is down"]
        [incident] = await lookout.incidents(made.checkid)
        assert (incident.began, incident.ended, incident.cause, incident.sample) == (
            NOON + MINUTE,
            None,
            "status: expected 200-299, found 500",
            "HTTP 500\nSorry",
        )
        server.now = WELL
        assert await again(lookout, made.checkid) is TargetState.UP
        assert await lookout.told() == ["Shop is down", "Shop is up again"]
        [incident] = await lookout.incidents(made.checkid)
        assert (incident.ended, incident.cause) == (NOON + 4 * MINUTE, "status: expected 200-299, found 500")


async def test_what_failed_is_looked_at_sooner(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(BROKEN) as server:
        made = await lookout.make(server.url)
        ran = await lookout.run(made.checkid)
        assert ran.due_at is not None
        assert ran.due_at - NOON < timedelta(seconds=13)


async def test_uptime_is_reckoned_by_time(tmp_path: Path) -> None:
    server = Moody(WELL)
    async with opened_lookout(tmp_path) as lookout, listening(server) as listened:
        made = await lookout.make(listened.url, attributes={"retries": 0})
        await lookout.run(made.checkid)
        for state in [WELL] * 89 + [BROKEN] * 30:
            server.now = state
            await again(lookout, made.checkid)
        view = await lookout.checks.viewing.view(ADA, made.checkid)
        day = view.uptimes[0]
        assert (day.period, day.seconds_up, day.seconds_down, day.seconds_unknown) == (
            "24 hours",
            90 * 60,
            29 * 60,
            0,
        )
        assert day.share == 90 / 119
        assert len(view.runs) == 90
        assert [each.answers for each in view.days] == [120]


async def test_time_in_which_nobody_looked_is_unknown(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        made = await lookout.make(server.url)
        await lookout.run(made.checkid)
        await again(lookout, made.checkid, timedelta(hours=1))
        [day, *_] = await lookout.checks.viewing.uptimes(ADA, made.checkid)
        assert (day.share, day.seconds_up, day.seconds_unknown) == (1.0, 120, 3480)


async def test_what_can_not_be_run_fails_with_the_reason_and_can_be_resumed(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made = await lookout.make("http://127.0.0.1/", name="Mine")
        ran = await lookout.run(made.checkid)
        reason = "127.0.0.1 is this machine; only public addresses can be reached from here"
        assert (ran.status, ran.last_result) == (
            CheckStatus.FAILED,
            LastResult(status=ResultStatus.UNKNOWN, reason=reason),
        )
        assert await lookout.told() == ["Mine can't be looked at"]
        assert await lookout.checks.running.find(made.checkid) is None
        assert (await lookout.checks.keeping.resume(ADA, made.checkid)).status is CheckStatus.ACTIVE


async def test_a_run_of_a_check_that_was_paused_meanwhile_leaves_no_trace(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        made = await lookout.make(server.url)
        entry = await lookout.checks.running.find(made.checkid)
        assert entry is not None
        lookout.clock.advance(MINUTE)
        paused = await lookout.checks.keeping.pause(ADA, made.checkid)
        assert await lookout.checks.running.run(entry) is None
        assert await lookout.checks.keeping.check(ADA, made.checkid) == paused
        assert await lookout.runs(made.checkid) == []


async def test_two_workers_that_run_the_same_leave_one_run(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(BROKEN) as server:
        made = await lookout.make(server.url, attributes={"retries": 0})
        entry = await lookout.checks.running.find(made.checkid)
        assert entry is not None
        await lookout.checks.running.run(entry)
        following = await lookout.checks.running.run(entry)
        assert following is not None
        assert following.what.check.last_executed_at == NOON
        assert len(await lookout.runs(made.checkid)) == 1
        assert len(await lookout.told()) == 1


async def test_one_account_never_keeps_the_others_waiting(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path, CAIRN_CHECKS_AT_ONCE_FOR_ONE="1") as lookout:
        lines: list[str] = []
        running = lookout.checks.running

        async def held(asked: Asked, writer: object) -> None:
            lines.append(asked.line)
            entry = await running.find(other.checkid)
            assert entry is not None
            put_off = await running.run(entry)
            assert put_off is not None
            assert put_off.due == NOON + timedelta(seconds=1)
            await WELL(asked, writer)  # type: ignore[arg-type]

        async with listening(held) as server:
            made, other = await lookout.make(f"{server.url}/a"), await lookout.make(f"{server.url}/b")
            entry = await running.find(made.checkid)
            assert entry is not None
            await running.run(entry)
        assert lines == ["GET /a HTTP/1.1"]


def shop(price: str, stock: str = "InStock") -> Answering:
    page = (
        '<script type="application/ld+json">{"@type":"Product","offers":{"@type":"Offer","price":"'
        f'{price}","priceCurrency":"EUR","availability":"https://schema.org/{stock}"}}}}</script>'
    )
    return answer("200 OK", "Content-Type: text/html", body=page.encode())


async def test_a_price_is_told_when_it_crosses_the_line_and_again_after_it_went_back(tmp_path: Path) -> None:
    server = Moody(shop("30.00"))
    async with opened_lookout(tmp_path) as lookout, listening(server) as listened:
        made = await lookout.make(
            listened.url, check_type=CheckType.PRICE, attributes={"below": "25"}, name="Kettle"
        )
        await lookout.run(made.checkid)
        for price in ("24.50", "24.00", "26.00", "25.00"):
            server.now = shop(price)
            await again(lookout, made.checkid)
        assert await lookout.told() == [
            "Kettle has come down to your line: 24.50 EUR",
            "Kettle has come down to your line: 25.00 EUR",
        ]
        seen = await lookout.services.tables.all(PriceSeen.last_of(made.checkid, 10))
        assert [each.amount for each in seen] == [
            Decimal(each) for each in ("25.00", "26.00", "24.00", "24.50", "30.00")
        ]
        kept = await lookout.checks.keeping.check(ADA, made.checkid)
        assert kept.standing is not None
        assert kept.standing.price is not None
        assert (kept.standing.price.lowest, kept.standing.price.lowest_at) == (
            Decimal("24.00"),
            NOON + 2 * MINUTE,
        )


async def test_a_shop_that_can_not_be_read_keeps_the_last_price(tmp_path: Path) -> None:
    server = Moody(shop("30.00"))
    async with opened_lookout(tmp_path) as lookout, listening(server) as listened:
        made = await lookout.make(
            listened.url, check_type=CheckType.PRICE, attributes={"backInStock": True}, name="Kettle"
        )
        await lookout.run(made.checkid)
        server.now = answer("200 OK", body=b"Prove that you are a person")
        assert await again(lookout, made.checkid) is TargetState.UNKNOWN
        server.now = shop("30.00", "OutOfStock")
        await again(lookout, made.checkid)
        server.now = shop("30.00")
        await again(lookout, made.checkid)
        assert await lookout.told() == ["Kettle can be bought again: 30.00 EUR"]
        assert len(await lookout.services.tables.all(PriceSeen.last_of(made.checkid, 10))) == 1


async def test_every_assertion_is_held_against_the_answer_after_it_was_kept(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout, listening(WELL) as server:
        asserted = [
            {"kind": "status", "ranges": "200-299"},
            {"kind": "text", "text": "Teapots", "absent": True},
            {"kind": "size", "bytes": 3},
        ]
        made = await lookout.make(server.url, attributes={"assertions": asserted})
        await lookout.run(made.checkid)
        [run] = await lookout.runs(made.checkid)
        assert [(each.subject, each.held) for each in run.findings] == [
            ("status", True),
            ("text", True),
            ("size", True),
        ]


async def test_while_no_witness_answers_what_nobody_could_reach_is_unknown_and_not_down(
    tmp_path: Path,
) -> None:
    async with listening(WELL) as witness, listening(WELL) as gone:
        closed = gone.url
        named = f"{witness.host}:{witness.port}"
    # Both are away now, as they are when we have no network.
    async with opened_lookout(tmp_path, CAIRN_CHECKS_WITNESSES=named) as lookout:
        made = await lookout.make(closed, attributes={"retries": 0})
        ran = await lookout.run(made.checkid)
        assert ran.last_result is not None
        assert (ran.last_result.status, ran.last_result.reason) == (
            ResultStatus.UNKNOWN,
            "we could not look: nothing at all can be reached from here",
        )


async def test_while_a_witness_answers_what_nobody_could_reach_is_down(tmp_path: Path) -> None:
    async with listening(WELL) as gone:
        closed = gone.url
    async with listening(WELL) as witness:
        named = f"{witness.host}:{witness.port}"
        async with opened_lookout(tmp_path, CAIRN_CHECKS_WITNESSES=named) as lookout:
            made = await lookout.make(closed, attributes={"retries": 0})
            running = lookout.checks.running
            for _ in range(2):
                entry = await running.find(made.checkid)
                assert entry is not None
                await running.run(entry)
                lookout.clock.advance(timedelta(seconds=1))
            assert [each.state for each in await lookout.runs(made.checkid)] == [TargetState.DOWN] * 2
            assert witness.connections == 1  # what it said holds for some seconds

"""A check's page: what it has found, in pictures and words, at a cost that does not grow with its history."""

from datetime import timedelta
from decimal import Decimal
from pathlib import Path

from cairn.apps.checks.app import CHECKS
from cairn.apps.checks.history_schema import Incident, KeptFinding, PriceSeen, RunRecord
from cairn.apps.checks.rules.states import TargetState
from cairn.apps.checks.schema import Check
from cairn.apps.checks.standing import KeptPrice, Standing
from cairn.tables import Counted, put
from tests.web.browser import Browser
from tests.web.cast import ADA, NOON, House, opened_house

MINUTE = timedelta(minutes=1)


async def a_check(house: House, ada: Browser, check_type: str = "AVAILABILITY") -> Check:
    body = {"url": "https://example.org/", "checkType": check_type, "name": "Kettle"}
    made = (await ada.post("/api/v1/checks", body=body)).json()
    return await house.services.tables.expect(Check.with_id(made["checkid"]), consistent=True)


def run_of(check: Check, ago: int, *, state: TargetState = TargetState.UP) -> RunRecord:
    return RunRecord(
        checkid=check.checkid,
        at=NOON - ago * MINUTE,
        state=state,
        response_time=100 + ago,
        findings=(KeptFinding(subject="status", expected="200-299", found="200", held=True),),
    )


async def test_it_says_what_was_expected_and_found_and_how_long_it_was_down(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        check = await a_check(house, ada)
        incident = Incident(
            checkid=check.checkid,
            began=NOON - timedelta(hours=5),
            ended=NOON - timedelta(hours=3),
            cause="status: expected 200-299, found 503",
            sample="HTTP 503\n<b>Sorry</b>",
        )
        runs = [run_of(check, 1), run_of(check, 2, state=TargetState.DOWN), run_of(check, 3)]
        await house.services.tables.write_batch([put(incident), *(put(each) for each in runs)])
        page = (await ada.get(f"/checks/{check.checkid}")).text
        assert 'aria-label="The last 3 runs: 2 up, 1 down"' in page
        assert "for 2 hours" in page
        assert "&lt;b&gt;Sorry&lt;/b&gt;" in page
        assert '<td data-name="Expected">200-299</td><td data-name="Found">200</td>' in page
        assert "How quick its last answers were" in page


async def test_a_price_is_drawn_beside_the_lowest_so_far(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        check = await a_check(house, ada, "PRICE")
        amounts = [Decimal(30), Decimal(25), Decimal(28)]
        seen = [
            PriceSeen(checkid=check.checkid, at=NOON - timedelta(days=3 - day), amount=amount, currency="EUR")
            for day, amount in enumerate(amounts)
        ]
        price = KeptPrice(amount=Decimal(28), currency="EUR", lowest=Decimal(25), in_stock=True)
        known = check.changed(standing=Standing(shown=TargetState.UP, price=price))
        await house.services.tables.write_batch([put(known), *(put(each) for each in seen)])
        page = (await ada.get(f"/checks/{check.checkid}")).text
        for text in ("28.00 EUR", "25.00 EUR", "in stock", "What it cost", "lowest so far"):
            assert text in page


async def test_looking_at_it_costs_as_much_with_a_long_history_as_with_a_short_one(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        check = await a_check(house, ada)
        tables = house.services.tables
        counted = tables.dynamo = Counted(tables.dynamo)
        costs = []
        for runs in (1, 300):
            await tables.write_batch([put(run_of(check, ago)) for ago in range(runs)])
            counted.calls.clear()
            page = await ada.get(f"/checks/{check.checkid}")
            costs.append([call.operation for call in counted.calls])
        assert costs[0] == costs[1]
        assert page.text.count('<rect class="run run-up"') == 90

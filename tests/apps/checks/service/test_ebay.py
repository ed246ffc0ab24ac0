"""Watching eBay: a search, a listing, its variations, an auction; and one token and one call for everybody."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from cairn.apps.checks.ebay.asking import Question
from cairn.apps.checks.ebay.marketplaces import MARKETPLACES
from cairn.apps.checks.ebay.wanted import wanted
from cairn.apps.checks.ebay_schema import EbayAnswer, EbayToken
from cairn.apps.checks.rules.prices import Money
from cairn.apps.checks.schema import Check, CheckStatus, CheckType, ResultStatus
from cairn.tables import put
from tests.apps.checks.ebay_server import CLIENT_ID, CLIENT_SECRET, EbayServer, auction, item, shipping
from tests.apps.checks.service.cast import ADA, BO, MINUTE, NOON, Lookout, opened_lookout
from tests.services.outbound.servers import listening

SEARCH = "https://www.ebay.de/sch/i.html?_nkw=kettle&_sop=15&LH_BIN=1"
LISTING = "https://www.ebay.de/itm/Kettle/123456789012"


@asynccontextmanager
async def opened(folder: Path, ebay: EbayServer, **environment: str) -> AsyncIterator[Lookout]:
    async with listening(ebay) as server:
        given = {
            "CAIRN_CHECKS_EBAY_URL": server.url,
            "CAIRN_CHECKS_EBAY_CLIENT_ID": CLIENT_ID,
            "CAIRN_CHECKS_EBAY_CLIENT_SECRET": CLIENT_SECRET,
            **environment,
        }
        async with opened_lookout(folder, **given) as lookout:
            yield lookout


async def watch(lookout: Lookout, url: str = SEARCH, **more: Any) -> Check:
    attributes = more.pop("attributes", {})
    return await lookout.make(
        url,
        check_type=CheckType.EBAY,
        attributes=attributes,
        **{"name": "Kettle", "delay_ms": 300_000, **more},
    )


def price_of(check: Check) -> Money | None:
    assert check.standing is not None
    assert check.standing.price is not None
    return check.standing.price.price


def euros(amount: str) -> Money:
    return Money(Decimal(amount), "EUR")


async def again(lookout: Lookout, check: Check, by: timedelta = 5 * MINUTE) -> Check:
    lookout.clock.advance(by)
    return await lookout.run(check.checkid)


async def test_a_search_has_the_price_of_the_cheapest_that_is_wanted(tmp_path: Path) -> None:
    ebay = EbayServer(
        [
            item(1, "9.00", "Toy kettle for dolls"),
            item(2, "30.00", **shipping("0.00")),
            item(3, "25.00", **shipping("9.90")),
            item(4, "10.00", seller={"username": "new", "feedbackScore": 2}),
            item(5, "1.00", "Teapot"),
        ]
    )
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(lookout, attributes={"exclude": ["dolls"], "leastFeedback": 10})
        assert price_of(await lookout.run(made.checkid)) == euros("30.00")
        [run] = await lookout.runs(made.checkid)
        assert [(each.subject, each.found) for each in run.findings] == [
            ("cheapest", "30.00 EUR: Cast iron kettle"),
            ("listings", "2 of 4"),
            ("eBay", "at 12:00:00 UTC"),
        ]
        bare = await watch(
            lookout, attributes={"exclude": ["dolls"], "leastFeedback": 10, "withShipping": False}
        )
        assert price_of(await lookout.run(bare.checkid)) == euros("25.00")


async def test_it_is_told_once_when_the_cheapest_falls_below_the_line(tmp_path: Path) -> None:
    ebay = EbayServer([item(1, "30.00")])
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(lookout, attributes={"below": "20"})
        await lookout.run(made.checkid)
        ebay.listings.append(item(2, "18.00", "Old kettle"))
        await again(lookout, made)
        await again(lookout, made)
        assert await lookout.told() == ["Kettle has come down to your line: 18.00 EUR"]
        ebay.listings.clear()  # sold
        gone = await again(lookout, made)
        assert gone.last_result is not None
        assert gone.last_result.status is ResultStatus.UP
        ebay.listings.append(item(3, "19.00"))
        await again(lookout, made)
        assert (await lookout.told())[1:] == ["Kettle has come down to your line: 19.00 EUR"]


async def test_something_new_is_told_and_what_was_there_before_is_not(tmp_path: Path) -> None:
    ebay = EbayServer([item(1, "30.00")])
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(lookout, attributes={"newListing": True, "exclude": ["toy"]})
        await lookout.run(made.checkid)
        ebay.listings.append(item(2, "45.00", itemCreationDate="2026-03-15T12:03:00.000Z"))
        ebay.listings.append(item(3, "5.00", "Toy kettle", itemCreationDate="2026-03-15T12:04:00.000Z"))
        await again(lookout, made)
        await again(lookout, made)
        assert await lookout.told() == ["Kettle has something new: 45.00 EUR"]


async def test_the_address_of_the_search_says_what_is_asked(tmp_path: Path) -> None:
    ebay = EbayServer([item(1, "30.00")])
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(
            lookout,
            "https://www.ebay.co.uk/sch/i.html?_nkw=cast+iron&_udlo=5&_udhi=40.50&LH_ItemCondition=3",
            attributes={"country": "IE"},
        )
        await lookout.run(made.checkid)
        asked = (
            "/item_summary/search?q=cast%20iron&limit=50&sort=price&filter="
            "buyingOptions%3A%7BFIXED_PRICE%7D%2Cprice%3A%5B5..40.50%5D%2CpriceCurrency%3AGBP%2C"
            "conditions%3A%7BNEW%7D"
        )
        assert ebay.calls == [asked]
        [headers] = ebay.headers
        assert headers["x-ebay-c-marketplace-id"] == "EBAY_GB"
        assert headers["x-ebay-c-enduserctx"] == "contextualLocation=country%3DIE"


async def test_all_who_watch_the_same_share_one_call_and_one_token(tmp_path: Path) -> None:
    ebay = EbayServer([item(1, "30.00")])
    async with opened(tmp_path, ebay) as lookout:
        made = [await watch(lookout, who=who) for who in (ADA, BO, ADA, BO)]
        made.append(
            await watch(lookout, who=BO, attributes={"below": "20"})
        )  # other wishes, the same question
        for each in made:
            await lookout.run(each.checkid)
        assert (ebay.searches, ebay.mints) == (1, 1)
        lookout.clock.advance(5 * MINUTE)
        for each in made:
            await lookout.run(each.checkid)
        assert (ebay.searches, ebay.mints) == (2, 1)
        quota = await lookout.checks.ebay.quota()
        assert (quota.calls, quota.tokens, quota.calls_a_day) == (2, 1, 5000)


async def test_the_token_is_renewed_some_minutes_before_its_end(tmp_path: Path) -> None:
    ebay = EbayServer([item(1, "30.00")])
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(lookout)
        await lookout.run(made.checkid)
        await again(lookout, made, timedelta(minutes=114))
        assert ebay.mints == 1
        await again(lookout, made, timedelta(minutes=5))
        assert ebay.mints == 2


async def test_a_token_that_was_withdrawn_is_renewed_at_once(tmp_path: Path) -> None:
    ebay = EbayServer([item(1, "30.00")])
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(lookout)
        await lookout.run(made.checkid)
        ebay.tokens.clear()
        ran = await again(lookout, made)
        assert ran.last_result is not None
        assert (ran.last_result.status, ebay.mints) == (ResultStatus.UP, 2)


async def test_another_worker_uses_the_token_that_is_there(tmp_path: Path) -> None:
    ebay = EbayServer([item(1, "30.00")], tokens={"theirs"})
    async with opened(tmp_path, ebay) as lookout:
        token = EbayToken(client_id=CLIENT_ID, secret="theirs", good_until=NOON + 60 * MINUTE)
        await lookout.services.tables.write(put(token))
        made = await watch(lookout)
        await lookout.run(made.checkid)
        assert ebay.mints == 0


async def test_credentials_that_are_refused_make_nothing_down(tmp_path: Path) -> None:
    async with opened(tmp_path, EbayServer(), CAIRN_CHECKS_EBAY_CLIENT_SECRET="wrong") as lookout:
        made = await watch(lookout)
        ran = await lookout.run(made.checkid)
        assert ran.last_result is not None
        assert (ran.status, ran.last_result.status, ran.last_result.reason) == (
            CheckStatus.ACTIVE,
            ResultStatus.UNKNOWN,
            "we could not look: eBay gives no token: it answered 401",
        )


async def test_without_credentials_nothing_is_asked(tmp_path: Path) -> None:
    async with opened_lookout(tmp_path) as lookout:
        made = await watch(lookout)
        ran = await lookout.run(made.checkid)
        assert ran.last_result is not None
        assert ran.last_result.status is ResultStatus.UNKNOWN
        assert ran.last_result.reason is not None
        assert "no credentials" in ran.last_result.reason


async def test_the_calls_of_a_day_are_shared_out_over_the_day(tmp_path: Path) -> None:
    """At noon UTC a little more than a fifth of eBay's day is over: of ten calls, three may have been made."""
    ebay = EbayServer([item(1, "30.00")])
    async with opened(tmp_path, ebay, CAIRN_CHECKS_EBAY_CALLS_A_DAY="10") as lookout:
        made = await watch(lookout)
        states = [(await again(lookout, made)).last_result for _ in range(5)]
        assert ebay.searches == 3
        # What was known before is told, with its time, for some hours.
        assert [each and each.status for each in states] == [ResultStatus.UP] * 5
        other = await watch(lookout, "https://www.ebay.de/sch/i.html?_nkw=teapot")
        ran = await lookout.run(other.checkid)
        assert ran.last_result is not None
        assert ran.last_result.status is ResultStatus.UNKNOWN
        await again(lookout, made, timedelta(hours=3))
        assert ebay.searches == 4


async def test_when_ebay_says_that_the_quota_is_used_up_nobody_asks_before_the_next_day(
    tmp_path: Path,
) -> None:
    ebay = EbayServer([item(1, "30.00")], quota=1)
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(lookout)
        await lookout.run(made.checkid)
        for _ in range(3):
            ran = await again(lookout, made)
            assert ran.last_result is not None
            assert ran.last_result.status is ResultStatus.UP
        assert len(ebay.calls) == 2
        assert (await lookout.checks.ebay.quota()).refused_at == NOON + 5 * MINUTE
        unknown = await again(lookout, made, timedelta(hours=7))
        assert unknown.last_result is not None
        assert unknown.last_result.status is ResultStatus.UNKNOWN
        ebay.quota = 1000
        await again(lookout, made, timedelta(hours=12))  # midnight at the Pacific has passed
        assert len(ebay.calls) == 3


async def test_a_listing_has_its_price_and_its_stock(tmp_path: Path) -> None:
    listed = item(123456789012, "50.00", **shipping("4.00"))
    ebay = EbayServer([listed])
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(lookout, LISTING, attributes={"backInStock": True})
        assert price_of(await lookout.run(made.checkid)) == euros("54.00")
        listed["estimatedAvailabilities"] = [{"estimatedAvailabilityStatus": "OUT_OF_STOCK"}]
        await again(lookout, made)
        del listed["estimatedAvailabilities"]
        await again(lookout, made)
        assert await lookout.told() == ["Kettle can be bought again: 54.00 EUR"]


async def test_of_variations_the_cheapest_counts_or_the_one_that_is_chosen(tmp_path: Path) -> None:
    variations = [item(123456789012, price) | {"itemId": f"v1|123456789012|{which}"} for which, price in
                  (("501", "12.00"), ("502", "8.00"))]  # fmt: skip
    ebay = EbayServer(groups={"123456789012": variations})
    async with opened(tmp_path, ebay) as lookout:
        lowest = await watch(lookout, LISTING)
        assert price_of(await lookout.run(lowest.checkid)) == euros("8.00")
        chosen = await watch(lookout, LISTING, attributes={"variation": "501"})
        assert price_of(await lookout.run(chosen.checkid)) == euros("12.00")
        in_url = await watch(lookout, f"{LISTING}?var=502")
        assert price_of(await lookout.run(in_url.checkid)) == euros("8.00")


async def test_an_auction_is_looked_at_more_closely_near_its_end_and_told_before_it(tmp_path: Path) -> None:
    ebay = EbayServer([auction(123456789012, "7.50", "2026-03-15T13:00:00.000Z")])
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(lookout, LISTING, delay_ms=3_600_000, attributes={"endingMinutes": 10})
        waits = []
        ran = await lookout.run(made.checkid)
        while ran.status is CheckStatus.ACTIVE and ran.due_at is not None:
            waits.append(round((ran.due_at - lookout.clock.now()).total_seconds()))
            lookout.clock.advance(ran.due_at - lookout.clock.now())
            ran = await lookout.run(made.checkid)
        assert waits[:6] == [900, 675, 506, 380, 285, 214]
        assert waits[-1] <= 30 <= waits[-2]
        assert len(ebay.calls) == len(waits) + 1
        assert await lookout.told() == ["Kettle ends soon: 7.50 EUR", "Kettle can't be looked at"]
        assert ran.last_result is not None
        assert ran.last_result.reason == "the listing ended at 7.50 EUR with 3 bids"


@pytest.mark.parametrize(
    ("fault", "status", "result"),
    [
        ((404, 11001, "not found"), CheckStatus.FAILED, ResultStatus.UNKNOWN),
        ((404, 11003, "not found"), CheckStatus.FAILED, ResultStatus.UNKNOWN),
        ((400, 11004, "not purchasable"), CheckStatus.ACTIVE, ResultStatus.UP),
        ((404, 11008, "no group"), CheckStatus.FAILED, ResultStatus.UNKNOWN),
        ((400, 11010, "both"), CheckStatus.FAILED, ResultStatus.UNKNOWN),
        ((400, 11011, "marketplace"), CheckStatus.FAILED, ResultStatus.UNKNOWN),
        ((400, 12023, "parameter"), CheckStatus.FAILED, ResultStatus.UNKNOWN),
        ((500, 11000, "internal"), CheckStatus.ACTIVE, ResultStatus.UNKNOWN),
        ((503, 0, "away"), CheckStatus.ACTIVE, ResultStatus.UNKNOWN),
        ((401, 1001, "token"), CheckStatus.ACTIVE, ResultStatus.UNKNOWN),
        ((403, 1100, "scope"), CheckStatus.ACTIVE, ResultStatus.UNKNOWN),
        ((429, 2001, "quota"), CheckStatus.ACTIVE, ResultStatus.UNKNOWN),
    ],
)
async def test_errors_mean_what_ebay_says_they_mean_and_never_down(
    tmp_path: Path, fault: tuple[int, int, str], status: CheckStatus, result: ResultStatus
) -> None:
    async with opened(tmp_path, EbayServer(fault=fault)) as lookout:
        made = await watch(lookout, LISTING)
        ran = await lookout.run(made.checkid)
        assert ran.last_result is not None
        assert (ran.status, ran.last_result.status) == (status, result)


async def test_of_sellers_nothing_is_kept_but_their_feedback(tmp_path: Path) -> None:
    ebay = EbayServer([item(1, "30.00")])
    async with opened(tmp_path, ebay) as lookout:
        made = await watch(lookout)
        await lookout.run(made.checkid)
        marketplace = MARKETPLACES["ebay.de"]
        search = wanted(SEARCH)
        question = Question(marketplace, search.path, marketplace.country)
        kept = await lookout.services.tables.get(EbayAnswer.to(question.name))
        assert kept is not None
        assert "kettle_bay" not in kept.body
        assert '"seller":{"feedbackScore":500}' in kept.body

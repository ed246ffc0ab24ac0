"""What eBay's answers say, and what its errors mean."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest

from cairn.apps.checks.ebay.listings import (
    CanNotBeAsked,
    HasVariations,
    Listing,
    ListingGone,
    NotForSale,
    NotNow,
    Sieve,
    cheapest,
    listing_of,
    listings_of,
    raise_for,
)
from cairn.apps.checks.rules.prices import Money

NOW = datetime(2026, 3, 15, 12, tzinfo=UTC)


def euros(amount: str) -> Money:
    return Money(Decimal(amount), "EUR")


def item(price: str = "20.00", **fields: Any) -> dict[str, Any]:
    return {
        "itemId": "v1|1|0",
        "title": "A fine pot",
        "itemWebUrl": "https://www.ebay.de/itm/1",
        "price": {"value": price, "currency": "EUR"},
        "buyingOptions": ["FIXED_PRICE"],
        **fields,
    }


def shipped(*costs: str | None) -> dict[str, Any]:
    return {
        "shippingOptions": [
            {} if cost is None else {"shippingCost": {"value": cost, "currency": "EUR"}} for cost in costs
        ]
    }


def read(**fields: Any) -> Listing:
    listing = listing_of(item(**fields), now=NOW)
    assert listing is not None
    return listing


def test_the_total_has_the_cheapest_shipping_that_is_known() -> None:
    assert read(**shipped("5.90", None, "3.50")).total == euros("23.50")
    assert read(**shipped(None)).total == euros("20.00")
    assert read().shipping is None


def test_an_auction_costs_its_bid() -> None:
    bid = {"value": "7.50", "currency": "EUR"}
    auction = read(
        buyingOptions=["AUCTION"], currentBidPrice=bid, bidCount=3, itemEndDate="2026-03-15T18:00:00.000Z"
    )
    assert (auction.price, auction.bids, auction.is_auction) == (euros("7.50"), 3, True)
    assert auction.ends_at == NOW + timedelta(hours=6)
    assert read(buyingOptions=["AUCTION", "FIXED_PRICE"], currentBidPrice=bid).price == euros("20.00")


def test_stock() -> None:
    def stock(status: str) -> bool:
        return read(estimatedAvailabilities=[{"estimatedAvailabilityStatus": status}]).in_stock

    assert [stock(each) for each in ("IN_STOCK", "LIMITED_STOCK", "OUT_OF_STOCK")] == [True, True, False]
    assert not read(itemEndDate="2026-03-15T11:59:59Z").in_stock


def test_the_cheapest_is_what_a_sieve_lets_through() -> None:
    answer = {
        "itemSummaries": [
            item("1.00", itemId="broken", title="Fine pot BROKEN"),
            item("5.00", itemId="stranger", seller={"feedbackScore": 3}),
            item("9.00", itemId="far", seller={"feedbackScore": 900}, **shipped("9.00")),
            item("12.00", itemId="near", seller={"feedbackScore": 900}, **shipped("0.00")),
            {"itemId": "without a price"},
        ]
    }
    found = listings_of(answer, now=NOW)

    def chosen(sieve: Sieve) -> str | None:
        listing = cheapest(found, sieve)
        return None if listing is None else listing.id

    assert chosen(Sieve()) == "broken"
    assert chosen(Sieve(("broken",))) == "stranger"
    assert chosen(Sieve(("broken",), 100)) == "near"
    assert chosen(Sieve(("broken",), 100, with_shipping=False)) == "far"
    assert chosen(Sieve(("pot",))) is None


@pytest.mark.parametrize(
    ("status", "number", "meaning"),
    [
        (404, 11001, ListingGone),
        (404, 11003, ListingGone),
        (404, 11008, ListingGone),
        (400, 11004, NotForSale),
        (400, 11006, HasVariations),
        (400, 11010, CanNotBeAsked),
        (400, 12013, CanNotBeAsked),
        (500, 11000, NotNow),
        (502, 0, NotNow),
        (401, 1001, NotNow),
        (429, 0, NotNow),
    ],
)
def test_errors_mean_different_things(status: int, number: int, meaning: type[Exception]) -> None:
    with pytest.raises(meaning, match=r"words|quota|group|let us in"):
        raise_for(status, {"errors": [{"errorId": number, "message": "words"}]})
    raise_for(200, {})


def test_only_too_many_calls_are_the_quota() -> None:
    for status, is_quota in ((429, True), (500, False)):
        with pytest.raises(NotNow) as refusal:
            raise_for(status, {})
        assert refusal.value.is_quota is is_quota


def test_a_group_is_named() -> None:
    reference = "https://api.ebay.com/buy/browse/v1/item/get_items_by_item_group?item_group_id=351"
    error = {"errorId": 11006, "parameters": [{"name": "itemGroupHref", "value": reference}]}
    with pytest.raises(HasVariations) as refusal:
        raise_for(400, {"errors": [error]})
    assert refusal.value.group_id == "351"

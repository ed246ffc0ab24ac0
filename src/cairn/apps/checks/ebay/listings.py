"""What eBay's answers say of listings, and what its errors mean for a check."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from cairn.apps.checks.rules.prices import Money

_UNAVAILABLE: Final = "OUT_OF_STOCK"


class ListingGone(Exception):
    """It has ended, or never was: what was watched is gone, which is not the same as down."""


class NotForSale(Exception):
    """It is there and can't be bought now."""


class HasVariations(Exception):
    """The number is that of a group: each of its variations has a price of its own."""

    def __init__(self, group_id: str) -> None:
        super().__init__(f"the listing has variations (group {group_id}): choose one of them")
        self.group_id = group_id


class CanNotBeAsked(Exception):
    """eBay refuses the question itself. The check can't run as it is configured."""


class NotNow(Exception):
    """eBay could not answer, or we may not ask: nothing is known. `is_quota` when we have asked too often."""

    def __init__(self, reason: str, *, is_quota: bool = False) -> None:
        super().__init__(reason)
        self.is_quota = is_quota


@dataclass(frozen=True, slots=True)
class Listing:
    """One listing. `price` is what it costs, and of an auction the bid; shipping is None where nobody knows it."""

    id: str
    title: str
    url: str
    price: Money
    shipping: Money | None
    condition: str | None
    buying_options: frozenset[str]
    ends_at: datetime | None
    bids: int | None
    in_stock: bool
    feedback: int | None = None
    created_at: datetime | None = None

    @property
    def total(self) -> Money:
        """With shipping, where it is known and in the same currency."""
        if self.shipping is None or self.shipping.currency != self.price.currency:
            return self.price
        return Money(self.price.amount + self.shipping.amount, self.price.currency)

    @property
    def is_auction(self) -> bool:
        return "AUCTION" in self.buying_options


@dataclass(frozen=True, slots=True)
class Sieve:
    """What a person asks of a listing beyond what the search can."""

    without_words: tuple[str, ...] = ()
    least_feedback: int = 0
    with_shipping: bool = True

    def lets_through(self, listing: Listing) -> bool:
        title = listing.title.casefold()
        return (
            listing.in_stock
            and not any(word.casefold() in title for word in self.without_words)
            and (listing.feedback or 0) >= self.least_feedback
        )

    def price_of(self, listing: Listing) -> Money:
        return listing.total if self.with_shipping else listing.price


def cheapest(listings: Iterable[Listing], sieve: Sieve) -> Listing | None:
    """The cheapest that a sieve lets through; of equal ones the first."""
    left = [each for each in listings if sieve.lets_through(each)]
    return min(left, key=lambda each: sieve.price_of(each).amount, default=None)


def listings_of(answer: Mapping[str, Any], *, now: datetime) -> list[Listing]:
    """The listings of a search. What lacks a price is left out."""
    summaries = answer.get("itemSummaries", [])
    return [listing for each in summaries if (listing := listing_of(each, now=now)) is not None]


def listing_of(item: Mapping[str, Any], *, now: datetime) -> Listing | None:
    """A listing, as a search or the item itself tells it; None without a price."""
    options = frozenset(item.get("buyingOptions", ()))
    bid = _money(item.get("currentBidPrice") or item.get("minimumPriceToBid"))
    price = (bid if options == {"AUCTION"} else None) or _money(item.get("price")) or bid
    if price is None:
        return None
    ends_at = _moment(item.get("itemEndDate"))
    return Listing(
        id=str(item.get("itemId", "")),
        title=str(item.get("title", "")),
        url=str(item.get("itemWebUrl", "")),
        price=price,
        shipping=_shipping(item.get("shippingOptions", ())),
        condition=item.get("condition"),
        buying_options=options,
        ends_at=ends_at,
        bids=item.get("bidCount"),
        in_stock=_is_in_stock(item) and (ends_at is None or ends_at > now),
        feedback=(item.get("seller") or {}).get("feedbackScore"),
        created_at=_moment(item.get("itemCreationDate")),
    )


def raise_for(status: int, answer: Mapping[str, Any]) -> None:
    """Raises what an error of eBay's means. An answer that is none passes."""
    if status < 400:
        return
    error: Mapping[str, Any] = next(iter(answer.get("errors", [])), {})
    number, words = error.get("errorId", 0), str(error.get("message", f"eBay answered {status}"))
    if status == 429:
        raise NotNow("eBay's quota for today is used up", is_quota=True)
    if status in {401, 403}:
        raise NotNow(f"eBay does not let us in: {words}")
    if number in {11001, 11003, 11008}:
        raise ListingGone(words)
    if number == 11004:
        raise NotForSale(words)
    if number == 11006:
        raise HasVariations(_group_of(error))
    if number in {11010, 11011} or 12001 <= number <= 12029:
        raise CanNotBeAsked(words)
    raise NotNow(words)


def _group_of(error: Mapping[str, Any]) -> str:
    """The group that the error refers to, by an address whose last parameter is its id."""
    for parameter in error.get("parameters", []):
        if "item_group_id=" in str(parameter.get("value", "")):
            return str(parameter["value"]).rpartition("item_group_id=")[2]
    return ""


def _is_in_stock(item: Mapping[str, Any]) -> bool:
    told = [each.get("estimatedAvailabilityStatus") for each in item.get("estimatedAvailabilities", ())]
    return not told or any(each != _UNAVAILABLE for each in told)


def _shipping(options: Iterable[Mapping[str, Any]]) -> Money | None:
    """The cheapest that is known."""
    known = [cost for each in options if (cost := _money(each.get("shippingCost"))) is not None]
    return min(known, key=lambda each: each.amount, default=None)


def _money(value: Any) -> Money | None:
    try:
        return Money(Decimal(value["value"]), str(value["currency"]))
    except (TypeError, KeyError, InvalidOperation):
        return None


def _moment(text: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except (TypeError, ValueError):
        return None

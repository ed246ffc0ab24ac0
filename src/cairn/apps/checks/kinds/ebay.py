"""What eBay has: the cheapest of a search, or one listing, perhaps with variations, perhaps an auction."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Annotated, Final, Literal

from pydantic import Field

from cairn.apps.checks.ebay import listings as told
from cairn.apps.checks.ebay.asking import Need, Question, Told
from cairn.apps.checks.ebay.listings import Listing, Sieve, cheapest
from cairn.apps.checks.ebay.wanted import Group, Item, Search, wanted
from cairn.apps.checks.kinds.kind import CanNotRun, Kind, Look, Sight
from cairn.apps.checks.kinds.price_wishes import PriceAttributes
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.rules.price_watch import PriceWish, Seen, Sighting
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.rules.timing import delay_near_end
from cairn.apps.checks.schema import CheckType

_FRESH_FOR: Final = 0.8
"""Of a check's delay. Its own next run always asks again; who watches the same meanwhile, does not."""
_URGENT: Final = timedelta(minutes=10)
Word = Annotated[str, Field(min_length=1, max_length=80)]


class EbayAttributes(PriceAttributes):
    """What can be said of an EBAY check."""

    exclude: Annotated[tuple[Word, ...], Field(max_length=30)] = Field(
        default=(), description="Words that a listing's title may not have."
    )
    with_shipping: bool = Field(default=True, description="Whether shipping counts, where it is known.")
    least_feedback: Annotated[int, Field(ge=0, le=10_000_000)] = Field(
        default=0, description="The feedback score that a seller has at least."
    )
    condition: Literal["NEW", "USED"] | None = None
    country: Annotated[str, Field(pattern=r"^[A-Z]{2}$")] | None = Field(
        default=None, description="Where it is shipped to. Without it, the marketplace's own country."
    )
    variation: Annotated[str, Field(pattern=r"^\d{1,20}$")] | None = Field(
        default=None, description="Of a listing with variations, which one. Without it, the cheapest counts."
    )
    new_listing: bool = Field(default=False, description="Tell me when something new is listed.")
    ending_minutes: Annotated[int, Field(ge=1, le=1440)] | None = Field(
        default=None, description="Tell me so many minutes before an auction ends."
    )

    @property
    def sieve(self) -> Sieve:
        return Sieve(self.exclude, self.least_feedback, self.with_shipping)

    @property
    def wish(self) -> PriceWish:
        ending = None if self.ending_minutes is None else timedelta(minutes=self.ending_minutes)
        return PriceWish(
            self.below,
            self.above,
            self.moved_by,
            self.lowest,
            self.back_in_stock,
            new_listing=self.new_listing,
            ending_within=ending,
        )


def address(url: str) -> str:
    written = url.strip()
    written = written if "://" in written else f"https://{written}"
    wanted(written)
    return written


async def look(sight: Sight, url: str, attributes: EbayAttributes) -> Look:
    asked = wanted(url)
    if isinstance(asked, Item) and attributes.variation:
        asked = asked.varied(attributes.variation)
    if isinstance(asked, Search) and attributes.condition:
        asked = asked.in_condition(attributes.condition)
    country = attributes.country or asked.marketplace.country
    try:
        try:
            return await _looked(sight, asked, country, attributes)
        except told.HasVariations as group:
            return await _looked(sight, Group(asked.marketplace, group.group_id), country, attributes)
    except told.NotForSale as fault:
        sold_out = Finding("stock", "is told", "not for sale now", held=True)
        return Look(Verdict.GOOD, str(fault), (sold_out,), in_stock=False)
    except (told.ListingGone, told.CanNotBeAsked) as fault:
        raise CanNotRun(f"eBay says: {fault}") from fault
    except told.NotNow as fault:
        return Look(Verdict.UNKNOWN, f"we could not look: {fault}"[: Kind.LONGEST_REASON])


async def _looked(
    sight: Sight, asked: Search | Item | Group, country: str, attributes: EbayAttributes
) -> Look:
    def read(answer: Told) -> Sequence[Listing]:
        told.raise_for(answer.status, answer.body)
        return _listings(asked, answer, attributes, now=sight.now)

    def need(answer: Told) -> Need:
        delay, is_urgent = sight.delay, False
        if 200 <= answer.status < 300:
            then = _listings(asked, answer, attributes, now=answer.at)
            found = cheapest(then, attributes.sieve)
            if found is not None and found.is_auction and found.ends_at is not None:
                if found.ends_at <= sight.now:
                    return Need.URGENT  # the last bid is not known yet
                delay = delay_near_end(delay, found.ends_at, now=answer.at)
                is_urgent = found.ends_at - sight.now < _URGENT
        if sight.now - answer.at < delay * _FRESH_FOR:
            return Need.FRESH
        return Need.URGENT if is_urgent else Need.STALE

    question = Question(asked.marketplace, asked.path, country)
    answer = await sight.ebay.ask(question, need, within=sight.within)
    return _found(asked, read(answer), answer.at, attributes, sight)


def _listings(
    asked: Search | Item | Group, answer: Told, attributes: EbayAttributes, *, now: datetime
) -> list[Listing]:
    if isinstance(asked, Search):
        return told.listings_of(answer.body, now=now)
    items = answer.body.get("items", []) if isinstance(asked, Group) else [answer.body]
    found = [listing for each in items if (listing := told.listing_of(each, now=now)) is not None]
    if isinstance(asked, Group) and attributes.variation:
        found = [each for each in found if each.id.endswith(f"|{attributes.variation}")]
        if not found:
            raise told.ListingGone(f"the listing has no variation {attributes.variation}")
    return found


def _found(
    asked: Search | Item | Group,
    found: Sequence[Listing],
    at: datetime,
    attributes: EbayAttributes,
    sight: Sight,
) -> Look:
    sieve = attributes.sieve
    best = cheapest(found, sieve)
    if not isinstance(asked, Search):
        ended = next((each for each in found if each.ends_at is not None and each.ends_at <= sight.now), None)
        if best is None and ended is not None:
            what = f"ended at {ended.price} with {ended.bids or 0} bids" if ended.is_auction else "has ended"
            raise CanNotRun(f"the listing {what}")
    left = [each for each in found if sieve.lets_through(each)]
    asked_at = Finding("eBay", "was asked", f"at {at:%H:%M:%S} UTC", held=True)
    if best is None:
        many = f"none of {len(found)}" if found else "nothing is listed"
        return Look(
            Verdict.GOOD, findings=(Finding("cheapest", "is told", many, held=True), asked_at), in_stock=False
        )
    price = sieve.price_of(best)
    findings = (
        Finding("cheapest", "is told", f"{price}: {best.title}"[:200], held=True),
        Finding("listings", "are told", f"{len(left)} of {len(found)}", held=True),
        *([Finding("bids", "are told", str(best.bids or 0), held=True)] if best.is_auction else []),
        asked_at,
    )
    dated = [(each.created_at, each) for each in left if each.created_at is not None]
    newest = max(dated, key=lambda each: each[0])[1] if dated else None
    ends_at = best.ends_at if best.is_auction else None
    return Look(
        Verdict.GOOD,
        findings=findings,
        price=price,
        in_stock=True,
        sighting=Sighting(_seen(best, sieve), None if newest is None else _seen(newest, sieve)),
        again_at=None if ends_at is None else sight.now + delay_near_end(sight.delay, ends_at, now=sight.now),
    )


def _seen(listing: Listing, sieve: Sieve) -> Seen:
    return Seen(
        listing.id,
        listing.title,
        listing.url,
        sieve.price_of(listing),
        created_at=listing.created_at,
        ends_at=listing.ends_at if listing.is_auction else None,
    )


EBAY: Final = Kind(
    check_type=CheckType.EBAY,
    title="eBay",
    summary="What is the cheapest of a search, or what does a listing cost?",
    example="https://www.ebay.com/sch/i.html?_nkw=cast+iron+kettle&_sop=15&LH_BIN=1",
    wanted=EbayAttributes,
    address=address,
    look=look,
)

"""What something costs in a shop, and whether it can be bought. A page without a price is one that we could not read."""

import asyncio
from typing import Annotated, Final

from pydantic import Field

from cairn.apps.checks.kinds.addresses import web_address
from cairn.apps.checks.kinds.faults import asks_for_a_person, look_of
from cairn.apps.checks.kinds.kind import Kind, Look, Sight
from cairn.apps.checks.kinds.price_wishes import PriceAttributes
from cairn.apps.checks.looking import texts
from cairn.apps.checks.looking.assertions import Selector
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.looking.products import Offer, Selectors, Stock, offer_of
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import CheckType
from cairn.services.outbound import OutboundError


class ShopAttributes(PriceAttributes):
    """What can be said of a PRICE check."""

    selector: Selector | None = Field(
        default=None, description="A CSS selector of the price, where the page does not say it to machines."
    )
    currency: Annotated[str, Field(pattern=r"^[A-Z]{3}$")] | None = Field(
        default=None, description="The currency, where the page does not name it."
    )


async def look(sight: Sight, url: str, wanted: ShopAttributes) -> Look:
    try:
        answer = await sight.outbound.fetch(url, within=sight.within)
    except OutboundError as fault:
        return look_of(fault)
    took = round(answer.timing.whole * 1000)
    hidden = asks_for_a_person(answer)
    if hidden is not None or not answer.is_good:
        return Look(
            Verdict.UNKNOWN,
            hidden or f"we could not look: the shop answered {answer.status}",
            response_time=took,
        )
    # Parsing a page takes long enough for others to wait.
    selectors = Selectors(wanted.selector, wanted.currency)
    offer = await asyncio.to_thread(offer_of, texts.decoded(answer), selectors)
    if offer is None:
        return Look(Verdict.UNKNOWN, "no price was found on the page; name its selector", response_time=took)
    return _offered(offer, took)


def _offered(offer: Offer, took: int) -> Look:
    stock = {None: "not said", Stock.IN_STOCK: "in stock", Stock.OUT_OF_STOCK: "out of stock"}[offer.stock]
    found = "not said" if offer.price is None else str(offer.price)
    return Look(
        Verdict.GOOD,
        findings=(
            Finding(f"price, from {offer.source}", "is there", found, held=True),
            Finding("stock", "is told", stock, held=True),
        ),
        response_time=took,
        price=offer.price,
        in_stock=None if offer.stock is None else offer.stock is Stock.IN_STOCK,
    )


PRICE: Final = Kind(
    check_type=CheckType.PRICE,
    title="A price",
    summary="What does it cost in a shop, and can it be bought?",
    example="https://shop.example.org/kettle",
    wanted=ShopAttributes,
    address=web_address,
    look=look,
)

"""What a shop's page says of a product: price, currency, stock. From JSON-LD, microdata, OpenGraph, and at last its text.

A selector that the person gave comes before all of them. Of several offers, the cheapest that is in stock counts.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from cairn.apps.checks.looking import texts
from cairn.apps.checks.rules.prices import Money, amount_of, money_of

_DEEPEST: Final = 12
_LONGEST_PRICE: Final = 40
_FORMER: Final = ("old", "was", "former", "strike", "regular", "rrp", "before", "original", "save", "unit")
"""Parts of names under which shops write prices that are not to be paid."""


class Stock(StrEnum):
    IN_STOCK = "IN_STOCK"
    OUT_OF_STOCK = "OUT_OF_STOCK"


_STOCK: Final[Mapping[str, Stock]] = {
    **dict.fromkeys(
        ("InStock", "LimitedAvailability", "OnlineOnly", "InStoreOnly", "PreOrder", "PreSale", "BackOrder"),
        Stock.IN_STOCK,
    ),
    **dict.fromkeys(("OutOfStock", "SoldOut", "Discontinued"), Stock.OUT_OF_STOCK),
    "instock": Stock.IN_STOCK,
    "available for order": Stock.IN_STOCK,
    "preorder": Stock.IN_STOCK,
    "pending": Stock.IN_STOCK,
    "oos": Stock.OUT_OF_STOCK,
    "out of stock": Stock.OUT_OF_STOCK,
}


@dataclass(frozen=True, slots=True)
class Offer:
    """One price at which something is to be had. None is what the page does not say."""

    price: Money | None
    stock: Stock | None
    source: str


@dataclass(frozen=True, slots=True)
class Selectors:
    """Where on the page the price stands, if the person says so, and in which currency."""

    price: str | None = None
    currency: str | None = None


_NO_SELECTORS: Final = Selectors()


def offer_of(text: str, selectors: Selectors = _NO_SELECTORS) -> Offer | None:
    """What a page offers; None when it says nothing of a price or of stock."""
    page = texts.page_of(text)
    if selectors.price is not None:
        return _at_selector(page, selectors)
    for source in (_linked_data, _microdata, _open_graph, _text):
        best = _best(list(source(page, selectors.currency)))
        if best is not None:
            return best
    return None


def _best(offers: list[Offer]) -> Offer | None:
    """The cheapest in stock; where none is, the cheapest. Offers in other currencies than the first are no choice."""
    priced = [each for each in offers if each.price is not None]
    if not priced:
        return next((each for each in offers if each.stock is not None), None)
    first = priced[0].price
    alike = [each for each in priced if each.price and first and each.price.currency == first.currency]
    to_be_had = [each for each in alike if each.stock is not Stock.OUT_OF_STOCK] or alike
    return min(to_be_had, key=lambda each: each.price.amount if each.price else Decimal("Infinity"))


def _at_selector(page: LexborHTMLParser, selectors: Selectors) -> Offer | None:
    element = page.css_first(selectors.price or "")
    if element is None:
        return None
    told = element.attributes.get("content") or element.text(separator=" ")
    price = money_of(told, currency=selectors.currency)
    return None if price is None else Offer(price, None, "selector")


def _linked_data(page: LexborHTMLParser, currency: str | None) -> Iterator[Offer]:
    for script in page.css('script[type="application/ld+json"]'):
        try:
            document = json.loads(script.text(deep=True))
        except (ValueError, RecursionError):
            continue
        for product in _of_type(document, {"Product", "ProductGroup"}):
            for offer in _of_type(product.get("offers", []), {"Offer", "AggregateOffer"}):
                yield _linked_offer(offer, currency)


def _of_type(value: Any, types: set[str], depth: int = 0) -> Iterator[Mapping[str, Any]]:
    """The things of some types, wherever in a document they stand: in a list, in `@graph`, within one another."""
    if depth > _DEEPEST:
        return
    if isinstance(value, list):
        for each in value:
            yield from _of_type(each, types, depth + 1)
    elif isinstance(value, dict):
        named = value.get("@type", [])
        if types & {str(each).rpartition("/")[2] for each in (named if isinstance(named, list) else [named])}:
            yield value
        for name in ("@graph", "mainEntity", "hasVariant", "offers", "itemOffered"):
            if name in value:
                yield from _of_type(value[name], types, depth + 1)


def _linked_offer(offer: Mapping[str, Any], currency: str | None) -> Offer:
    specification = offer.get("priceSpecification")
    if isinstance(specification, list):
        specification = next(iter(specification), None)
    told = specification if isinstance(specification, dict) else {}
    amount = offer.get("price", offer.get("lowPrice", told.get("price")))
    named = offer.get("priceCurrency") or told.get("priceCurrency") or currency
    return Offer(_price(amount, named), _stock(offer.get("availability")), "JSON-LD")


def _microdata(page: LexborHTMLParser, currency: str | None) -> Iterator[Offer]:
    for scope in page.css('[itemtype*="schema.org/Offer"], [itemtype*="schema.org/AggregateOffer"]'):
        amount = _property(scope, "price") or _property(scope, "lowPrice")
        named = _property(scope, "priceCurrency") or currency
        yield Offer(_price(amount, named), _stock(_property(scope, "availability")), "microdata")


def _property(scope: LexborNode, name: str) -> str | None:
    element = scope.css_first(f'[itemprop="{name}"]')
    if element is None:
        return None
    attributes = element.attributes
    return attributes.get("content") or attributes.get("href") or element.text(separator=" ").strip()


def _open_graph(page: LexborHTMLParser, currency: str | None) -> Iterator[Offer]:
    def told(name: str) -> str | None:
        for prefix in ("product:", "og:"):
            element = page.css_first(f'meta[property="{prefix}{name}"]')
            if element is not None:
                return element.attributes.get("content")
        return None

    price = _price(told("price:amount"), told("price:currency") or currency)
    stock = _stock(told("availability"))
    if price is not None or stock is not None:
        yield Offer(price, stock, "OpenGraph")


def _text(page: LexborHTMLParser, currency: str | None) -> Iterator[Offer]:
    """What stands where pages are wont to write their price. Where several stand, nobody knows which is meant."""
    found: set[Money] = set()
    for element in page.css('[class*="price"], [class*="Price"], [id*="price"]'):
        named = f"{element.attributes.get('class') or ''} {element.attributes.get('id') or ''}".casefold()
        is_former = any(word in named for word in _FORMER) or element.css_first("del, s, strike") is not None
        text = element.text(separator=" ").strip()
        if not is_former and len(text) <= _LONGEST_PRICE and not _is_crossed_out(element):
            price = money_of(text, currency=currency)
            found |= set() if price is None else {price}
    if len(found) == 1:
        yield Offer(found.pop(), None, "text")


def _is_crossed_out(element: LexborNode) -> bool:
    above: LexborNode | None = element
    while above is not None:
        if above.tag in {"del", "s", "strike"}:
            return True
        above = above.parent
    return False


def _price(amount: Any, currency: Any) -> Money | None:
    if not isinstance(currency, str) or not currency or isinstance(amount, bool):
        return None
    if isinstance(amount, int | float):
        return Money(Decimal(str(amount)), currency.upper())
    value = amount_of(amount) if isinstance(amount, str) else None
    return None if value is None else Money(value, currency.upper())


def _stock(availability: Any) -> Stock | None:
    """Schema.org's words, with or without its address before them, and OpenGraph's."""
    if not isinstance(availability, str):
        return None
    word = availability.strip().rpartition("/")[2]
    return _STOCK.get(word) or _STOCK.get(word.casefold())

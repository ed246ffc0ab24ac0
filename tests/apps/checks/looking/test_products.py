"""Prices and stock, as shops' pages say them."""

from decimal import Decimal

import pytest

from cairn.apps.checks.looking.products import Offer, Selectors, Stock, offer_of
from cairn.apps.checks.rules.prices import Money


def euros(amount: str) -> Money:
    return Money(Decimal(amount), "EUR")


def linked(document: str) -> str:
    return f'<script type="application/ld+json">{document}</script>'


@pytest.mark.parametrize(
    "document",
    [
        (
            '{"@type": "Product", "offers": {"@type": "Offer", "price": "12.50", "priceCurrency": "EUR", '
            '"availability": "https://schema.org/InStock"}}'
        ),
        (
            '[{"@type": "WebPage"}, {"@type": ["Thing", "Product"], "offers": [{"@type": "Offer", "price": 12.5, '
            '"priceCurrency": "eur", "availability": "InStock"}]}]'
        ),
        (
            '{"@graph": [{"@type": "https://schema.org/Product", "offers": {"@type": "AggregateOffer", '
            '"lowPrice": "12.50", "highPrice": "99", "priceCurrency": "EUR", "availability": "http://schema.org/InStock"}}]}'
        ),
        (
            '{"@type": "Product", "offers": {"@type": "Offer", "availability": "InStock", "priceSpecification": '
            '[{"price": 12.50, "priceCurrency": "EUR"}]}}'
        ),
        (
            '{"@type": "ProductGroup", "hasVariant": [{"@type": "Product", "offers": {"@type": "Offer", "price": 20, '
            '"priceCurrency": "EUR"}}, {"@type": "Product", "offers": {"@type": "Offer", "price": 12.5, '
            '"priceCurrency": "EUR", "availability": "InStock"}}]}'
        ),
    ],
)
def test_linked_data(document: str) -> None:
    assert offer_of(linked(document)) == Offer(euros("12.5"), Stock.IN_STOCK, "JSON-LD")


@pytest.mark.parametrize(
    ("page", "offer"),
    [
        (
            '<p class="price">12,50 €</p>',
            Offer(euros("12.50"), None, "text"),
        ),
        (
            '<div class="product-price"><del class="was">EUR 19,90</del></div><b id="price_now">EUR 12,50</b>',
            Offer(euros("12.50"), None, "text"),
        ),
        (
            '<s><b class="price">19,90 €</b></s><b class="salePrice">12,50&nbsp;€</b><i class="unit-price">1,25 €</i>',
            Offer(euros("12.50"), None, "text"),
        ),
        ('<i class="price">12,50 €</i><i class="price">8,00 €</i>', None),  # which one is meant?
        ('<p class="price">ask us</p>', None),
    ],
)
def test_at_last_the_text_of_a_page_is_read_where_it_names_one_price(page: str, offer: Offer | None) -> None:
    assert offer_of(page) == offer


def test_the_cheapest_in_stock_counts() -> None:
    offers = ", ".join(
        f'{{"@type": "Offer", "price": {price}, "priceCurrency": "{currency}", "availability": "{stock}"}}'
        for price, currency, stock in [
            (9, "EUR", "SoldOut"),
            (12, "EUR", "InStock"),
            (11, "EUR", "PreOrder"),
            (1, "USD", "InStock"),
        ]
    )
    assert offer_of(linked(f'{{"@type": "Product", "offers": [{offers}]}}')) == Offer(
        euros("11"), Stock.IN_STOCK, "JSON-LD"
    )


def test_microdata() -> None:
    page = (
        '<div itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="1299.00">1.299</span>'
        '<meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/OutOfStock">'
        "</div>"
    )
    assert offer_of(page) == Offer(euros("1299.00"), Stock.OUT_OF_STOCK, "microdata")


def test_open_graph() -> None:
    page = (
        '<meta property="product:price:amount" content="1.299,00"><meta property="product:price:currency" content="EUR">'
        '<meta property="product:availability" content="out of stock">'
    )
    assert offer_of(page) == Offer(euros("1299.00"), Stock.OUT_OF_STOCK, "OpenGraph")


def test_a_selector_of_the_persons_own_comes_first() -> None:
    page = linked('{"@type": "Product", "offers": {"@type": "Offer", "price": 1, "priceCurrency": "EUR"}}')
    page += '<b class="now">1 299,– €</b>'
    assert offer_of(page, Selectors("b.now")) == Offer(euros("1299"), None, "selector")
    assert offer_of(page, Selectors("b.gone")) is None
    assert offer_of('<b class="now">12.50</b>', Selectors("b.now", "SEK")) == Offer(
        Money(Decimal("12.50"), "SEK"), None, "selector"
    )


@pytest.mark.parametrize(
    "page",
    [
        "",
        "<p>12 €</p>",
        linked("{"),
        linked("[" * 5_000),
        linked('{"@type": "Product"}'),
        linked('{"@type": "Product", "offers": "many"}'),
        linked('{"@type": "Product", "offers": {"@type": "Offer", "price": true, "priceCurrency": "EUR"}}'),
        linked('{"@type": "Product", "offers": {"@type": "Offer", "price": "12"}}'),
    ],
)
def test_a_page_that_says_nothing(page: str) -> None:
    assert offer_of(page) is None

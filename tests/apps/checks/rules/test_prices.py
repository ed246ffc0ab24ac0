"""Prices as shops write them, and lines that they cross."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.checks.rules.prices import Line, Money, Side, amount_of, cross, money_of, moved_by


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("1.299,00 €", "1299.00", "EUR"),
        ("€1,299.00", "1299.00", "EUR"),
        ("1 299 €", "1299", "EUR"),
        ("1\u202f299,50\u00a0€", "1299.50", "EUR"),
        ("CHF 12.–", "12", "CHF"),
        ("CHF 1'234.50", "1234.50", "CHF"),
        ("US $1,299", "1299", "USD"),
        ("C $19.99", "19.99", "CAD"),
        ("£7", "7", "GBP"),
        ("12,5 PLN", "12.5", "PLN"),
        ("Now 89.90 EUR, was 129.90 EUR", "89.90", "EUR"),
        ("1.234.567 €", "1234567", "EUR"),
    ],
)
def test_a_price_in_a_text(text: str, amount: str, currency: str) -> None:
    assert money_of(text) == Money(Decimal(amount), currency)


@pytest.mark.parametrize("text", ["", "sold out", "12", "€", "NEW 12", "EUR ,"])
def test_what_is_no_price(text: str) -> None:
    assert money_of(text) is None


def test_a_page_can_tell_the_currency_apart_from_the_price() -> None:
    assert money_of("12.50", currency="SEK") == Money(Decimal("12.50"), "SEK")


@given(st.decimals(0, 10**7, places=2))
def test_an_amount_is_read_in_either_style(amount: Decimal) -> None:
    english = f"{amount:,.2f}"
    assert amount_of(english) == amount
    assert amount_of(english.translate(str.maketrans(",.", ".,"))) == amount


def test_a_line_fires_when_it_is_crossed_and_again_after_the_price_went_back() -> None:
    line, fired = Line(Decimal(100)), ""
    for amount in (120, 101, 100, 90, 95, 101, 99, 99):
        crossing = cross(line, Decimal(amount))
        line, fired = crossing.line, fired + ("!" if crossing.fires else ".")
    assert fired == "..!...!."


def test_a_price_beyond_the_line_from_the_first_is_not_told() -> None:
    first = cross(Line(Decimal(100)), Decimal(80))
    assert not first.fires
    assert not cross(first.line, Decimal(70)).fires


def test_a_line_can_be_waited_for_from_below() -> None:
    line = cross(Line(Decimal(10), Side.ABOVE), Decimal(9)).line
    assert cross(line, Decimal(10)).fires


def test_a_move_in_per_cent() -> None:
    assert moved_by(Decimal(200), Decimal(150)) == -25
    assert moved_by(Decimal(0), Decimal(1)) is None

"""Money, and lines that prices cross. Amounts are decimal and have a currency; two currencies are never compared."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Final

_SYMBOLS: Final = {"€": "EUR", "£": "GBP", "$": "USD", "¥": "JPY", "zł": "PLN", "₹": "INR"}
_DOLLARS: Final = {
    "US $": "USD",
    "US$": "USD",
    "C $": "CAD",
    "C$": "CAD",
    "CA$": "CAD",
    "AU $": "AUD",
    "A$": "AUD",
}
_CURRENCIES: Final = frozenset(
    [
        "AUD",
        "BGN",
        "BRL",
        "CAD",
        "CHF",
        "CNY",
        "CZK",
        "DKK",
        "EUR",
        "GBP",
        "HKD",
        "HUF",
        "IDR",
        "ILS",
        "INR",
        "JPY",
        "KRW",
        "MXN",
        "MYR",
        "NOK",
        "NZD",
        "PHP",
        "PLN",
        "RON",
        "SEK",
        "SGD",
        "THB",
        "TRY",
        "USD",
        "ZAR",
    ]
)
_NUMBER: Final = re.compile(r"\d[\d.,'’\s\u00a0\u202f]*(?:[.,][-–—]+)?|\d")
_GROUPS: Final = re.compile(r"['’\s\u00a0\u202f]")


@dataclass(frozen=True, slots=True, order=False)
class Money:
    amount: Decimal
    currency: str

    def __str__(self) -> str:
        return f"{self.amount:,.2f} {self.currency}"


def money_of(text: str, *, currency: str | None = None) -> Money | None:
    """The first price in a text: `1.299,00 €`, `CHF 12.–`, `US $1,299`. None where amount or currency is missing."""
    found = _NUMBER.search(text)
    told = _currency_in(text) or currency
    if found is None or told is None:
        return None
    amount = amount_of(found.group())
    return None if amount is None else Money(amount, told)


def first_amount(text: str) -> Decimal | None:
    """The first number in a text."""
    found = _NUMBER.search(text)
    return None if found is None else amount_of(found.group())


def amount_of(text: str) -> Decimal | None:
    """A number as shops write it: the last separator with one or two digits behind it begins the cents."""
    digits = _GROUPS.sub("", re.sub(r"[.,][-–—]+$", "", text.strip())).rstrip(".,")
    if not re.fullmatch(r"\d+(?:[.,]\d+)*", digits):
        return None
    separators = re.findall(r"[.,]", digits)
    last = re.split(r"[.,]", digits)[-1]
    has_cents = bool(separators) and (len(set(separators)) == 2 or (len(separators) == 1 and len(last) != 3))
    if not has_cents:
        return Decimal(re.sub(r"[.,]", "", digits))
    whole = re.sub(r"[.,]", "", digits[: -len(last) - 1])
    return Decimal(f"{whole}.{last}")


def _currency_in(text: str) -> str | None:
    for written, code in _DOLLARS.items():
        if written in text:
            return code
    for word in re.findall(r"[A-Z]{3}", text):
        if word in _CURRENCIES:
            return str(word)
    return next((code for symbol, code in _SYMBOLS.items() if symbol in text), None)


class Side(StrEnum):
    BELOW = "BELOW"
    ABOVE = "ABOVE"


@dataclass(frozen=True, slots=True)
class Line:
    """A price that somebody waits for. It fires when it is crossed, and again only after the price went back.

    `was_beyond` is None until a price was seen: a price that lies beyond the line from the first is shown, not told.
    """

    at: Decimal
    side: Side = Side.BELOW
    was_beyond: bool | None = None

    def is_beyond(self, amount: Decimal) -> bool:
        return amount <= self.at if self.side is Side.BELOW else amount >= self.at


@dataclass(frozen=True, slots=True)
class Crossing:
    """A line after a price was seen, and whether the price crossed it."""

    line: Line
    fires: bool


def cross(line: Line, amount: Decimal) -> Crossing:
    """Takes a price into account."""
    beyond = line.is_beyond(amount)
    return Crossing(replace(line, was_beyond=beyond), beyond and line.was_beyond is False)


def moved_by(before: Decimal, after: Decimal) -> Decimal | None:
    """By how many per cent a price has changed; None from nothing."""
    return None if before == 0 else (after - before) / before * 100

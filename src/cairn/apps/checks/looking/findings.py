"""Holding assertions against an answer: all of them, each with what was expected and what was found."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal, InvalidOperation
from functools import cached_property
from typing import Any, Final

from jsonpath import JSONPathError, findall

from cairn.apps.checks.looking import texts
from cairn.apps.checks.looking.assertions import (
    AnswersWithin,
    Assertion,
    CertificateLasts,
    Contains,
    ElementHas,
    EndsAt,
    HeaderIs,
    IsAtLeast,
    JsonIs,
    Matches,
    NumberIs,
    StatusIs,
)
from cairn.apps.checks.looking.patterns import found_in
from cairn.apps.checks.rules.prices import first_amount
from cairn.services.outbound import Answer

_LONGEST: Final = 200


@dataclass(frozen=True, slots=True)
class Finding:
    """One assertion, held against an answer."""

    subject: str
    expected: str
    found: str
    held: bool


class Inspection:
    """An answer under inspection. What several assertions need is worked out once."""

    def __init__(self, answer: Answer, *, now: datetime) -> None:
        self.answer = answer
        self.now = now

    @cached_property
    def text(self) -> str:
        return texts.decoded(self.answer)

    @cached_property
    def seen(self) -> str:
        """What a reader sees; of what is no page, all of it."""
        return texts.seen_text(self.text) if texts.is_page(self.answer) else self.text

    @property
    def milliseconds(self) -> int:
        return round(self.answer.timing.whole * 1000)

    def findings(self, assertions: Sequence[Assertion]) -> list[Finding]:
        return [self.finding(assertion) for assertion in assertions]

    def finding(self, assertion: Assertion) -> Finding:
        """One assertion, with what was expected and what was found."""
        match assertion:
            case StatusIs():
                status = self.answer.status
                return Finding("status", assertion.ranges, str(status), assertion.allows(status))
            case AnswersWithin():
                took = self.milliseconds
                return Finding(
                    "response time",
                    f"at most {assertion.milliseconds:,} ms",
                    f"{took:,} ms",
                    took <= assertion.milliseconds,
                )
            case Contains():
                there = self.has(assertion.text, match_case=assertion.match_case)
                return _presence("text", assertion.text, there=there, absent=assertion.absent)
            case Matches():
                return self._matching(assertion)
            case JsonIs():
                return self._json(assertion)
            case HeaderIs():
                value = self.answer.headers.get(assertion.name.lower())
                there = value is not None and assertion.contains.casefold() in value.casefold()
                return Finding(
                    f"header {assertion.name}",
                    _where(assertion.contains, absent=assertion.absent),
                    _short(value if value is not None else "missing"),
                    there != assertion.absent,
                )
            case CertificateLasts():
                return self._certificate(assertion)
            case EndsAt():
                url = self.answer.url
                return Finding(
                    "final address",
                    _where(assertion.contains, absent=assertion.absent),
                    _short(url),
                    (assertion.contains in url) != assertion.absent,
                )
            case ElementHas():
                return self._element(assertion)
            case NumberIs():
                return self._number(assertion)
            case IsAtLeast():
                size = len(self.answer.body)
                return Finding(
                    "size", f"at least {assertion.bytes:,} bytes", f"{size:,} bytes", size >= assertion.bytes
                )

    def has(self, text: str, *, match_case: bool) -> bool:
        """Whether a text stands in the source or in what a reader sees, where entities and markup are resolved."""
        if match_case:
            return text in self.text or text in self.seen
        wanted = text.casefold()
        return wanted in self.text.casefold() or wanted in self.seen.casefold()

    def _matching(self, assertion: Matches) -> Finding:
        there = found_in(self.text, assertion.pattern, match_case=assertion.match_case)
        found = "nothing that fits" if there is None else f"{_short(there)!r}"
        wanted = f"{'nothing fits' if assertion.absent else 'fits'} {assertion.pattern}"
        return Finding("pattern", wanted, found, (there is None) == assertion.absent)

    def _json(self, assertion: JsonIs) -> Finding:
        subject = f"JSON {assertion.path}"
        wanted = _wanted(assertion)
        try:
            found = findall(assertion.path, json.loads(self.text))
        except (ValueError, RecursionError):
            return Finding(subject, wanted, "no JSON", held=False)
        except JSONPathError as fault:
            return Finding(subject, wanted, f"the path failed: {fault}", held=False)
        told = ", ".join(json.dumps(each, ensure_ascii=False) for each in found[:5]) or "missing"
        return Finding(subject, wanted, _short(told), _compares(assertion, found))

    def _certificate(self, assertion: CertificateLasts) -> Finding:
        wanted = f"at least {assertion.days} days left"
        certificate = self.answer.certificate
        if certificate is None:
            return Finding("certificate", wanted, "no certificate", held=False)
        left = (certificate.not_after - self.now) // timedelta(days=1)
        return Finding("certificate", wanted, f"{left} days left", left >= assertion.days)

    def _element(self, assertion: ElementHas) -> Finding:
        wanted = _where(assertion.contains, absent=assertion.absent)
        subject = f"element {assertion.selector}"
        text = self._text_of(assertion.selector)
        if text is None:
            return Finding(subject, wanted, "missing", held=assertion.absent)
        fold: Callable[[str], str] = str if assertion.match_case else str.casefold
        there = fold(assertion.contains) in fold(text)
        return Finding(subject, wanted, _short(text), there != assertion.absent)

    def _number(self, assertion: NumberIs) -> Finding:
        subject = f"number in {assertion.selector}"
        wanted = f"{assertion.operator} {assertion.value}"
        text = self._text_of(assertion.selector)
        number = None if text is None else first_amount(text)
        if number is None:
            return Finding(
                subject, wanted, "missing" if text is None else f"none in {_short(text)!r}", held=False
            )
        return Finding(subject, wanted, str(number), _compared(assertion.operator, number, assertion.value))

    def _text_of(self, selector: str) -> str | None:
        element = texts.page_of(self.text).css_first(selector)
        return None if element is None else " ".join(element.text(separator=" ").split())


def _where(text: str, *, absent: bool) -> str:
    if not text:
        return "is absent" if absent else "is there"
    return f"does not contain {text!r}" if absent else f"contains {text!r}"


def _presence(subject: str, text: str, *, there: bool, absent: bool) -> Finding:
    wanted = f"{'nowhere' if absent else 'somewhere'} {_short(text)!r}"
    return Finding(subject, wanted, "found" if there else "not found", there != absent)


def _wanted(assertion: JsonIs) -> str:
    if assertion.operator in {"exists", "missing"}:
        return assertion.operator
    return f"{assertion.operator} {json.dumps(assertion.value, ensure_ascii=False)}"


def _compares(assertion: JsonIs, found: Sequence[Any]) -> bool:
    match assertion.operator:
        case "exists":
            return bool(found)
        case "missing":
            return not found
        case operator:
            return any(_holds(operator, each, assertion.value) for each in found)


def _holds(operator: str, found: Any, value: Any) -> bool:
    if operator == "contains":
        if isinstance(found, str):
            return str(value) in found
        return isinstance(found, list | dict) and value in found
    if operator in {"=", "!="}:
        return _equals(found, value) == (operator == "=")
    if operator == "length":
        return isinstance(found, str | list | dict) and _number(value) == len(found)
    number, bound = _number(found), _number(value)
    return number is not None and bound is not None and _compared(operator, number, bound)


def _compared(operator: str, number: Decimal, bound: Decimal) -> bool:
    match operator:
        case "=":
            return number == bound
        case "!=":
            return number != bound
        case "<":
            return number < bound
        case "<=":
            return number <= bound
        case ">":
            return number > bound
        case _:
            return number >= bound


def _equals(found: Any, value: Any) -> bool:
    """APIs write numbers as texts and the other way round. True is 1 in Python, and not in JSON."""
    if isinstance(found, bool) or isinstance(value, bool):
        return found is value
    if isinstance(found, str) != isinstance(value, str):
        number = _number(found)
        return number is not None and number == _number(value)
    return bool(found == value)


def _number(value: Any) -> Decimal | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    try:
        number = Decimal(str(value))
    except InvalidOperation:
        return None
    return number if number.is_finite() else None


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"

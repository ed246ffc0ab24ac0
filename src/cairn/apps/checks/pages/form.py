"""The form of a check: what was written in it, as attributes, and the attributes of a check, as the form shows them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

from pydantic import BaseModel, ConfigDict

from cairn.apps.checks.schema import Check, CheckType
from cairn.apps.checks.service.wanted import DEFAULT_DELAY_MS, WantedCheck, given
from cairn.services.problems import InvalidInput

_OF_FORM: Final = {
    "status": "ranges",
    "responseTime": "milliseconds",
    "certificate": "days",
    "pattern": "pattern",
}
"""The assertions that the form has a field for, and what of them stands in it."""
_PLAIN: Final[Mapping[CheckType, Sequence[str]]] = {
    CheckType.AVAILABILITY: ("keyword",),
    CheckType.CERTIFICATE: ("days",),
    CheckType.PRICE: ("below", "above", "movedBy", "selector", "currency"),
}
_TICKED: Final[Mapping[CheckType, Sequence[str]]] = {
    CheckType.AVAILABILITY: ("opposite", "matchCase"),
    CheckType.PRICE: ("lowest", "backInStock"),
}
_NUMBERS: Final = frozenset({"milliseconds", "days"})


class CheckForm(BaseModel):
    """What the form holds, as it was written."""

    model_config = ConfigDict(frozen=True)

    url: str = ""
    name: str = ""
    tags: str = ""
    delay: str = str(DEFAULT_DELAY_MS)
    retries: str = "1"
    keyword: str = ""
    opposite: str = ""
    matchCase: str = ""  # noqa: N815 - the attributes' own names, so that a refusal finds its field
    ranges: str = ""
    milliseconds: str = ""
    days: str = ""
    pattern: str = ""
    below: str = ""
    above: str = ""
    movedBy: str = ""  # noqa: N815 - as above
    lowest: str = ""
    backInStock: str = ""  # noqa: N815 - as above
    selector: str = ""
    currency: str = ""

    @classmethod
    def of(cls, check: Check) -> Self:
        """The form that shows a check."""
        attributes = given(check.attributes)
        kind = check.check_type
        values = {name: str(attributes[name]) for name in _PLAIN.get(kind, ()) if name in attributes}
        values |= {name: "on" for name in _TICKED.get(kind, ()) if attributes.get(name)}
        for assertion in reversed(attributes.get("assertions", ())):
            if _is_of_form(assertion):
                field = _OF_FORM[assertion["kind"]]
                values[field] = str(assertion.get(field, "14" if field == "days" else ""))
        return cls(
            url=check.url,
            name=check.name or "",
            tags=", ".join(sorted(check.tags)),
            delay=str(check.delay_ms),
            retries=str(attributes.get("retries", 1)),
            **values,
        )

    def wanted(self, kind: CheckType, before: Check | None = None) -> WantedCheck:
        """The check that the form asks for. What a check has that the form does not show stays."""
        known = {} if before is None else given(before.attributes)
        shown = {*_PLAIN.get(kind, ()), *_TICKED.get(kind, ()), "retries", "assertions"}
        attributes: dict[str, Any] = {name: value for name, value in known.items() if name not in shown}
        attributes["retries"] = _number("retries", self.retries)
        for name in _PLAIN.get(kind, ()):
            written = str(getattr(self, name)).strip()
            if written:
                attributes[name] = _number(name, written) if name in _NUMBERS else written
        attributes |= {name: True for name in _TICKED.get(kind, ()) if getattr(self, name)}
        if kind is CheckType.AVAILABILITY:
            attributes["assertions"] = [*self._assertions(), *_others(known.get("assertions", ()))]
        return WantedCheck(
            url=self.url,
            check_type=kind,
            delay_ms=_number("delay", self.delay),
            attributes=attributes,
            name=self.name,
            tags=frozenset(self.tags.split(",")),
        )

    def _assertions(self) -> list[dict[str, Any]]:
        found = []
        for kind, field in _OF_FORM.items():
            written = str(getattr(self, field)).strip()
            if written:
                found.append({"kind": kind, field: _number(field, written) if field in _NUMBERS else written})
        return found


def in_form(problem: InvalidInput, form: CheckForm) -> InvalidInput:
    """A refusal with its fields as the form calls them."""
    filled = [field for field in _OF_FORM.values() if str(getattr(form, field)).strip()]
    fields: dict[str, str] = {}
    for name, said in problem.fields.items():
        parts = name.split(".")
        if parts[:2] == ["attributes", "assertions"] and len(parts) > 2 and parts[2].isdigit():
            place = int(parts[2])
            fields[filled[place] if place < len(filled) else "url"] = said
        elif parts[0] == "attributes" and len(parts) > 1:
            fields[parts[1]] = said
        else:
            fields["delay" if name == "delayMs" else name] = said
    return InvalidInput(problem.detail, fields=fields)


def _is_of_form(assertion: Mapping[str, Any]) -> bool:
    kind = assertion.get("kind")
    is_plain = kind != "pattern" or not (assertion.get("absent") or assertion.get("matchCase") is False)
    return kind in _OF_FORM and is_plain


def _others(assertions: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Those that the form does not show: of another kind, or a second one."""
    shown: set[str] = set()
    others = []
    for each in assertions:
        if _is_of_form(each) and each["kind"] not in shown:
            shown.add(each["kind"])
        else:
            others.append(each)
    return others


def _number(field: str, written: str) -> int:
    try:
        return int(written)
    except ValueError as fault:
        raise InvalidInput.of(field, "write a whole number") from fault

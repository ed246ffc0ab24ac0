"""The form of a check: what was written in it as a check that is wanted, and a check as the form shows it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cairn.apps.checks.kinds import Kind
from cairn.apps.checks.pages import assertion_rows
from cairn.apps.checks.pages.fields import Field, Shape, fields_of
from cairn.apps.checks.pages.filled import Filled
from cairn.apps.checks.schema import Check
from cairn.apps.checks.service.wanted import DEFAULT_DELAY_MS, WantedCheck, given
from cairn.services.problems import InvalidInput

ASSERTIONS: Final = "attributes.assertions."


def empty(kind: Kind[Any]) -> Filled:
    """The form of a check to be made."""
    return _with_attributes(kind, {}).having({"delayMs": (str(DEFAULT_DELAY_MS),)})


def filled_by(check: Check, kind: Kind[Any]) -> Filled:
    """The form that shows a check."""
    common = {
        "url": check.url,
        "name": check.name or "",
        "tags": ", ".join(sorted(check.tags)),
        "delayMs": str(check.delay_ms),
        "dependsOn": check.depends_on or "",
    }
    attributes = _with_attributes(kind, given(check.attributes))
    return attributes.having({name: (value,) for name, value in common.items()})


def wanted(form: Filled, kind: Kind[Any]) -> WantedCheck:
    """The check that the form asks for."""
    read = {field.attribute: field.read(form) for field in fields_of(kind)}
    return WantedCheck(
        url=form.one("url"),
        check_type=kind.check_type,
        delay_ms=_number("delayMs", form.one("delayMs", str(DEFAULT_DELAY_MS))),
        attributes={name: value for name, value in read.items() if value is not None},
        name=form.one("name"),
        tags=frozenset(form.one("tags").split(",")),
        depends_on=form.one("dependsOn"),
    )


def wrong_rows(fields: Mapping[str, str]) -> dict[int, str]:
    """What is wrong with which row of assertions."""
    wrong: dict[int, str] = {}
    for name, said in fields.items():
        place = name.removeprefix(ASSERTIONS).partition(".")[0]
        if name.startswith(ASSERTIONS) and place.isdigit():
            wrong[int(place)] = said
    return wrong


def is_used(field: Field, form: Filled) -> bool:
    """Whether something stands in a field that would not stand there by itself."""
    if field.shape is Shape.ROWS:
        return bool(field.read(form))
    return tuple(form.all(field.name)) != field.written(field.default)


def _with_attributes(kind: Kind[Any], attributes: Mapping[str, Any]) -> Filled:
    values: dict[str, Sequence[str]] = {}
    for field in fields_of(kind):
        value = attributes.get(field.attribute, field.default)
        if field.shape is Shape.ROWS:
            values |= assertion_rows.written(value or ())
        else:
            values[field.name] = field.written(value)
    return Filled(values)


def _number(field: str, written: str) -> int:
    try:
        return int(written)
    except ValueError as fault:
        raise InvalidInput.of(field, "write a whole number") from fault

"""What somebody wants of a check, held against what its type knows and the tier allows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from pydantic import ValidationError

from cairn.apps.checks.kinds import KINDS, Attributes, Kind
from cairn.apps.checks.schema import CheckAttributes, CheckType
from cairn.apps.checks.settings import LONGEST_DELAY, Allowance
from cairn.services.problems import InvalidInput

LONGEST_NAME: Final = 100
MOST_TAGS: Final = 20
LONGEST_TAG: Final = 40
_MILLISECOND: Final = timedelta(milliseconds=1)
DEFAULT_DELAY_MS: Final = 300_000


@dataclass(frozen=True, kw_only=True, slots=True)
class WantedCheck:
    """A check as it is asked for."""

    url: str
    check_type: CheckType
    delay_ms: int = DEFAULT_DELAY_MS
    attributes: Mapping[str, Any] = field(default_factory=dict)
    name: str = ""
    tags: frozenset[str] = frozenset()
    depends_on: str = ""


@dataclass(frozen=True, slots=True)
class ValidCheck:
    """One that can be run."""

    kind: Kind[Any]
    url: str
    read: Attributes
    stored: CheckAttributes
    name: str
    tags: frozenset[str]


def valid(wanted: WantedCheck, allowance: Allowance) -> ValidCheck:
    """Raises `InvalidInput` with every field that is not right, and what would be."""
    faults: dict[str, str] = {}
    kind = KINDS[wanted.check_type]
    url = wanted.url
    try:
        url = kind.address(wanted.url)
    except ValueError as fault:
        faults["url"] = str(fault)
    read = kind.wanted()
    try:
        read = kind.read(dict(wanted.attributes))
    except ValidationError as fault:
        faults |= _said_of(fault, kind)
    shortest = allowance.shortest // _MILLISECOND
    if not shortest <= wanted.delay_ms <= LONGEST_DELAY // _MILLISECOND:
        faults["delayMs"] = (
            f"is from {shortest:,} (of the tier {allowance.tier}) to {LONGEST_DELAY // _MILLISECOND:,} milliseconds"
        )
    name = " ".join(wanted.name.split())
    if len(name) > LONGEST_NAME:
        faults["name"] = f"has at most {LONGEST_NAME} characters"
    tags = frozenset(cleaned for each in wanted.tags if (cleaned := " ".join(each.split())))
    if len(tags) > MOST_TAGS or any(len(each) > LONGEST_TAG for each in tags):
        faults["tags"] = f"are at most {MOST_TAGS}, of at most {LONGEST_TAG} characters"
    if faults:
        raise InvalidInput.of_all(faults)
    return ValidCheck(kind, url, read, stored(read), name, tags)


def stored(read: Attributes) -> CheckAttributes:
    """The attributes as the check carries them: what was said, by the names in which it is said."""
    # Within an attribute nothing is left out: what kind an assertion is, its default says as well.
    said = {
        name
        for name, field in type(read).model_fields.items()
        if getattr(read, name) != field.get_default(call_default_factory=True)
    }
    return CheckAttributes.model_validate(read.model_dump(by_alias=True, include=said, exclude_none=True))


def given(attributes: CheckAttributes) -> dict[str, Any]:
    """The attributes of a check as its type reads them."""
    return attributes.model_dump(by_alias=True, exclude_none=True)


def _said_of(fault: ValidationError, kind: Kind[Any]) -> dict[str, str]:
    said: dict[str, str] = {}
    for error in fault.errors(include_url=False):
        where = ".".join(["attributes", *(str(each) for each in error["loc"])])
        if error["type"] == "extra_forbidden":
            known = ", ".join(sorted(each.alias or name for name, each in kind.wanted.model_fields.items()))
            said[where] = f"is nothing that a {kind.check_type} check knows; it knows {known}"
        else:
            said[where] = error["msg"].removeprefix("Value error, ")
    return said

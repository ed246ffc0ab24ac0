"""The fields that a type of check has in the form, told by the attributes that it knows: a new type needs no form of its own.

An attribute says itself what it is called (`title`) and what it is for (`description`). Those that have been there for long
are called here as people would, and those that few people need are asked for under "More".
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any, Final

from cairn.apps.checks.kinds import Kind
from cairn.apps.checks.pages import assertion_rows
from cairn.apps.checks.pages.assertion_rows import AssertionRow
from cairn.apps.checks.pages.filled import Filled

_LABELS: Final[Mapping[str, str]] = {
    "keyword": "A text on the page",
    "opposite": "It is well while the text is absent",
    "matchCase": "Capitals count",
    "method": "Asked with",
    "headers": "Headers that are sent along",
    "body": "What a POST sends",
    "certificateDays": "Tell me so many days before the certificate runs out",
    "graceSeconds": "How many seconds later a call may come",
    "followRedirects": "Follow redirects",
    "assertions": "What else has to hold",
    "retries": "How often it looks again before it is down",
    "recoveries": "How often it has to be well before it is up",
    "below": "Tell me at or below",
    "above": "Tell me at or above",
    "movedBy": "Tell me when it moves by so many per cent",
    "lowest": "Tell me when it was never so low",
    "backInStock": "Tell me when it can be bought again",
    "newListing": "Tell me when something new is listed",
    "endingMinutes": "Tell me so many minutes before it ends",
    "selector": "Where the price stands",
    "exclude": "Words that it may not have in its title",
    "withShipping": "Shipping counts",
    "leastFeedback": "The seller's feedback is at least",
    "country": "Shipped to",
    "days": "Tell me when it is good for fewer days than",
}
_SAID_ENOUGH: Final = frozenset(
    {"days", "below", "above", "movedBy", "lowest", "backInStock", "newListing", "endingMinutes"}
    | {"exclude", "withShipping", "leastFeedback", "body", "graceSeconds", "matchCase"}
    | {"retries", "recoveries"}
)
"""Those whose label says all that their description does."""
_RARE: Final = frozenset(
    {"retries", "recoveries", "method", "headers", "body", "followRedirects", "assertions"}
    | {"selector", "currency", "certificateDays"}
)
_EXAMPLES: Final = {"below": "24.90", "selector": ".price", "currency": "EUR", "country": "DE"}
_LINE: Final = 2_000
"""What may be longer than these letters has several lines."""
_WORD: Final = 100
"""What may be longer than these letters may have commas in it."""


class Shape(StrEnum):
    """TEXT   a line; numbers too
    LONG   a text of several lines
    TICK   yes or no
    CHOICE one of several
    TICKS  any of several
    WORDS  a line with commas
    LIST   texts, one a line
    LINES  `name: value`, one a line
    ROWS   assertions
    JSON   anything else, as it would be sent to the API
    """

    TEXT = "text"
    LONG = "long"
    TICK = "tick"
    CHOICE = "choice"
    TICKS = "ticks"
    WORDS = "words"
    LIST = "list"
    LINES = "lines"
    ROWS = "rows"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class Field:
    """An attribute in the form."""

    attribute: str
    label: str
    hint: str
    shape: Shape
    options: tuple[tuple[str, str], ...]
    default: Any
    example: str
    is_rare: bool

    @property
    def name(self) -> str:
        """By what it is called in the form, and in a refusal."""
        return f"attributes.{self.attribute}"

    def written(self, value: Any) -> tuple[str, ...]:
        """A value as it stands in the form."""
        match self.shape:
            case Shape.TICK:
                return ("on",) if value else ()
            case Shape.TICKS:
                return tuple(str(each) for each in value or ())
            case Shape.WORDS:
                return (", ".join(str(each) for each in value or ()),)
            case Shape.LIST:
                return ("\n".join(str(each) for each in value or ()),)
            case Shape.LINES:
                return ("\n".join(f"{name}: {each}" for name, each in (value or {}).items()),)
            case Shape.JSON:
                return ("" if value is None else json.dumps(value, ensure_ascii=False),)
            case _:
                return ("" if value is None else str(value),)

    def read(self, form: Filled) -> Any:
        """What was written, as the attribute's value; None where nothing was."""
        match self.shape:
            case Shape.TICK:
                return bool(form.all(self.name))
            case Shape.TICKS:
                return list(form.all(self.name))
            case Shape.ROWS:
                return assertion_rows.read(form)
            case _:
                return self._read_text(form.one(self.name).strip())

    def _read_text(self, text: str) -> Any:
        match self.shape:
            case _ if not text:
                return None
            case Shape.WORDS:
                return [word for each in text.split(",") if (word := each.strip())]
            case Shape.LIST:
                return [line for each in text.splitlines() if (line := each.strip())]
            case Shape.LINES:
                pairs = [line.partition(":") for line in text.splitlines() if line.strip()]
                return {name.strip(): value.strip() for name, _, value in pairs}
            case Shape.JSON:
                try:
                    return json.loads(text)
                except ValueError:
                    return text  # the type says what would be right
            case _:
                return text

    def rows(self, form: Filled) -> Sequence[AssertionRow]:
        """The rows of assertions, with empty ones at the end."""
        return assertion_rows.shown(form)


@lru_cache(64)
def fields_of(kind: Kind[Any]) -> tuple[Field, ...]:
    """All fields of a type: what is its own first, then what every type has."""
    schema = kind.wanted.model_json_schema()
    shared = [name for name in ("retries", "recoveries") if name in schema["properties"]]
    own = [name for name in schema["properties"] if name not in shared]
    titles = {each.alias or name: each.title for name, each in kind.wanted.model_fields.items()}
    return tuple(_field(name, schema, titles.get(name)) for name in (*own, *shared))


def _field(name: str, schema: Mapping[str, Any], title: str | None) -> Field:
    told = schema["properties"][name]
    options = [_resolved(each, schema) for each in told.get("anyOf", [told])]
    may_be_none = any(each.get("type") == "null" for each in options)
    first = next(each for each in options if each.get("type") != "null")
    shape, choices = _shape(first, schema)
    if shape is Shape.CHOICE and may_be_none:
        choices = (("", "Any"), *choices)
    description = told.get("description", "")
    label = title or _LABELS.get(name)
    hint = "" if label and name in _SAID_ENOUGH else description
    if label is None and shape is Shape.TICK and description:
        label, hint = description.removesuffix("."), ""
    return Field(
        attribute=name,
        label=label or _in_words(name),
        hint=hint,
        shape=shape,
        options=choices,
        default=told.get("default", {} if shape is Shape.LINES else None),
        example=_EXAMPLES.get(name, str(next(iter(told.get("examples", ())), ""))),
        is_rare=name in _RARE,
    )


def _shape(told: Mapping[str, Any], schema: Mapping[str, Any]) -> tuple[Shape, tuple[tuple[str, str], ...]]:
    match told.get("type"):
        case _ if "enum" in told:
            return Shape.CHOICE, tuple(_options(told))
        case "boolean":
            return Shape.TICK, ()
        case "array":
            items = _resolved(told.get("items", {}), schema)
            if "discriminator" in items:
                return Shape.ROWS, ()
            if "enum" in items:
                return Shape.TICKS, tuple(_options(items))
            return (Shape.WORDS if items.get("maxLength", 0) <= _WORD else Shape.LIST), ()
        case "object":
            return Shape.LINES, ()
        case "string" | "integer" | "number":
            return (Shape.LONG if told.get("maxLength", 0) > _LINE else Shape.TEXT), ()
        case _:
            return Shape.JSON, ()


def _options(told: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for each in told["enum"]:
        yield str(each), str(each).replace("_", " ")


def _resolved(told: Mapping[str, Any], schema: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = told.get("$ref")
    if reference is None:
        return told
    found: Mapping[str, Any] = schema["$defs"][reference.rpartition("/")[2]]
    return found


def _in_words(name: str) -> str:
    """`leastFeedback` as `Least feedback`."""
    words = "".join(f" {each.lower()}" if each.isupper() else each for each in name)
    return words[:1].upper() + words[1:]

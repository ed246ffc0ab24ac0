"""What a person can assert of an answer. Each assertion is a value that is stored in a check's `attributes`."""

from decimal import Decimal
from typing import Annotated, Literal

from jsonpath import JSONPathError
from jsonpath import compile as compile_path
from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from cairn.apps.checks.looking.patterns import NoPattern, compiled
from cairn.apps.checks.looking.texts import checked_selector

_LONGEST_TEXT = 2_000
Text = Annotated[str, Field(min_length=1, max_length=_LONGEST_TEXT)]


def _pattern(text: str) -> str:
    try:
        compiled(text)
    except NoPattern as fault:
        raise ValueError(f"is no pattern: {fault}") from fault
    return text


def _json_path(text: str) -> str:
    try:
        compile_path(text)
    except (JSONPathError, RecursionError) as fault:
        raise ValueError(f"is no JSON path: {fault}") from fault
    return text


Selector = Annotated[str, Field(min_length=1, max_length=500), AfterValidator(checked_selector)]


class _Assertion(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=to_camel, validate_by_name=True)


class StatusIs(_Assertion):
    """The status lies in one of the ranges."""

    kind: Literal["status"] = "status"
    ranges: Annotated[
        str, Field(pattern=r"^[1-5]\d\d(-[1-5]\d\d)?(,\s*[1-5]\d\d(-[1-5]\d\d)?)*$", examples=["200-299,304"])
    ]

    def allows(self, status: int) -> bool:
        ranges = (part.strip().partition("-") for part in self.ranges.split(","))
        return any(int(first) <= status <= int(last or first) for first, _, last in ranges)


class AnswersWithin(_Assertion):
    """The whole answer is there in time."""

    kind: Literal["responseTime"] = "responseTime"
    milliseconds: Annotated[int, Field(ge=1, le=60_000)]


class Contains(_Assertion):
    """A text stands in the answer, or does not."""

    kind: Literal["text"] = "text"
    text: Text
    absent: bool = False
    match_case: bool = False


class Matches(_Assertion):
    """A pattern fits somewhere in the answer, or nowhere."""

    kind: Literal["pattern"] = "pattern"
    pattern: Annotated[Text, AfterValidator(_pattern)]
    absent: bool = False
    match_case: bool = True


Comparison = Literal["=", "!=", "<", "<=", ">", ">="]
Operator = Literal["=", "!=", "<", "<=", ">", ">=", "contains", "length", "exists", "missing"]


class JsonIs(_Assertion):
    """What lies at a path of the JSON compares so. Of several, one that does is enough."""

    kind: Literal["json"] = "json"
    path: Annotated[Text, AfterValidator(_json_path), Field(examples=["$.status"])]
    operator: Operator = "="
    value: str | int | float | bool | None = None


class HeaderIs(_Assertion):
    """A header is there and has a text in it, or is not."""

    kind: Literal["header"] = "header"
    name: Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{1,100}$")]
    contains: Annotated[str, Field(max_length=_LONGEST_TEXT)] = ""
    absent: bool = False


class CertificateLasts(_Assertion):
    """The certificate is good for so many days yet."""

    kind: Literal["certificate"] = "certificate"
    days: Annotated[int, Field(ge=1, le=365)] = 14


class EndsAt(_Assertion):
    """After redirects, the address has a text in it, or has not: a page that asks to sign in is another one."""

    kind: Literal["finalUrl"] = "finalUrl"
    contains: Text
    absent: bool = False


class ElementHas(_Assertion):
    """The text of the first element under a CSS selector has a text in it. Absent: there is none that has."""

    kind: Literal["element"] = "element"
    selector: Selector
    contains: Annotated[str, Field(max_length=_LONGEST_TEXT)] = ""
    absent: bool = False
    match_case: bool = False


class NumberIs(_Assertion):
    """The first number in the first element under a CSS selector compares so. It may be written as shops do."""

    kind: Literal["number"] = "number"
    selector: Selector
    operator: Comparison = "="
    value: Annotated[Decimal, Field(max_digits=20)]


class IsAtLeast(_Assertion):
    """The body has so many bytes."""

    kind: Literal["size"] = "size"
    bytes: Annotated[int, Field(ge=1, le=2_000_000)]


Assertion = Annotated[
    StatusIs
    | AnswersWithin
    | Contains
    | Matches
    | JsonIs
    | HeaderIs
    | CertificateLasts
    | EndsAt
    | ElementHas
    | NumberIs
    | IsAtLeast,
    Field(discriminator="kind"),
]

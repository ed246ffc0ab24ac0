"""The form of a check says all that its type knows, and gives back what it was given."""

from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Any, Literal, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import Field

from cairn.apps.checks.kinds import KINDS, Attributes, Kind, Look, Sight
from cairn.apps.checks.looking.assertions import Assertion
from cairn.apps.checks.pages import assertion_rows
from cairn.apps.checks.pages.fields import Shape, fields_of
from cairn.apps.checks.pages.filled import Filled
from cairn.apps.checks.pages.form import empty, filled_by, is_used, wanted, wrong_rows
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import Check, CheckStatus, CheckType
from cairn.apps.checks.service.wanted import stored
from tests.apps.checks.service.cast import NOON

ASSERTIONS: list[dict[str, Any]] = [
    {"kind": "status", "ranges": "200-299,304"},
    {"kind": "responseTime", "milliseconds": 500},
    {"kind": "text", "text": " Sorry, sold out", "absent": True},
    {"kind": "text", "text": "Kettle", "matchCase": True},
    {"kind": "pattern", "pattern": r"v\d+", "matchCase": False},
    {"kind": "pattern", "pattern": r"error", "absent": True},
    {"kind": "json", "path": "$.count", "operator": ">=", "value": 5},
    {"kind": "json", "path": "$.name", "value": "5"},
    {"kind": "json", "path": "$.ok", "value": True},
    {"kind": "json", "path": "$.error", "operator": "missing"},
    {"kind": "json", "path": "$.items", "operator": "length", "value": 3},
    {"kind": "header", "name": "X-Cache", "contains": "HIT"},
    {"kind": "header", "name": "X-Debug", "absent": True},
    {"kind": "number", "selector": ".price", "operator": "<=", "value": "24.90"},
    {"kind": "element", "selector": ".stock", "contains": "Ready", "matchCase": True},
    {"kind": "finalUrl", "contains": "/home"},
    {"kind": "certificate", "days": 21},
    {"kind": "size", "bytes": 1000},
]
EVERY_KIND = {each.model_fields["kind"].default for each in get_args(get_args(Assertion)[0])}


def check_of(check_type: CheckType, attributes: dict[str, Any]) -> Check:
    kind = KINDS[check_type]
    return Check(
        checkid="a",
        userid="u",
        url=kind.example,
        check_type=check_type,
        delay_ms=300_000,
        status=CheckStatus.ACTIVE,
        attributes=stored(kind.read(attributes)),
        created_at=NOON,
        updated_at=NOON,
        name="A check",
        tags=frozenset({"one", "two"}),
        depends_on="b",
    )


@pytest.mark.parametrize(
    ("check_type", "attributes"),
    [
        (CheckType.AVAILABILITY, {}),
        (CheckType.AVAILABILITY, {"keyword": "Kettle", "opposite": True, "retries": 0, "recoveries": 3}),
        (CheckType.AVAILABILITY, {"assertions": ASSERTIONS, "followRedirects": False, "method": "HEAD"}),
        (CheckType.AVAILABILITY, {"headers": {"Accept": "text/html; q=1", "X-A": "b: c"}}),
        (CheckType.PRICE, {"below": "24.90", "movedBy": "5", "lowest": True, "currency": "EUR"}),
        (CheckType.CERTIFICATE, {"days": 30}),
        (CheckType.TCP, {}),
    ],
)
def test_a_check_that_is_looked_at_in_the_form_and_kept_stays_as_it_was(
    check_type: CheckType, attributes: dict[str, Any]
) -> None:
    kind = KINDS[check_type]
    check = check_of(check_type, attributes)
    asked = wanted(filled_by(check, kind), kind)
    assert kind.read(dict(asked.attributes)) == kind.read(attributes)
    assert (asked.url, asked.name, asked.delay_ms) == (check.url, "A check", 300_000)
    assert {each.strip() for each in asked.tags} == {"one", "two"}
    assert asked.depends_on == "b"


@settings(max_examples=50)
@given(
    st.lists(
        st.builds(
            lambda path, operator, value: {
                "kind": "json",
                "path": path,
                "operator": operator,
                "value": value,
            },
            st.sampled_from(["$.a", "$[0]"]),
            st.sampled_from(["=", "!=", "<", "contains"]),
            st.text(max_size=8) | st.integers() | st.booleans() | st.floats(allow_nan=False) | st.none(),
        ),
        max_size=4,
    )
)
def test_values_of_json_keep_what_they_are(assertions: list[dict[str, Any]]) -> None:
    assert assertion_rows.read(Filled(assertion_rows.written(assertions))) == assertions


def test_rows_say_every_kind_of_assertion() -> None:
    assert {each["kind"] for each in ASSERTIONS} == EVERY_KIND
    assert {kind for kind, _ in assertion_rows.WHATS if kind} == EVERY_KIND


def test_every_type_that_there_is_can_be_made_by_the_form() -> None:
    for kind in KINDS.values():
        assert {field.attribute for field in fields_of(kind)} == {
            each.alias or name for name, each in kind.wanted.model_fields.items()
        }
        assert wanted(empty(kind), kind).check_type is kind.check_type
        assert [field.name for field in fields_of(kind) if is_used(field, empty(kind))] == []
        assert [field.name for field in fields_of(kind) if field.shape is Shape.JSON] == []


class Colour(StrEnum):
    RED = "RED"
    LIGHT_BLUE = "LIGHT_BLUE"


class TidalAttributes(Attributes):
    """Of a type that nobody has thought of yet."""

    water_level: Annotated[Decimal, Field(gt=0)] = Field(default=Decimal(2), description="In metres.")
    is_spring: bool = Field(default=True, description="Spring tides count.")
    colours: tuple[Colour, ...] = Field(default=(), title="Colours of the sea")
    moon: Literal["new", "full"] | None = None
    names: tuple[str, ...] = ()


async def _look(_: Sight, __: str, ___: TidalAttributes) -> Look:
    return Look(Verdict.GOOD)


TIDAL = Kind(
    check_type=CheckType.TCP,
    title="A tide",
    summary="Is it high?",
    example="tide:1",
    wanted=TidalAttributes,
    address=str,
    look=_look,
)


def test_a_new_type_has_a_form_without_a_word_about_it() -> None:
    fields = {field.attribute: field for field in fields_of(TIDAL)}
    assert {name: (field.label, field.shape) for name, field in fields.items()} == {
        "waterLevel": ("Water level", Shape.TEXT),
        "isSpring": ("Spring tides count", Shape.TICK),
        "colours": ("Colours of the sea", Shape.TICKS),
        "moon": ("Moon", Shape.CHOICE),
        "names": ("Names", Shape.WORDS),
        "retries": ("How often it looks again before it is down", Shape.TEXT),
        "recoveries": ("How often it has to be well before it is up", Shape.TEXT),
    }
    assert fields["colours"].options == (("RED", "RED"), ("LIGHT_BLUE", "LIGHT BLUE"))
    form = Filled(
        {
            "attributes.waterLevel": ["3.5"],
            "attributes.colours": ["RED", "LIGHT_BLUE"],
            "attributes.moon": [""],
            "attributes.names": ["north,  south ,"],
        }
    )
    read = TIDAL.read(dict(wanted(form, TIDAL).attributes))
    assert read == TidalAttributes(
        water_level=Decimal("3.5"),
        is_spring=False,
        colours=(Colour.RED, Colour.LIGHT_BLUE),
        names=("north", "south"),
    )


def test_what_is_wrong_with_an_assertion_is_told_of_its_row() -> None:
    fields = {"attributes.assertions.2.json.path": "is no JSON path", "attributes.keyword": "too long"}
    assert wrong_rows(fields) == {2: "is no JSON path"}

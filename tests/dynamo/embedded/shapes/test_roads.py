"""The fast road and the slow one agree: what the first passes, the second finds nothing wrong with."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.dynamo.embedded.shapes.checks import DECLARATIONS
from cairn.dynamo.embedded.shapes.fast import compiled
from cairn.dynamo.embedded.shapes.shape import (
    AttributeMap,
    Boolean,
    Integer,
    ListOf,
    MapOf,
    Shape,
    String,
    Structure,
    TableName,
)
from cairn.dynamo.embedded.shapes.slow import refuse_faults
from tests.dynamo.embedded.shapes.asking import KEY, VALUES, refusal_of

NAMES = st.sampled_from(["abc", "Goals", "A.b-c_9", "arn:aws:dynamodb:eu-west-1:123456789012:table/Goals"])
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.binary(max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


def faultless(shape: Shape) -> st.SearchStrategy[Any]:
    match shape:
        case String(one_of=()):
            if shape.pattern:
                return st.sampled_from(["abc", "Reminders"])
            return st.text("ab#:", min_size=shape.shortest or 0, max_size=(shape.shortest or 0) + 3)
        case String():
            return st.sampled_from(shape.one_of)
        case TableName():
            return NAMES
        case Integer():
            lowest, highest = shape.range
            least = lowest if shape.least is None else shape.least
            return st.integers(least, highest if shape.most is None else shape.most)
        case Boolean():
            return st.booleans()
        case AttributeMap():
            return st.just(KEY)
        case ListOf():
            return st.lists(faultless(shape.member), min_size=shape.fewest or 0, max_size=min(3, shape.most))
        case MapOf():
            keys = NAMES if shape.keyed_by_table else st.just("#a")
            return st.dictionaries(keys, faultless(shape.value), min_size=shape.fewest or 0, max_size=2)
        case Structure():
            return st.fixed_dictionaries(
                {name: faultless(member) for name, member in shape.members.items() if name in shape.required},
                optional={
                    name: faultless(member)
                    for name, member in shape.members.items()
                    if name not in shape.required
                },
            )


def with_faults(shape: Structure) -> st.SearchStrategy[Any]:
    """Faultless requests with a few members replaced by anything."""
    return st.builds(
        lambda right, wrong: right | wrong,
        faultless(shape),
        st.dictionaries(st.sampled_from([*shape.members, "Unknown"]), ANYTHING, max_size=2),
    )


OPERATIONS = st.sampled_from(sorted(DECLARATIONS))


@given(st.data())
def test_faultless_requests_take_the_fast_road(data: st.DataObject) -> None:
    operation = data.draw(OPERATIONS)
    shape = DECLARATIONS[operation][0]
    request = data.draw(faultless(shape))
    assert compiled(shape)(request) is True
    refuse_faults(operation, shape, request)


@given(st.data())
def test_what_the_fast_road_passes_is_faultless(data: st.DataObject) -> None:
    operation = data.draw(OPERATIONS)
    shape = DECLARATIONS[operation][0]
    request = data.draw(with_faults(shape))
    try:
        passed = compiled(shape)(request)
    except TypeError:
        passed = False
    if passed:
        refuse_faults(operation, shape, request)


@given(
    OPERATIONS,
    ANYTHING
    | st.dictionaries(st.sampled_from(["TableName", "Key", "TransactItems", "RequestItems"]), ANYTHING),
)
def test_whatever_is_asked_is_refused_in_dynamodbs_own_words(operation: str, request_: Any) -> None:
    refusal = refusal_of(operation, request_)
    assert refusal is None or refusal[1]


@given(st.data())
def test_faulty_requests_are_refused_in_dynamodbs_own_words(data: st.DataObject) -> None:
    operation = data.draw(OPERATIONS)
    request = data.draw(with_faults(DECLARATIONS[operation][0]))
    refusal = refusal_of(operation, request)
    assert refusal is None or refusal[1]


def unusual(value: Any) -> Any:
    """The same request in mappings and sequences that are no dicts and lists."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: unusual(member) for key, member in value.items()})
    return tuple(unusual(member) for member in value) if isinstance(value, list) else value


@given(st.data())
def test_unusual_containers_are_as_good_as_usual_ones(data: st.DataObject) -> None:
    operation = data.draw(OPERATIONS)
    request = data.draw(faultless(DECLARATIONS[operation][0]))
    assert refusal_of(operation, unusual(request)) == refusal_of(operation, request)


def nested(depth: int) -> Any:
    value: Any = {}
    for _ in range(depth):
        value = {"M": {"a": value}, "L": [value]}
    return value


@pytest.mark.parametrize(
    ("operation", "request_"),
    [
        ("PutItem", {"TableName": "Goals", "Item": {"a": nested(100_000)}}),
        ("PutItem", {"TableName": "ab", "Item": {"a": nested(100_000)}}),
        ("PutItem", {"TableName": nested(100_000), "Item": {}}),
        ("PutItem", {"TableName": "Goals", "Item": {}, "Unknown": nested(100_000)}),
        ("TransactWriteItems", {"TransactItems": [{}] * 2_000_000}),
        (
            "CreateTable",
            {"TableName": "Goals", "KeySchema": [{}] * 2_000_000, "AttributeDefinitions": [{}] * 2_000_000},
        ),
        ("CreateTable", {"TableName": "Goals", "Tags": [{"Key": "k" * 200, "Value": ""}] * 2_000_000}),
        ("BatchWriteItem", {"RequestItems": {"Goals": [{}] * 2_000_000}}),
        ("BatchGetItem", {"RequestItems": {f"table{n}": {"Keys": [KEY]} for n in range(200_000)}}),
        ("GetItem", {"TableName": ";" * 10_000_000, "Key": KEY}),
        ("GetItem", {"x" * 10_000_000: 1}),
        (
            "UpdateItem",
            {
                "TableName": "Goals",
                "Key": KEY,
                "ReturnValues": "x" * 10_000_000,
                "ExpressionAttributeValues": VALUES,
            },
        ),
    ],
)
def test_hostile_requests_cost_little(operation: str, request_: dict[str, Any]) -> None:
    # What a request may cost is bounded by the test's timeout; the depth is what would crash.
    refusal = refusal_of(operation, request_)
    assert refusal is None or refusal[0] in {"ValidationException", "SerializationException"}

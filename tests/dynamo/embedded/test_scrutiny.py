"""Faulty attribute values, in DynamoDB's words and in its order of checks."""

from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.dynamo.embedded import values
from cairn.dynamo.errors import DynamoError, SerializationException, ValidationException
from cairn.dynamo.seam import AttributeValue

UNLIKE_A_MAP = (
    "Unrecognized collection type java.util.Map<java.lang.String, "
    "com.amazonaws.dynamodb.v20120810.AttributeValue>"
)
EMPTY = "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"
SEVERAL = (
    "Supplied AttributeValue has more than one datatypes set, "
    "must contain exactly one of the supported datatypes"
)
TOO_DEEP = (
    "Nesting Levels have exceeded supported limits: "
    "Attributes in the item have nested levels beyond supported limit"
)
INVALID = "One or more parameter values were invalid: "
NOT_A_NUMBER = "The parameter cannot be converted to a numeric value"
MISPLACED = "Start of structure or map found where not expected"


def nested(levels: int, kind: str, innermost: AttributeValue) -> AttributeValue:
    value = innermost
    for _ in range(levels):
        value = {"L": [value]} if kind == "L" else {"M": {"inner": value}}
    return value


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({}, EMPTY),
        ({"s": "x"}, EMPTY),
        ({"S": None}, EMPTY),
        ({"S": "x", "N": "1"}, SEVERAL),
        ({"L": [{"S": "x", "BOOL": True}]}, SEVERAL),
        ({"S": "x", "N": "abc"}, f"{NOT_A_NUMBER}: abc"),
        ({"N": ""}, NOT_A_NUMBER),
        (
            {"N": "1e126"},
            "Number overflow. Attempting to store a number with magnitude larger than supported range",
        ),
        ({"NULL": False}, f"{INVALID}Null attribute value types must have the value of true"),
        ({"SS": []}, f"{INVALID}An string set  may not be empty"),
        ({"NS": []}, f"{INVALID}An number set  may not be empty"),
        ({"BS": []}, f"{INVALID}Binary sets should not be empty"),
        ({"SS": ["a", "b", "a"]}, f"{INVALID}Input collection [a, b, a] contains duplicates."),
        ({"NS": ["1", "2", "1.0"]}, "Input collection contains duplicates"),
        ({"NS": ["1", "x"]}, f"{NOT_A_NUMBER}: x"),
        (
            {"BS": [b"\x01", b"\x01"]},
            f"{INVALID}Input collection [AQ==, AQ==]of type BS contains duplicates.",
        ),
        ({"SS": ["a", None]}, f"{INVALID}An string set may not have a null string as a member"),
        ({"L": [None]}, "The supplied Item contains a null AttributeValue"),
        ({"M": {"a": None}}, "The supplied Item contains a null AttributeValue: a is null"),
        ({"M": {"": {"S": "x"}}}, "Empty attribute name"),
        ({"M": {"": {"SS": []}}}, f"{INVALID}An string set  may not be empty"),
        (
            {"M": {"n" * 65_536: {"S": "x"}}},
            f"{INVALID}Attribute name is too large, must be less than 65536 bytes",
        ),
        (nested(32, "L", {"S": "x"}), TOO_DEEP),
        (nested(32, "M", {"S": "x"}), TOO_DEEP),
        (nested(32, "M", {"N": "x"}), TOO_DEEP),
        (nested(10_000, "L", {"S": "x"}), TOO_DEEP),
    ],
)
def test_a_value_that_is_none_of_the_types_is_refused(value: object, message: str) -> None:
    with pytest.raises(ValidationException) as refusal:
        values.checked_value(value)
    assert refusal.value.message == message


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("x", "Unexpected value type in payload"),
        (5, "Unexpected value type in payload"),
        (
            [{"S": "x"}],
            "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue",
        ),
        ({"S": 5}, "NUMBER_VALUE cannot be converted to String"),
        ({"S": 5.5}, "DECIMAL_VALUE cannot be converted to String"),
        ({"S": True}, "TRUE_VALUE cannot be converted to String"),
        ({"S": b"x"}, "BINARY_VALUE cannot be converted to String"),
        ({"S": ["x"]}, "Unrecognized collection type class java.lang.String"),
        ({"S": {}}, MISPLACED),
        ({"S": "half \ud83d a pair"}, "Unpaired surrogate U+D83D in a string"),
        ({"M": {"\udc00": {"S": "x"}}}, "Unpaired surrogate U+DC00 in a string"),
        ({"N": 5}, "NUMBER_VALUE cannot be converted to String"),
        ({"N": Decimal(5)}, "DECIMAL_VALUE cannot be converted to String"),
        ({"N": False}, "FALSE_VALUE cannot be converted to String"),
        ({"B": "text"}, "only base-64-encoded strings are convertible to bytes"),
        ({"B": 5}, "only base-64-encoded strings are convertible to bytes"),
        ({"B": [b"x"]}, "Unrecognized collection type class java.nio.ByteBuffer"),
        ({"BOOL": "x"}, "Unexpected token received from parser"),
        ({"BOOL": 1}, "NUMBER_VALUE cannot be converted to Boolean"),
        ({"BOOL": []}, "Unrecognized collection type class java.lang.Boolean"),
        ({"NULL": {}}, MISPLACED),
        ({"SS": "x"}, "Unexpected field type"),
        ({"SS": {}}, MISPLACED),
        ({"SS": [5]}, "NUMBER_VALUE cannot be converted to String"),
        ({"BS": ["x"]}, "only base-64-encoded strings are convertible to bytes"),
        ({"L": {}}, MISPLACED),
        ({"L": "x"}, "Unexpected field type"),
        ({"L": ["x"]}, "Unexpected value type in payload"),
        ({"M": []}, UNLIKE_A_MAP),
        ({"M": "x"}, "Unexpected field type"),
        ({"M": {5: {"S": "x"}}}, "NUMBER_VALUE cannot be converted to String"),
        ({"L": [{"SS": []}, {"S": 5}]}, "NUMBER_VALUE cannot be converted to String"),
        ({"L": [nested(10_000, "M", {"S": "x"}), {"S": 5}]}, "NUMBER_VALUE cannot be converted to String"),
    ],
)
def test_a_value_of_the_wrong_python_type_cannot_be_read(value: object, message: str) -> None:
    with pytest.raises(SerializationException) as refusal:
        values.checked_value(value)
    assert refusal.value.message == message


@pytest.mark.parametrize(
    ("item", "error"),
    [
        (
            {"a": {"SS": []}, "b": {"S": 5}},
            "SerializationException: NUMBER_VALUE cannot be converted to String",
        ),
        ({"a": {"SS": []}, "b": nested(32, "L", {})}, f"ValidationException: {TOO_DEEP}"),
        ({"a": {"N": "x"}, "b": {}}, f"ValidationException: {NOT_A_NUMBER}: x"),
        ({"b": {}, "a": {"N": "x"}}, f"ValidationException: {EMPTY}"),
        ({"": {"S": "x"}, "b": {}}, "ValidationException: Empty attribute name"),
        ({"": {}, "b": {"S": "x"}}, f"ValidationException: {EMPTY}"),
        ({"a": None}, "ValidationException: The supplied Item contains a null AttributeValue: a is null"),
        ([], f"SerializationException: {UNLIKE_A_MAP}"),
    ],
)
def test_of_several_faults_the_first_is_told(item: Any, error: str) -> None:
    with pytest.raises(DynamoError) as refusal:
        values.checked_item(item)
    assert f"{refusal.value.name}: {refusal.value.message}" == error


anything = st.recursive(
    st.one_of(st.none(), st.text(max_size=3), st.binary(max_size=3), st.integers(), st.booleans()),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M", "x"]),
            inner,
            max_size=2,
        ),
    ),
)


@given(anything)
def test_anything_is_a_value_or_refused_by_name(value: Any) -> None:
    with suppress(SerializationException, ValidationException):
        checked, size = values.checked_value(value)
        assert values.checked_value(checked) == (checked, size)

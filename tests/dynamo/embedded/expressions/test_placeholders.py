"""ExpressionAttributeNames and ExpressionAttributeValues: what DynamoDB refuses of them."""

from typing import Any

import pytest

from cairn.dynamo.embedded.expressions import Expressions, check_placeholders_are_wanted
from cairn.dynamo.errors import ValidationException

ONE = {"N": "1"}


def refusal(names: dict[str, str] | None, values: dict[str, Any] | None) -> str:
    with pytest.raises(ValidationException) as caught:
        Expressions(names, values)
    return caught.value.message


@pytest.mark.parametrize(
    ("names", "values", "message"),
    [
        ({}, None, "ExpressionAttributeNames must not be empty"),
        (None, {}, "ExpressionAttributeValues must not be empty"),
        ({}, {}, "ExpressionAttributeNames must not be empty"),
        ({"a": "b"}, None, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "a"'),
        ({"#": "b"}, None, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#"'),
        ({"#a-b": "b"}, None, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#a-b"'),
        ({"#a\n": "b"}, None, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#a\n"'),
        ({"#é": "b"}, None, 'ExpressionAttributeNames contains invalid key: Syntax error; key: "#é"'),
        (None, {"v": ONE}, 'ExpressionAttributeValues contains invalid key: Syntax error; key: "v"'),
        (None, {"#v": ONE}, 'ExpressionAttributeValues contains invalid key: Syntax error; key: "#v"'),
        (
            {"#" + "a" * 255: "b"},
            None,
            (
                "ExpressionAttributeNames contains invalid key: "
                "The expression attribute map contains a key that is too long; size of key: 256"
            ),
        ),
        (
            None,
            {":" + "a" * 255: ONE},
            (
                "ExpressionAttributeValues contains invalid key: "
                "The expression attribute map contains a key that is too long;"
            ),
        ),
        (
            {"#a": ""},
            None,
            "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a",
        ),
        (
            {"#a": "é" * 32768},
            None,
            (
                "ExpressionAttributeNames contains invalid value: "
                "Attribute name is too large, must be less than 65536 bytes for key #a"
            ),
        ),
        (
            None,
            {":v": {}},
            (
                "ExpressionAttributeValues contains invalid value: Supplied AttributeValue is empty, "
                "must contain exactly one of the supported datatypes for key :v"
            ),
        ),
        # The keys of both come before what they stand for.
        ({"#a": ""}, {"v": {}}, 'ExpressionAttributeValues contains invalid key: Syntax error; key: "v"'),
        (
            {"#a": ""},
            {":v": {}},
            "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a",
        ),
    ],
)
def test_faulty_placeholders_are_refused(
    names: dict[str, str] | None, values: dict[str, Any] | None, message: str
) -> None:
    assert refusal(names, values) == message


def test_longest_placeholders_and_names_are_taken() -> None:
    name = "#" + "a" * 254
    value = ":" + "v" * 254
    request = Expressions({name: "n" * 65535}, {value: ONE})
    assert request.condition(f"{name} = {value}")({"n" * 65535: ONE}) is True
    request.finish()


def test_values_are_put_into_normal_form() -> None:
    request = Expressions(None, {":v": {"N": "1.00"}})
    assert request.update("SET a = :v")({}) == {"a": {"N": "1"}}


def test_unused_names_are_told_before_unused_values() -> None:
    request = Expressions({"#b": "x", "#a": "y", "#c": "z"}, {":v": ONE, ":w": ONE})
    request.condition("#c = :v")
    with pytest.raises(ValidationException) as caught:
        request.finish()
    assert caught.value.message == (
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}"
    )


def test_unused_values_are_told() -> None:
    request = Expressions(None, {":v": ONE, ":w": ONE})
    request.condition("a = :v")
    with pytest.raises(ValidationException) as caught:
        request.finish()
    assert caught.value.message == (
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:w}"
    )


def test_expressions_of_a_request_use_placeholders_together() -> None:
    request = Expressions({"#a": "a", "#b": "b"}, {":v": ONE, ":w": {"N": "2"}})
    request.update("SET #a = :v")
    request.condition("#b = :w OR #a = :v")
    request.projection("#a")
    request.finish()


@pytest.mark.parametrize(
    ("request_", "message"),
    [
        (
            {"ExpressionAttributeNames": {"#a": "a"}},
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            {"ExpressionAttributeValues": {":v": ONE}},
            (
                "ExpressionAttributeValues can only be specified when using expressions: "
                "FilterExpression and KeyConditionExpression are null"
            ),
        ),
        (
            {"ExpressionAttributeValues": {":v": ONE}, "ProjectionExpression": "a"},
            (
                "ExpressionAttributeValues can only be specified when using expressions: "
                "FilterExpression and KeyConditionExpression are null"
            ),
        ),
    ],
)
def test_placeholders_want_an_expression(request_: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationException) as caught:
        check_placeholders_are_wanted(
            request_, ("FilterExpression", "KeyConditionExpression"), ("ProjectionExpression",)
        )
    assert caught.value.message == message


def test_one_missing_expression_is_told_in_the_singular() -> None:
    with pytest.raises(ValidationException) as caught:
        check_placeholders_are_wanted({"ExpressionAttributeValues": {":v": ONE}}, ("ConditionExpression",))
    assert caught.value.message == (
        "ExpressionAttributeValues can only be specified when using expressions: ConditionExpression is null"
    )

"""Binary values are base64 in JSON and bytes at the seam, wherever attribute values stand and nowhere else."""

import base64
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.dynamo.wire import requests
from tests.dynamo.wire.conftest import Scripted
from tests.dynamo.wire.raw_http import Client

RAW = {"B": "AP8="}
SET = {"BS": ["YQ==", "YmM="]}
NESTED = {"M": {"a": {"L": [{"S": "B"}, RAW, {"M": {"B": SET}}]}, "BS": {"NULL": True}}}
READ_NESTED = {
    "M": {
        "a": {"L": [{"S": "B"}, {"B": b"\x00\xff"}, {"M": {"B": {"BS": [b"a", b"bc"]}}}]},
        "BS": {"NULL": True},
    }
}


def read(operation: str, request: Any) -> Any:
    api = "DynamoDBStreams" if "Stream" in operation else "DynamoDB"
    body = request if isinstance(request, bytes) else json.dumps(request).encode()
    return requests.read(f"{api}_20120810.{operation}".encode(), body)[1]


@pytest.mark.parametrize(
    ("operation", "place"),
    [
        ("PutItem", lambda value: {"Item": {"x": value}, "ExpressionAttributeValues": {":x": value}}),
        ("GetItem", lambda value: {"Key": {"x": value}}),
        ("UpdateItem", lambda value: {"Key": {"x": value}, "ExpressionAttributeValues": {":x": value}}),
        ("DeleteItem", lambda value: {"Key": {"x": value}, "ExpressionAttributeValues": {":x": value}}),
        (
            "Query",
            lambda value: {"ExclusiveStartKey": {"x": value}, "ExpressionAttributeValues": {":x": value}},
        ),
        (
            "Scan",
            lambda value: {"ExclusiveStartKey": {"x": value}, "ExpressionAttributeValues": {":x": value}},
        ),
        ("BatchGetItem", lambda value: {"RequestItems": {"Item": {"Keys": [{"x": value}, {"y": value}]}}}),
        (
            "BatchWriteItem",
            lambda value: {
                "RequestItems": {
                    "T": [{"PutRequest": {"Item": {"x": value}}}, {"DeleteRequest": {"Key": {"x": value}}}]
                }
            },
        ),
        ("TransactGetItems", lambda value: {"TransactItems": [{"Get": {"Key": {"x": value}}}]}),
        (
            "TransactWriteItems",
            lambda value: {
                "TransactItems": [
                    {"Put": {"Item": {"x": value}, "ExpressionAttributeValues": {":x": value}}},
                    {"Update": {"Key": {"x": value}, "ExpressionAttributeValues": {":x": value}}},
                    {"Delete": {"Key": {"x": value}, "ExpressionAttributeValues": {":x": value}}},
                    {"ConditionCheck": {"Key": {"x": value}, "ExpressionAttributeValues": {":x": value}}},
                ]
            },
        ),
    ],
)
def test_binary_becomes_bytes_wherever_values_stand(operation: str, place: Any) -> None:
    assert read(operation, place(RAW)) == place({"B": b"\x00\xff"})
    assert read(operation, place(SET)) == place({"BS": [b"a", b"bc"]})
    assert read(operation, place(NESTED)) == place(READ_NESTED)


@pytest.mark.parametrize(
    ("operation", "request_"),
    [
        ("CreateTable", {"TableName": "B", "Tags": [{"Key": "B", "Value": "AP8="}]}),
        ("TagResource", {"Tags": [{"Key": "B", "B": "no base64"}]}),
        ("PutItem", {"Item": {"x": {"S": "B"}}, "ExpressionAttributeNames": {"B": "no base64"}}),
        ("PutItem", {"B": "no base64", "Item": {"B": {"S": "no base64"}}}),
        ("BatchGetItem", {"RequestItems": {"Item": {"ExpressionAttributeNames": {"B": "no base64"}}}}),
    ],
)
def test_what_only_looks_like_binary_stays_as_it_is(operation: str, request_: Any) -> None:
    assert read(operation, request_) == request_


@pytest.mark.parametrize(
    "request_",
    [
        {"Item": None},
        {"Item": "B"},
        {"Item": ["B", {"B": "x"}]},
        {"Item": {"x": "B"}},
        {"Item": {"x": ["B"]}},
        {"Item": {"x": None, "y": {"B": None}}},
        {"Item": {"x": {"L": "B"}, "y": {"M": ["B"]}, "z": {"L": [None, "B"]}}},
    ],
)
def test_what_is_not_shaped_like_values_is_left_to_the_engine(request_: Any) -> None:
    assert read("PutItem", request_) == request_


@pytest.mark.parametrize(
    "request_",
    [
        {"RequestItems": "B"},
        {"RequestItems": {"T": "B"}},
        {"RequestItems": {"T": {"Keys": "B"}}},
        {"RequestItems": {"T": ["B", {"PutRequest": "B"}, {"PutRequest": {"Item": "B"}}]}},
        {"TransactItems": "B"},
        {"TransactItems": ["B", {"Put": "B"}, {"Put": {"Item": "B"}}]},
    ],
)
@pytest.mark.parametrize("operation", ["BatchGetItem", "BatchWriteItem", "TransactWriteItems"])
def test_batches_that_are_not_shaped_as_such_are_left_to_the_engine(operation: str, request_: Any) -> None:
    assert read(operation, request_) == request_


def test_names_of_types_may_be_escaped() -> None:
    body = rb'{"Item":{"x":{"\u0042":"YQ=="},"y":{"B\u0053":["YQ=="]}}}'
    assert read("PutItem", body) == {"Item": {"x": {"B": b"a"}, "y": {"BS": [b"a"]}}}


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"B": "YQ="}, "Base64 encoded length is expected a multiple of 4 bytes but found: 3"),
        ({"B": "YR=="}, "Invalid last non-pad Base64 character dectected"),
        ({"B": "Y*=="}, "Invalid last non-pad Base64 character dectected"),
        ({"B": "YQ==YQ=="}, "Invalid last non-pad Base64 character dectected"),
        ({"B": "===="}, "Invalid last non-pad Base64 character dectected"),
        ({"B": "éééé"}, "Invalid last non-pad Base64 character dectected"),
        ({"B": 5}, "only base-64-encoded strings are convertible to bytes"),
        ({"B": False}, "only base-64-encoded strings are convertible to bytes"),
        ({"B": []}, "Unrecognized collection type class java.nio.ByteBuffer"),
        ({"B": {}}, "Start of structure or map found where not expected"),
        ({"BS": "YQ=="}, "Unexpected field type"),
        ({"BS": {}}, "Start of structure or map found where not expected"),
        ({"BS": ["YQ==", 5]}, "only base-64-encoded strings are convertible to bytes"),
        (
            {"L": [{"M": {"x": {"B": "Y"}}}]},
            "Base64 encoded length is expected a multiple of 4 bytes but found: 1",
        ),
    ],
)
def test_what_is_no_base64_is_refused_in_the_words_of_aws(
    client: Client, dynamo: Scripted, value: Any, message: str
) -> None:
    answer = client.call("PutItem", {"Item": {"x": value}})
    assert (answer.status, answer.document) == (
        400,
        {"__type": "com.amazon.coral.service#SerializationException", "Message": message},
    )
    assert dynamo.asked == []


attribute_values = st.recursive(
    st.one_of(
        st.binary(max_size=8).map(lambda content: {"B": content}),
        st.lists(st.binary(max_size=8), max_size=3).map(lambda content: {"BS": content}),
        st.text(max_size=8).map(lambda content: {"S": content}),
        st.just({"NULL": True}),
    ),
    lambda values: st.one_of(
        st.lists(values, max_size=3).map(lambda content: {"L": content}),
        st.dictionaries(st.sampled_from(["B", "BS", "M", "x"]), values, max_size=3).map(
            lambda content: {"M": content}
        ),
    ),
    max_leaves=12,
)


@given(attribute_values)
def test_any_value_arrives_as_it_was_meant(value: Any) -> None:
    def encoded(value: Any) -> Any:
        if isinstance(value, bytes):
            return base64.b64encode(value).decode()
        if isinstance(value, list):
            return [encoded(element) for element in value]
        if isinstance(value, dict):
            return {name: encoded(member) for name, member in value.items()}
        return value

    assert read("PutItem", {"Item": {"x": encoded(value)}}) == {"Item": {"x": value}}

"""The one call behind which DynamoDB stands, wherever it lives.

Requests and responses have the shapes that botocore gives them in Python: attribute values are
`{"S": "text"}`, numbers travel as text, binary as `bytes`, points in time as aware `datetime`.
"""

from collections.abc import Mapping
from typing import Any, Literal, Protocol

AttributeValue = dict[str, Any]
Item = dict[str, AttributeValue]
Request = Mapping[str, Any]
Response = dict[str, Any]

Operation = Literal[
    "BatchGetItem",
    "BatchWriteItem",
    "CreateTable",
    "DeleteItem",
    "DeleteTable",
    "DescribeEndpoints",
    "DescribeLimits",
    "DescribeStream",
    "DescribeTable",
    "DescribeTimeToLive",
    "GetItem",
    "GetRecords",
    "GetShardIterator",
    "ListStreams",
    "ListTables",
    "ListTagsOfResource",
    "PutItem",
    "Query",
    "Scan",
    "TagResource",
    "TransactGetItems",
    "TransactWriteItems",
    "UntagResource",
    "UpdateItem",
    "UpdateTable",
    "UpdateTimeToLive",
]


class Dynamo(Protocol):
    """Whatever answers DynamoDB's API: the engine in the process, AWS, or a compatible endpoint."""

    async def call(self, operation: Operation, request: Request) -> Response:
        """Answers one request, or raises the `DynamoError` that DynamoDB would answer with."""
        ...

    async def close(self) -> None:
        """Lets go of files and connections. Nothing that was answered is lost by not calling it."""
        ...

"""Where DynamoDB Local is known to answer otherwise than AWS: the one list of it.

Cairn follows AWS. A test that meets one of these places says what both answer, so that it compares exactly
wherever it runs; a difference that no test uses fails `test_differences.py`.
"""

from dataclasses import dataclass
from typing import Protocol, TypeVar

Answer = TypeVar("Answer")


class Answering(Protocol):
    """Whatever a test asks, as far as a difference needs to know it."""

    @property
    def is_dynamodb_local(self) -> bool: ...


@dataclass(frozen=True, kw_only=True)
class Difference:
    """One matter in which DynamoDB Local is not like AWS, in words, and how we know what AWS does."""

    dynamodb_local: str
    aws: str
    known_by: str

    def answer(self, dynamo: Answering, *, aws: Answer, dynamodb_local: Answer) -> Answer:
        """What this one answers: AWS's answer, or what DynamoDB Local is known to answer instead."""
        assert aws != dynamodb_local, "this is no difference"
        return dynamodb_local if dynamo.is_dynamodb_local else aws


DESCRIBE_ENDPOINTS = Difference(
    dynamodb_local="DescribeEndpoints is an operation that it does not know",
    aws="answers the region's endpoint, to be kept for 1,440 minutes",
    known_by="the API reference of DescribeEndpoints, and SDKs' endpoint discovery, which rests on it",
)

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

TABLE_REQUESTS = Difference(
    dynamodb_local="has words of its own for what is wrong with a request about tables, and few that name the place",
    aws="lists what breaks the shape of the request with its place and value, then names what does not fit together",
    known_by="AWS's answers as dynalite's tests record them; the words of the shape are those of all AWS's services",
)

TABLE_SETTINGS = Difference(
    dynamodb_local="takes settings of tables that AWS refuses: it does not look at what it does not use",
    aws="refuses them",
    known_by="AWS's answers as dynalite's tests record them, and the API reference of CreateTable and UpdateTable",
)

TABLE_NAMES = Difference(
    dynamodb_local="has one sentence for every wrong name of a table or an index",
    aws="says which bound or pattern the name breaks",
    known_by="AWS's answers as dynalite's tests record them",
)

MISSING_TABLE = Difference(
    dynamodb_local="'Cannot do operations on a non-existent table' from every operation",
    aws="names the table from operations on tables; says 'Requested resource not found' from operations on items",
    known_by="AWS's answers as dynalite's tests record them",
)

EXISTING_TABLE = Difference(
    dynamodb_local="'Cannot create preexisting table'",
    aws="'Table already exists: ' and the name",
    known_by="AWS's answers as dynalite's tests record them",
)

CHANGING_TABLE = Difference(
    dynamodb_local="answers UpdateTable and DeleteTable with a table that is ACTIVE",
    aws="answers with UPDATING and DELETING",
    known_by="the API reference of UpdateTable and DeleteTable, and AWS's answers as dynalite's tests record them",
)

INDEXES_PAID_PER_REQUEST = Difference(
    dynamodb_local="goes on describing what an index was provisioned for when its table becomes paid per request",
    aws="describes no throughput any longer, for the table and its indexes alike",
    known_by="AWS's answers as dynalite's tests record them",
)

INDEX_VIOLATIONS = Difference(
    dynamodb_local="takes items into a new index whose key has another type, or is empty, there",
    aws="leaves them out",
    known_by="the developer guide: 'Detecting and correcting index key violations'",
)

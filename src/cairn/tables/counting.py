"""What a page or a use case asks of DynamoDB, counted by kind: tests promise a cost and are held to it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from cairn.dynamo.seam import Dynamo, Operation, Request, Response

_KINDS: Final[Mapping[str, str]] = {
    "GetItem": "reads",
    "Query": "queries",
    "Scan": "scans",
    "PutItem": "writes",
    "UpdateItem": "writes",
    "DeleteItem": "writes",
    "TransactGetItems": "transactions",
    "TransactWriteItems": "transactions",
    "BatchGetItem": "batches",
    "BatchWriteItem": "batches",
}
_WHAT_IS_ASKED_FOR: Final = ("TableName", "IndexName", "Key", "Item", "ExpressionAttributeValues")


@dataclass(frozen=True, slots=True)
class Call:
    """One request, as it went to DynamoDB."""

    operation: Operation
    request: Request

    @property
    def kind(self) -> str:
        """`reads`, `queries`, `scans`, `writes`, `transactions`, `batches`, or `others`: of tables, streams, tags."""
        return _KINDS.get(self.operation, "others")

    def __str__(self) -> str:
        if "TransactItems" in self.request:
            return f"{self.operation} {_actions(self.request['TransactItems'])}"
        if "RequestItems" in self.request:
            return f"{self.operation} {_sizes(self.request['RequestItems'])}"
        return " ".join(
            [
                self.operation,
                *(str(self.request[name]) for name in _WHAT_IS_ASKED_FOR if name in self.request),
            ]
        )


class Counted:
    """Any Dynamo, with a list of what it was asked. Hand it to the program under test in the other's place."""

    def __init__(self, dynamo: Dynamo) -> None:
        self._dynamo = dynamo
        self.calls: list[Call] = []

    async def call(self, operation: Operation, request: Request) -> Response:
        self.calls.append(Call(operation, request))
        return await self._dynamo.call(operation, request)

    async def close(self) -> None:
        await self._dynamo.close()


@contextmanager
def assert_calls(
    dynamo: Dynamo,
    *,
    reads: int = 0,
    queries: int = 0,
    scans: int = 0,
    writes: int = 0,
    transactions: int = 0,
    batches: int = 0,
    others: int = 0,
) -> Iterator[None]:
    """Fails when the block asks `dynamo` for more, less or other than this. `dynamo` is a `Counted` one.

    A call that was answered by an error counts too.
    """
    if not isinstance(dynamo, Counted):
        raise TypeError(
            f"{type(dynamo).__name__} does not count: give the program Counted(dynamo) in its place"
        )
    promised = {
        "reads": reads,
        "queries": queries,
        "scans": scans,
        "writes": writes,
        "transactions": transactions,
        "batches": batches,
        "others": others,
    }
    before = len(dynamo.calls)
    yield
    seen = dynamo.calls[before:]
    counted = Counter(call.kind for call in seen)
    if counted != Counter(promised):
        asked = "".join(f"\n  {call}" for call in seen) or "\n  nothing"
        raise AssertionError(f"promised {_told(promised)}, but made {_told(counted)}:{asked}")


def _told(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind}={count}" for kind, count in counts.items() if count) or "no call"


def _actions(actions: list[Mapping[str, Mapping[str, Any]]]) -> str:
    return ", ".join(
        f"{kind} {asked['TableName']} {asked.get('Key', asked.get('Item'))}"
        for action in actions
        for kind, asked in action.items()
    )


def _sizes(requests: Mapping[str, Mapping[str, Any] | list[Any]]) -> str:
    return ", ".join(
        f"{table}: {len(asked['Keys'] if isinstance(asked, Mapping) else asked)}"
        for table, asked in requests.items()
    )

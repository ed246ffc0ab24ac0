"""What the contract is asked of: an engine with its name, its answers and refusals as values, tables of one's own."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from cairn.dynamo.aws import translated
from cairn.dynamo.errors import DynamoError, ResourceNotFoundException
from cairn.dynamo.seam import Dynamo, Operation, Request, Response

EngineName = Literal["embedded", "wire", "dynamodb-local", "endpoint"]

_OF_STREAMS = frozenset({"DescribeStream", "GetRecords", "GetShardIterator", "ListStreams"})


@dataclass(frozen=True)
class Refusal:
    """An error as a value, so that a test compares all of it."""

    name: str
    message: str
    fields: dict[str, Any] = field(default_factory=dict)


def refused(message: str) -> Refusal:
    """What a request comes to that breaks one of DynamoDB's rules."""
    return Refusal("ValidationException", message)


class Engine:
    """One of the engines that the contract is held to. Satisfies the seam."""

    def __init__(self, name: EngineName, inner: Dynamo) -> None:
        self.name = name
        self._inner = inner

    @property
    def is_dynamodb_local(self) -> bool:
        return self.name == "dynamodb-local"

    async def call(self, operation: Operation, request: Request) -> Response:
        return await self._inner.call(operation, request)

    async def close(self) -> None:
        await self._inner.close()

    async def outcome(self, operation: Operation, request: Request) -> Response | Refusal:
        """The answer, or the error in its place."""
        try:
            return await self.call(operation, request)
        except DynamoError as error:
            return Refusal(error.name, error.message, error.fields)


class Boto3Dynamo:
    """The seam on boto3's clients, which block and so are called in threads."""

    def __init__(self, tables: Any, streams: Any) -> None:
        self._tables = tables
        self._streams = streams

    async def call(self, operation: Operation, request: Request) -> Response:
        client = self._streams if operation in _OF_STREAMS else self._tables
        method = getattr(client, _method_names(client)[operation])
        try:
            response: Response = await asyncio.to_thread(method, **request)
        except Exception as fault:
            error = translated(fault)
            if error is None:
                raise
            raise error from fault
        del response["ResponseMetadata"]
        return response

    async def close(self) -> None:
        """The clients belong to whoever made them."""


def _method_names(client: Any) -> dict[str, str]:
    return {operation: method for method, operation in client.meta.method_to_api_mapping.items()}


class Tables:
    """Makes tables of names that nobody else has, and removes them when the test is over.

    A call takes what CreateTable takes, without `TableName`, and returns the name. What is left out is a table
    with a partition key `id` of type S, paid per request.
    """

    def __init__(self, dynamo: Engine) -> None:
        self._dynamo = dynamo
        self._named: list[str] = []

    async def __call__(self, *, keys: str = "id:S", **settings: Any) -> str:
        """`keys` is the short way to say the table's own key: "id:S", or "owner:S number:N"."""
        name = self.name()
        await self._dynamo.call("CreateTable", {"TableName": name, **table_of(keys), **settings})
        await self.until_active(name)
        return name

    def name(self) -> str:
        """A name for a table that the test creates in its own way; it is removed too."""
        name = f"contract-{secrets.token_hex(8)}"
        self._named.append(name)
        return name

    async def until_active(self, name: str) -> None:
        """Waits until the table and its indexes are ACTIVE, which takes AWS a while."""

        async def active() -> bool:
            table = (await self._dynamo.call("DescribeTable", {"TableName": name}))["Table"]
            states = [index["IndexStatus"] for index in table.get("GlobalSecondaryIndexes", ())]
            return {table["TableStatus"], *states} == {"ACTIVE"}

        await until(active)

    async def until_gone(self, name: str) -> None:
        """Waits until DescribeTable does not know the table any longer."""

        async def gone() -> bool:
            outcome = await self._dynamo.outcome("DescribeTable", {"TableName": name})
            return isinstance(outcome, Refusal)

        await until(gone)

    async def remove(self) -> None:
        for name in self._named:
            try:
                await self._dynamo.call("DeleteTable", {"TableName": name})
            except ResourceNotFoundException:
                continue


def table_of(keys: str) -> dict[str, Any]:
    """CreateTable's members for a key such as "owner:S number:N", paid per request."""
    named = [part.partition(":")[::2] for part in keys.split()]
    return {
        "AttributeDefinitions": [{"AttributeName": name, "AttributeType": kind} for name, kind in named],
        "KeySchema": [
            {"AttributeName": name, "KeyType": role}
            for (name, _), role in zip(named, ("HASH", "RANGE"), strict=False)
        ],
        "BillingMode": "PAY_PER_REQUEST",
    }


async def until(reached: Callable[[], Awaitable[bool]]) -> None:
    """Asks again and again until it is so. The test's own time limit ends what never comes."""
    while True:
        if await reached():
            return
        await asyncio.sleep(0.02)

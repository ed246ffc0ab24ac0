"""What happens between two requests of a program: others write, and the program is stopped."""

from collections.abc import Awaitable, Callable

from cairn.dynamo.seam import Dynamo, Item, Operation, Request, Response


class StoppedError(Exception):
    """The program was stopped here."""


class Meddling:
    """Any Dynamo, with something that happens before each request. Hand it to the program in the other's place."""

    def __init__(self, dynamo: Dynamo, before: Callable[[Operation, Request], Awaitable[None]]) -> None:
        self._dynamo = dynamo
        self._before = before

    async def call(self, operation: Operation, request: Request) -> Response:
        await self._before(operation, request)
        return await self._dynamo.call(operation, request)

    async def close(self) -> None:
        await self._dynamo.close()


def stopping(dynamo: Dynamo, operation: Operation, after: int) -> Meddling:
    """A Dynamo that stops the program when it asks for an operation once more than it may."""
    asked = 0

    async def count(each: Operation, _: Request) -> None:
        nonlocal asked
        if each == operation:
            asked += 1
            if asked > after:
                raise StoppedError

    return Meddling(dynamo, count)


async def everything(dynamo: Dynamo, table_name: str) -> list[Item]:
    """All items of a table, in the order of their keys."""
    items: list[Item] = []
    request = {"TableName": table_name, "ConsistentRead": True}
    while True:
        page = await dynamo.call("Scan", request)
        items += page["Items"]
        if "LastEvaluatedKey" not in page:
            return sorted(items, key=lambda item: (item["PK"]["S"], item["SK"]["S"]))
        request["ExclusiveStartKey"] = page["LastEvaluatedKey"]

"""Who is compared: the same four questions, asked by plain calls and through `cairn.tables`."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Protocol

from bench.dynamo.items import PARTITION, QUERY_LIMIT, SORT, KeyNumbers
from bench.dynamo.requests import get_item, query, transact_write_items, update_item
from bench.tables.tasks import actions, changes, first_of, ref, unless_archived
from cairn.dynamo import Dynamo
from cairn.tables import Tables

OPERATIONS = ("get", "query of 50", "update", "transaction of 4")
READS = OPERATIONS[:2]


class Asker(Protocol):
    """Prepares, untimed, what one operation asks with, and then asks one question after another."""

    name: str

    def prepare(self, operation: str, of: Sequence[Sequence[KeyNumbers]]) -> Sequence[Any]: ...

    async def ask(self, operation: str, prepared: Sequence[Any]) -> int:
        """How many items the last question was answered with."""
        ...


def texts(numbers: KeyNumbers) -> tuple[str, str]:
    return PARTITION % numbers[0], SORT % numbers[1]


class PlainCalls:
    """`dynamo.call`, with requests that are there already."""

    name = "dynamo.call"

    def __init__(self, dynamo: Dynamo) -> None:
        self._dynamo = dynamo

    def prepare(self, operation: str, of: Sequence[Sequence[KeyNumbers]]) -> Sequence[dict[str, Any]]:
        make: dict[str, Callable[..., dict[str, Any]]] = {
            "get": get_item,
            "query of 50": query,
            "update": lambda key: {**update_item(key), "ReturnValues": "ALL_NEW"},
            "transaction of 4": transact_write_items,
        }
        return [make[operation](*map(texts, each)) for each in of]

    async def ask(self, operation: str, prepared: Sequence[dict[str, Any]]) -> int:
        call = self._dynamo.call
        answer: Any = {}
        match operation:
            case "get":
                for request in prepared:
                    answer = await call("GetItem", request)
                return "Item" in answer
            case "query of 50":
                for request in prepared:
                    answer = await call("Query", request)
                return len(answer["Items"])
            case "update":
                for request in prepared:
                    answer = await call("UpdateItem", request)
                return "Attributes" in answer
            case _:
                for request in prepared:
                    await call("TransactWriteItems", request)
                return 0


class TypedTables:
    """`cairn.tables`: from an id to an entity."""

    name = "cairn.tables"

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def prepare(self, operation: str, of: Sequence[Sequence[KeyNumbers]]) -> Sequence[Sequence[KeyNumbers]]:
        return of

    async def ask(self, operation: str, prepared: Sequence[Sequence[KeyNumbers]]) -> int:
        tables = self._tables
        found: Any = None
        match operation:
            case "get":
                for (numbers,) in prepared:
                    found = await tables.get(ref(numbers), consistent=True)
                return found is not None
            case "query of 50":
                for (numbers,) in prepared:
                    found = await tables.all(first_of(numbers, QUERY_LIMIT))
                return len(found)
            case "update":
                for (numbers,) in prepared:
                    found = await tables.update(ref(numbers), *changes(), when=unless_archived())
                return found is not None
            case _:
                for numbers_of_four in prepared:
                    await tables.write(*actions(numbers_of_four))
                return 0


EXPECTED = {"get": 1, "query of 50": QUERY_LIMIT, "update": 1, "transaction of 4": 0}


def asked(asker: Asker, operation: str) -> Callable[[Sequence[Any]], Awaitable[None]]:
    """Asks, and fails for an answer that is not whole: who answers with nothing would win every comparison."""

    async def run(prepared: Sequence[Any]) -> None:
        answered = await asker.ask(operation, prepared)
        if answered != EXPECTED[operation]:
            raise RuntimeError(f"{asker.name} answered {operation} with {answered} items")

    return run

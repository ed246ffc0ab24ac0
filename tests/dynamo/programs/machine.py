"""The program: a table of its own on both engines, and a rule for each kind of operation."""

import asyncio
import secrets
from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from cairn.dynamo.seam import Item, Operation, Request
from tests.dynamo.contract.engines import Engine, Refusal
from tests.dynamo.programs.answers import Outcome, plain, unlike
from tests.dynamo.programs.expressions import Words, condition, key_condition, projection, update
from tests.dynamo.programs.tables import INDEXED, PLAIN, Index, Table, tables

Draw = st.DataObject

_REPORTED = st.sampled_from([{}, {"ReturnConsumedCapacity": "INDEXES"}])
_SHOWN = st.sampled_from([{}, {"ReturnValuesOnConditionCheckFailure": "ALL_OLD"}])
_SEGMENTS = 3


@dataclass(frozen=True)
class Pair:
    """The two that are compared, and the event loop in which they are asked."""

    ours: Engine
    local: Engine
    runner: asyncio.Runner

    def outcomes(self, operation: Operation, request: Request) -> tuple[Outcome, Outcome]:
        async def both() -> tuple[Outcome, Outcome]:
            return await asyncio.gather(
                self.ours.outcome(operation, request), self.local.outcome(operation, request)
            )

        return self.runner.run(both())


class Programs(RuleBasedStateMachine):
    """Does the same on both, and stops at the first answer that differs."""

    def __init__(self, pair: Pair) -> None:
        super().__init__()
        self._pair = pair
        self._name = f"program-{secrets.token_hex(8)}"
        self._is_made = False
        self._differed = False

    @initialize(table=tables())
    def make_the_table(self, table: Table) -> None:
        self._table = table
        self._is_made = True
        for outcome in self._pair.outcomes("CreateTable", table.create(self._name)):
            assert not isinstance(outcome, Refusal), outcome

    @rule(data=st.data())
    def put(self, data: Draw) -> None:
        words = Words(data.draw)
        request = {
            "Item": data.draw(self._table.item()),
            "ReturnValues": data.draw(st.sampled_from(["NONE", "ALL_OLD"])),
            **data.draw(_SHOWN),
            **data.draw(_REPORTED),
        }
        self._same("PutItem", request | words.members(ConditionExpression=self._condition(words)))

    @rule(data=st.data())
    def update(self, data: Draw) -> None:
        words = Words(data.draw)
        text = update(words, self._table)
        returned = ["NONE", "ALL_OLD", "ALL_NEW"]
        if not {".", "["} & set(
            text
        ):  # where parts are changed, see UPDATED_VALUES in the list of differences
            returned += ["UPDATED_OLD", "UPDATED_NEW"]
        request = {
            "Key": data.draw(self._table.key()),
            "ReturnValues": data.draw(st.sampled_from(returned)),
            **data.draw(_SHOWN),
            **data.draw(_REPORTED),
        }
        members = words.members(UpdateExpression=text, ConditionExpression=self._condition(words))
        self._same("UpdateItem", request | members)

    @rule(data=st.data())
    def delete(self, data: Draw) -> None:
        words = Words(data.draw)
        request = {
            "Key": data.draw(self._table.key()),
            "ReturnValues": data.draw(st.sampled_from(["NONE", "ALL_OLD"])),
            "ReturnConsumedCapacity": "TOTAL",  # not asked, DynamoDB Local tells it sometimes: DELETING_NOTHING
            **data.draw(_SHOWN),
        }
        self._same("DeleteItem", request | words.members(ConditionExpression=self._condition(words)))

    @rule(data=st.data())
    def get(self, data: Draw) -> None:
        words = Words(data.draw)
        text = projection(words) if data.draw(st.booleans()) else None
        request = {"Key": data.draw(self._table.key()), **data.draw(_REPORTED)}
        self._same("GetItem", request | words.members(ProjectionExpression=text))

    @rule(data=st.data())
    def query(self, data: Draw) -> None:
        """A partition of the table, page for page; of an index, where order among equals is nobody's promise, whole."""
        words = Words(data.draw)
        index = data.draw(st.sampled_from([None, None, *self._table.indexes]))
        asked = key_condition(words, self._table, index)
        request = self._reading(data, words, index, KeyConditionExpression=asked)
        request["ScanIndexForward"] = data.draw(st.booleans())
        self._same_pages("Query", request, order=None if index is None else index.sort)

    @rule(data=st.data())
    def scan(self, data: Draw) -> None:
        """All of the table or an index, in any order, by one or in segments."""
        words = Words(data.draw)
        index = data.draw(st.sampled_from([None, *self._table.indexes]))
        request = self._reading(data, words, index)
        if data.draw(st.booleans()):
            self._same_pages("Scan", request, segments=_SEGMENTS)
        else:
            self._same_pages("Scan", request)

    @rule(data=st.data())
    def write_a_batch(self, data: Draw) -> None:
        writes: list[dict[str, Any]] = []
        for _ in range(data.draw(st.integers(1, 4))):
            if data.draw(st.booleans()):
                writes.append({"PutRequest": {"Item": data.draw(self._table.item())}})
            else:
                writes.append({"DeleteRequest": {"Key": data.draw(self._table.key())}})
        self._same_of_all("BatchWriteItem", {"RequestItems": {self._name: writes}})

    @rule(data=st.data())
    def get_a_batch(self, data: Draw) -> None:
        words = Words(data.draw)
        text = projection(words) if data.draw(st.booleans()) else None
        keys = data.draw(st.lists(self._table.key(), min_size=1, max_size=5))
        asked = {"Keys": keys, **words.members(ProjectionExpression=text)}
        self._same_of_all("BatchGetItem", {"RequestItems": {self._name: asked}}, in_any_order=True)

    @rule(data=st.data())
    def write_a_transaction(self, data: Draw) -> None:
        # Which is told first, one item twice or conditions, is known to differ: ITEMS_NAMED_TWICE.
        keys = data.draw(st.lists(self._table.key(), min_size=1, max_size=4, unique_by=_as_text))
        actions = [self._action(data, key) for key in keys]
        self._same_of_all("TransactWriteItems", {"TransactItems": actions})

    @rule(data=st.data())
    def get_a_transaction(self, data: Draw) -> None:
        keys = data.draw(st.lists(self._table.key(), min_size=1, max_size=4))
        gets = [{"Get": {"TableName": self._name, "Key": key}} for key in keys]
        self._same_of_all("TransactGetItems", {"TransactItems": gets})

    def teardown(self) -> None:
        if self._is_made and not self._differed:
            for index in (None, *self._table.indexes):
                self._same_pages("Scan", {} if index is None else {"IndexName": index.name})
        self._pair.outcomes("DeleteTable", {"TableName": self._name})

    def _condition(self, words: Words) -> str | None:
        return condition(words) if words.draw(st.booleans()) else None

    def _action(self, data: Draw, key: Item) -> dict[str, Any]:
        words, table = Words(data.draw), self._table
        kind = data.draw(st.sampled_from(["Put", "Put", "Update", "Delete", "ConditionCheck"]))
        action: dict[str, Any] = {"TableName": self._name, **data.draw(_SHOWN)}
        if kind == "Put":
            action["Item"] = {**data.draw(table.item()), **key}
        else:
            action["Key"] = key
        changes = update(words, table) if kind == "Update" else None
        asked = condition(words) if kind == "ConditionCheck" else self._condition(words)
        return {kind: action | words.members(UpdateExpression=changes, ConditionExpression=asked)}

    def _reading(self, data: Draw, words: Words, index: Index | None, **expressions: str) -> dict[str, Any]:
        """What Query and Scan have in common. An index is asked for nothing that it does not hold."""
        request: dict[str, Any] = data.draw(_REPORTED)
        names: tuple[str, ...] = (*PLAIN, *INDEXED)
        if index is not None:
            names = tuple(name for name in names if name not in index.keys)
            kind = index.projection["ProjectionType"]
            if kind != "ALL":
                held = {"d"} if kind == "INCLUDE" else set()
                names = tuple(name for name in names if name in held)
        filters = bool(names) and data.draw(st.booleans())
        keep = condition(words, names) if filters else None
        limit = data.draw(st.sampled_from([None, 1, 2, 3]))
        request = {**request, **words.members(FilterExpression=keep, **expressions)}
        if index is not None:
            request["IndexName"] = index.name
        if limit is not None:
            request["Limit"] = limit
        return request

    def _same(self, operation: Operation, request: Request) -> None:
        self._same_of_all(operation, {"TableName": self._name, **request})

    def _same_of_all(self, operation: Operation, request: Request, *, in_any_order: bool = False) -> None:
        outcomes = self._pair.outcomes(operation, request)
        if in_any_order:
            for outcome in outcomes:
                if not isinstance(outcome, Refusal):
                    outcome["Responses"][self._name].sort(key=_as_text)
        self._refuse(operation, request, unlike(*outcomes))

    def _same_pages(
        self, operation: Operation, request: Request, *, order: str | None = None, segments: int | None = None
    ) -> None:
        """Compares what all pages of both come to, since where a page ends depends on an order that may differ."""
        request = {"TableName": self._name, **request}
        exactly = operation == "Query" and "IndexName" not in request
        parts = (
            [{}]
            if segments is None
            else [{"Segment": each, "TotalSegments": segments} for each in range(segments)]
        )
        walked = [
            [page for part in parts for page in self._pages(engine, operation, {**request, **part})]
            for engine in (self._pair.ours, self._pair.local)
        ]
        if exactly or any(isinstance(page, Refusal) for pages in walked for page in pages):
            for pages in zip(*map(_to_their_end, walked), strict=True):
                self._refuse(operation, request, unlike(*pages))
            return
        self._refuse(operation, request, _unequal(*map(_scanned, walked)))
        ours, local = ([_items(page) for page in pages] for pages in walked)
        self._refuse(operation, request, _unequal(_all_of(ours), _all_of(local)))
        if order is not None:
            self._refuse(operation, request, _unequal(_sorts(ours, order), _sorts(local, order)))

    def _refuse(self, operation: Operation, request: Request, difference: str | None) -> None:
        if difference is not None:
            self._differed = True
            raise AssertionError(f"{operation} {request}\n{difference}")

    def _pages(self, engine: Engine, operation: Operation, request: Request) -> list[Outcome]:
        async def walk() -> list[Outcome]:
            pages: list[Outcome] = []
            start: Item | None = None
            while True:
                part = request if start is None else {**request, "ExclusiveStartKey": start}
                page = await engine.outcome(operation, part)
                pages.append(page)
                if isinstance(page, Refusal) or "LastEvaluatedKey" not in page:
                    return pages
                start = page["LastEvaluatedKey"]

        return self._pair.runner.run(walk())


def _to_their_end(pages: list[Outcome]) -> list[Outcome]:
    """Without an empty page at the end, and the key that led there: PAGES_AT_A_BOUND."""
    *before, last = pages
    if before and not isinstance(last, Refusal) and last["ScannedCount"] == 0:
        *before, last = before
        assert not isinstance(last, Refusal)
        last = {name: value for name, value in last.items() if name != "LastEvaluatedKey"}
    return [*before, last]


def _as_text(key: Item) -> str:
    return repr(plain(key))


def _unequal(ours: list[Any], local: list[Any]) -> str | None:
    return None if ours == local else f"ours:  {ours}\nlocal: {local}"


def _scanned(pages: list[Outcome]) -> list[int]:
    return [sum(0 if isinstance(page, Refusal) else page["ScannedCount"] for page in pages)]


def _items(page: Outcome) -> list[Item]:
    assert not isinstance(page, Refusal)
    items: list[Item] = page["Items"]
    return items


def _all_of(pages: list[list[Item]]) -> list[str]:
    return sorted(repr(plain(item)) for items in pages for item in items)


def _sorts(pages: list[list[Item]], name: str) -> list[Any]:
    return [plain(item[name]) for items in pages for item in items]

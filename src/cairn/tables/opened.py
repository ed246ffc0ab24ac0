"""Tables that a program has opened: where queries are asked and actions carried out.

One request a question. An item that can't be read is told to whoever watches, and the rest of the answer stands.
"""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import aclosing, suppress
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar, cast

from cairn.dynamo.batches import batch_get, batch_write
from cairn.dynamo.errors import ConditionalCheckFailedException, TransactionCanceledException
from cairn.dynamo.seam import Dynamo, Item, Operation
from cairn.tables.actions import Action, update
from cairn.tables.attributes import Change
from cairn.tables.conditions import When
from cairn.tables.conflicts import Persistence, call_persistently
from cairn.tables.cursors import Cursors
from cairn.tables.errors import (
    AlreadyThereError,
    ConditionFailedError,
    CursorError,
    NotFoundError,
    UnreadableItemError,
)
from cairn.tables.fetching import pages, pages_ahead
from cairn.tables.keys import E, Ref
from cairn.tables.queries import Query
from cairn.tables.rewriting import rewriting
from cairn.tables.table import Table

R = TypeVar("R")
_log = logging.getLogger(__name__)
_MOST_A_REQUEST: Final = 1000
_ALONE: Final[dict[str, Operation]] = {"Put": "PutItem", "Update": "UpdateItem", "Delete": "DeleteItem"}


def log_unreadable(fault: UnreadableItemError) -> None:
    _log.error("%s", fault)


@dataclass(frozen=True, slots=True)
class Page(Generic[R]):
    """Part of a query's answer. With `cursor` it goes on; None is the end. `unreadable` are left out of `items`."""

    items: list[R]
    cursor: str | None
    unreadable: list[UnreadableItemError]


class Tables:
    """All tables of one place, at one stage. `stage` fills the names of tables that have one in them."""

    def __init__(
        self,
        dynamo: Dynamo,
        *,
        cursors: Cursors,
        stage: str = "prod",
        on_unreadable: Callable[[UnreadableItemError], None] = log_unreadable,
        persistence: Persistence | None = None,
    ) -> None:
        self.dynamo = dynamo
        self.stage = stage
        self._names: dict[Table, str] = {}  # a get is so quick that to fill in the stage would be felt
        self._cursors = cursors
        self._on_unreadable = on_unreadable
        self._persistence = persistence or Persistence()

    # Reading

    async def get(self, ref: Ref[E], *, consistent: bool = False) -> E | None:
        """The entity at a key, if there is one."""
        layout = ref.layout
        name = self._names.get(layout.table)
        if name is None:
            name = self._names[layout.table] = layout.table.name_at(self.stage)
        request: dict[str, Any] = {"TableName": name, "Key": ref.key}
        if consistent:
            request["ConsistentRead"] = True
        item = (await self.dynamo.call("GetItem", request)).get("Item")
        return None if item is None else layout.entity_of(item)  # type: ignore[return-value]  # the ref's entity

    async def expect(self, ref: Ref[E], *, consistent: bool = False) -> E:
        """The entity at a key. Raises `NotFoundError` when there is none."""
        entity = await self.get(ref, consistent=consistent)
        if entity is None:
            raise NotFoundError(str(ref))
        return entity

    async def get_all(self, refs: Sequence[Ref[E]], *, consistent: bool = False) -> list[E | None]:
        """The entities at any number of keys, in their order; None where there is none."""
        requests: dict[str, dict[str, Any]] = {}
        for ref in dict.fromkeys(refs):
            table = ref.layout.table.name_at(self.stage)
            requests.setdefault(table, {"Keys": [], "ConsistentRead": consistent})["Keys"].append(ref.key)
        found: dict[Ref[E], E] = {}
        answers = await batch_get(self.dynamo, requests) if requests else {}
        by_table = {ref.layout.table.name_at(self.stage): ref.layout.table for ref in refs}
        for name, items in answers.items():
            for item in items:
                layout = by_table[name].layout_of(item)
                if layout is not None:
                    key = {attribute: item[attribute] for attribute in layout.table.key_names}
                    entity = self._read(layout.entity_of, item)
                    if entity is not None:
                        found[Ref(layout, key)] = cast("E", entity)
        return [found.get(ref) for ref in refs]

    async def all(self, query: Query[R]) -> list[R]:
        """The whole answer."""
        found: list[R] = []
        async with aclosing(self._read_pages(query)) as pages_of_answer:
            async for page in pages_of_answer:
                found += page
        return found

    async def one(self, query: Query[R]) -> R | None:
        """The first of the answer, if there is one."""
        return next(iter(await self.all(query.first(1))), None)

    async def iterate(self, query: Query[R]) -> AsyncIterator[R]:
        """The answer item by item; of a whole one, the next page is under way while the caller works on this one."""
        async with aclosing(self._read_pages(query)) as pages_of_answer:
            async for page in pages_of_answer:
                for found in page:
                    yield found

    async def page(
        self, query: Query[R], *, size: int, caller: str | None, cursor: str | None = None
    ) -> Page[R]:
        """So many of the answer, going on where `cursor` says. A cursor serves its caller and its query alone."""
        if size < 1 or query.most is not None:
            raise ValueError("a page has a size of at least 1, and is of a query without first(…)")
        request = query.request(self.stage)
        names = query.position_names
        asked = dict(request)
        if cursor is not None:
            values = self._cursors.read(cursor, request, caller)
            if values is None or len(values) != len(names):
                raise CursorError
            asked["ExclusiveStartKey"] = dict(zip(names, values, strict=True))
        items: list[R] = []
        unreadable: list[UnreadableItemError] = []
        last: Item | None = None
        # One more than fits tells whether there is another page, without another request.
        limit = size + 1
        while True:
            answer = await self.dynamo.call("Query", {**asked, "Limit": limit})
            for item in answer["Items"]:
                fault: UnreadableItemError | None = None
                try:
                    found = query.read(item)
                except UnreadableItemError as refusal:
                    found, fault = None, refusal
                if found is None and fault is None:
                    continue
                if len(items) == size:
                    return Page(items, self._cursor(request, caller, names, last), unreadable)
                if fault is not None:
                    self._on_unreadable(fault)
                    unreadable.append(fault)
                elif found is not None:
                    items.append(found)
                    last = item
            if "LastEvaluatedKey" not in answer:
                return Page(items, None, unreadable)
            asked["ExclusiveStartKey"] = answer["LastEvaluatedKey"]
            # Where a condition or other kinds leave much out, a page is not looked for by the handful.
            limit = min(2 * limit, _MOST_A_REQUEST)

    async def count(self, query: Query[Any]) -> int:
        """How many items there are, also of other kinds that share the keys looked at; no further than `first` says."""
        counted = 0
        request = {**query.request(self.stage), "Select": "COUNT"}
        if query.most is not None and not query.conditions:
            request["Limit"] = query.most
        fetched = pages_ahead if query.most is None else pages
        async with aclosing(fetched(self.dynamo, request)) as answers:
            async for page in answers:
                counted += page["Count"]
                if query.most is not None and counted >= query.most:
                    return query.most
        return counted

    async def _read_pages(self, query: Query[R]) -> AsyncGenerator[list[R]]:
        request = query.request(self.stage)
        left = query.most
        if left is not None and not query.conditions:
            request["Limit"] = left
        fetched = pages_ahead if left is None else pages
        async with aclosing(fetched(self.dynamo, request)) as answers:
            async for page in answers:
                read = [
                    found for item in page["Items"] if (found := self._read(query.read, item)) is not None
                ]
                yield read[:left]
                if left is not None:
                    left -= len(read)
                    if left <= 0:
                        return

    # Writing

    async def write(self, *actions: Action, token: str | None = None) -> None:
        """Carries out one action, or several in one transaction: all of them, or none.

        Who repeats a transaction with the same `token` within ten minutes carries it out once.
        """
        if not actions:
            return
        for _ in actions:  # each of them may be refused once for the version of its item
            try:
                await self._send(actions, token)
            except ConditionFailedError as refusal:
                if not await self._upgrade(refusal):
                    raise
            else:
                return
        await self._send(actions, token)

    async def update(self, target: Ref[E] | E, *changes: Change, when: When | None = None) -> E:
        """Carries out one update, and returns the entity as it is then."""
        action = update(target, *changes, when=when)
        try:
            answer = await self._send_alone(action, {"ReturnValues": "ALL_NEW"})
        except ConditionFailedError as refusal:
            if not await self._upgrade(refusal):
                raise
            answer = await self._send_alone(action, {"ReturnValues": "ALL_NEW"})
        return cast("E", action.layout.entity_of(answer["Attributes"]))

    async def write_batch(self, actions: Sequence[Action]) -> None:
        """Carries out any number of puts and deletes, not as a transaction: when it fails, a part is written."""
        requests: dict[str, list[dict[str, Any]]] = {}
        for action in actions:
            if action.conditions or action.kind not in {"Put", "Delete"}:
                raise ValueError(f"{action}: a batch takes puts and deletes without conditions")
            written = (
                {"PutRequest": {"Item": action.item}}
                if action.kind == "Put"
                else {"DeleteRequest": {"Key": action.target.key}}
            )
            requests.setdefault(action.layout.table.name_at(self.stage), []).append(written)
        if requests:
            await batch_write(self.dynamo, requests)

    async def _send(self, actions: Sequence[Action], token: str | None) -> None:
        if len(actions) == 1 and token is None and actions[0].kind != "ConditionCheck":
            await self._send_alone(actions[0], {})
            return
        request: dict[str, Any] = {
            "TransactItems": [{action.kind: action.request(self.stage)} for action in actions]
        }
        if token is not None:
            request["ClientRequestToken"] = token
        try:
            await call_persistently(self.dynamo, "TransactWriteItems", request, self._persistence)
        except TransactionCanceledException as refusal:
            reasons = refusal.fields.get("CancellationReasons", ())
            for position, (action, reason) in enumerate(zip(actions, reasons, strict=False)):
                if reason.get("Code") == "ConditionalCheckFailed":
                    raise self._refused(action, position, reason.get("Item")) from refusal
            raise

    async def _send_alone(self, action: Action, more: dict[str, Any]) -> dict[str, Any]:
        request = {**action.request(self.stage), **more}
        try:
            return await call_persistently(self.dynamo, _ALONE[action.kind], request, self._persistence)
        except ConditionalCheckFailedException as refusal:
            raise self._refused(action, 0, refusal.fields.get("Item")) from refusal

    def _refused(self, action: Action, position: int, item: Item | None) -> ConditionFailedError:
        before = None if item is None else self._read(action.layout.entity_of, item)
        kind = AlreadyThereError if action.word == "create" and item is not None else ConditionFailedError
        return kind(action, position, before, item)

    async def _upgrade(self, refusal: ConditionFailedError) -> bool:
        """Whether the refused item was of an older version, and is now of the current one."""
        layout = refusal.action.layout
        if refusal.stored is None or isinstance(refusal, AlreadyThereError):
            return False
        current = layout.renewed(refusal.stored)
        if current is refusal.stored:
            return False
        request = rewriting(layout.table.name_at(self.stage), layout.table.key_names, refusal.stored, current)
        if request is not None:
            # By then somebody else has written it, or another item lies where an upgrade would move it.
            with suppress(ConditionalCheckFailedException, TransactionCanceledException):
                await call_persistently(self.dynamo, *request, self._persistence)
        return True

    def _cursor(
        self, request: dict[str, Any], caller: str | None, names: Sequence[str], last: Item | None
    ) -> str | None:
        if last is None:
            return None
        return self._cursors.write([last[name] for name in names], request, caller)

    def _read(self, read: Callable[[Item], R | None], item: Item) -> R | None:
        try:
            return read(item)
        except UnreadableItemError as fault:
            self._on_unreadable(fault)
            return None

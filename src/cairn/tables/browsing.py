"""Looking at a table's items: those of a partition, of keys that begin in some way, or all, a page at a time."""

from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cairn.dynamo.errors import ResourceNotFoundException
from cairn.dynamo.seam import Dynamo, Item, Operation
from cairn.tables.errors import TablesError, UnreadableItemError
from cairn.tables.layout import Layout
from cairn.tables.table import Index, Table

WILDCARD: Final = "*"


class LookError(TablesError):
    """What is looked for can't be. The message says what can."""


@dataclass(frozen=True, slots=True)
class Look:
    """What to look at. A partition key that ends in `*` is the beginning of some, a sort key is one in any case."""

    table: Table
    index: Index | None = None
    pk: str | None = None
    sk: str | None = None

    def request(self, stage: str) -> tuple[Operation, dict[str, Any]]:
        """One partition is queried; anything else goes through the whole table or index."""
        asked = _Conditions()
        holder = self.index or self.table
        is_query = self.pk is not None and not self.pk.endswith(WILDCARD)
        if self.pk is not None:
            asked.add(holder.pk, self.pk.removesuffix(WILDCARD), begins=not is_query)
        if self.sk is not None:
            if self.index is not None and self.index.sk_type == "N":
                asked.add_number(holder.sk, self.sk)
            else:
                asked.add(holder.sk, self.sk.removesuffix(WILDCARD), begins=True)
        request: dict[str, Any] = {"TableName": self.table.name_at(stage)}
        if self.index is not None:
            request["IndexName"] = self.index.name
        if asked.conditions:
            request["KeyConditionExpression" if is_query else "FilterExpression"] = " AND ".join(
                asked.conditions
            )
            request["ExpressionAttributeNames"] = asked.names
            request["ExpressionAttributeValues"] = asked.values
        return "Query" if is_query else "Scan", request


class _Conditions:
    """Conditions on keys, with the placeholders for what they name."""

    def __init__(self) -> None:
        self.conditions: list[str] = []
        self.names: dict[str, str] = {}
        self.values: Item = {}

    def add(self, name: str, text: str, *, begins: bool) -> None:
        if text or not begins:  # every key begins with nothing
            attribute, value = self._placeholders(name, {"S": text})
            self.conditions.append(
                f"begins_with({attribute}, {value})" if begins else f"{attribute} = {value}"
            )

    def add_number(self, name: str, text: str) -> None:
        try:
            float(text)
        except ValueError as fault:
            raise LookError(f"{name} is a number, which {text!r} is not") from fault
        attribute, value = self._placeholders(name, {"N": text})
        self.conditions.append(f"{attribute} = {value}")

    def _placeholders(self, name: str, value: Mapping[str, str]) -> tuple[str, str]:
        place = len(self.conditions)
        self.names[f"#{place}"] = name
        self.values[f":{place}"] = dict(value)
        return f"#{place}", f":{place}"


@dataclass(frozen=True, slots=True)
class Found:
    """An item, the kind that its key says it is, and what is wrong with it if that kind can't be read from it."""

    item: Item
    layout: Layout | None
    fault: str | None


async def pages(dynamo: Dynamo, look: Look, *, stage: str, size: int) -> AsyncGenerator[list[Found]]:
    """What is found, so many items a page. What is not asked for is not read."""
    operation, request = look.request(stage)
    if "FilterExpression" not in request:
        request["Limit"] = size
    waiting: list[Found] = []
    while True:
        try:
            answer = await dynamo.call(operation, request)
        except ResourceNotFoundException as fault:
            raise LookError(
                f"{request['TableName']} is not there; cairn tables list shows what is"
            ) from fault
        waiting += [_found(look, item) for item in answer["Items"]]
        is_last = "LastEvaluatedKey" not in answer
        while len(waiting) > size or (waiting and (is_last or len(waiting) == size)):
            yield waiting[:size]
            waiting = waiting[size:]
        if is_last:
            return
        request["ExclusiveStartKey"] = answer["LastEvaluatedKey"]


def _found(look: Look, item: Item) -> Found:
    layout = look.table.layout_of(item)
    # What an index carries is not all of an item, and can't be held to what its kind needs.
    is_whole = look.index is None or look.index.projection == "ALL"
    if layout is None or not is_whole:
        return Found(item, layout, None)
    try:
        layout.entity_of(item)
    except UnreadableItemError as fault:
        return Found(item, layout, fault.reason)
    return Found(item, layout, None)

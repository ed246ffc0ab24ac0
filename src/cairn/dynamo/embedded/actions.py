"""A write to one item, prepared from a request: alone, or as one of a transaction's actions.

Prepared by the caller, decided in the writing thread on the item as it is there.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cairn.dynamo.embedded import rows
from cairn.dynamo.embedded.expressions import Condition, Expressions, Update
from cairn.dynamo.embedded.key_paths import refuse_changing_key, refuse_entering_keys, refuse_other_types
from cairn.dynamo.embedded.keys import KeySchema, key_of_item, key_of_request
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.embedded.values import MAXIMUM_ITEM_BYTES, check_nesting, checked_item, item_size
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.errors import (
    ConditionalCheckFailedException,
    ResourceNotFoundException,
    ValidationException,
)
from cairn.dynamo.seam import Request

KeyOf = Callable[[KeySchema, Mapping[str, Any]], tuple[bytes, bytes]]
"""How the encoded key is read from an item or a key; what it raises differs between operations."""

Become = Callable[[rows.Stored | None], rows.Stored | None]


@dataclass(frozen=True, slots=True)
class Action:
    """What is asked of one item. `become` gives the item that it turns into, and `puts` is that item where it
    does not depend on what was there."""

    table: Table
    p: bytes
    s: bytes
    become: Become
    condition: Condition | None = None
    shows_item_on_failure: bool = False
    only_checks: bool = False
    update: Update | None = None
    puts: rows.Stored | None = None

    def decide(self, transaction: Transaction) -> rows.Decision:
        """Reads the item, checks the condition, and works out what is to be written."""
        table = transaction.current(self.table)
        before = rows.read_with_size(table, transaction.connection, self.p, self.s)
        # What the update does is looked at here, and not by the caller, since it is a reason to cancel a transaction.
        if self.update is not None:
            refuse_changing_key(table, self.update.top_level_names)
        # What can't be in an index, whatever is there, is told before a condition that is not met.
        if self.puts is not None:
            decision = rows.decide(table, self.p, self.s, before=before, after=self.puts)
            self._check(before)
            return decision
        if self.update is not None and table.indexes:
            refuse_other_types(table, self.update.types_written)
        self._check(before)
        after = self.become(before)
        return rows.decide(
            table, self.p, self.s, before=before, after=after, updating=self.update is not None
        )

    def _check(self, before: rows.Stored | None) -> None:
        if self.condition is not None and not self.condition({} if before is None else before.item):
            shown = {"Item": before.item} if before is not None and self.shows_item_on_failure else {}
            raise ConditionalCheckFailedException("The conditional request failed", **shown)


def expressions_of(request: Request) -> Expressions:
    return Expressions(request.get("ExpressionAttributeNames"), request.get("ExpressionAttributeValues"))


def condition_of(expressions: Expressions, request: Request) -> Condition | None:
    text = request.get("ConditionExpression")
    return None if text is None else expressions.condition(text)


def _shows_item(request: Request) -> bool:
    return request.get("ReturnValuesOnConditionCheckFailure") == "ALL_OLD"


def put_action(store: Store, request: Request, key_of: KeyOf = key_of_item) -> Action:
    item, size = checked_item(request["Item"])
    if size > MAXIMUM_ITEM_BYTES:
        raise ValidationException("Item size has exceeded the maximum allowed size")
    condition = _only_condition(request)
    table = store.table(request["TableName"])
    p, s = key_of(table.schema, item)
    refuse_entering_keys(table, condition)
    after = rows.Stored(item, size)
    return Action(table, p, s, lambda before: after, condition, _shows_item(request), puts=after)


def delete_action(store: Store, request: Request, key_of: KeyOf = key_of_request) -> Action:
    condition = _only_condition(request)
    table, p, s = keyed(store, request, key_of)
    refuse_entering_keys(table, condition)
    return Action(table, p, s, lambda before: None, condition, _shows_item(request))


def check_action(store: Store, request: Request, key_of: KeyOf = key_of_request) -> Action:
    condition = _only_condition(request)
    table, p, s = keyed(store, request, key_of)
    refuse_entering_keys(table, condition)
    return Action(table, p, s, lambda before: before, condition, _shows_item(request), only_checks=True)


def update_action(store: Store, request: Request, key_of: KeyOf = key_of_request) -> Action:
    expressions = expressions_of(request)
    text = request.get("UpdateExpression")
    update = None if text is None else expressions.update(text)
    condition = condition_of(expressions, request)
    expressions.finish()
    table, p, s = keyed(store, request, key_of)
    # An update that is to change a key is refused for just that, when it is decided.
    changes_key = update is not None and not update.top_level_names.isdisjoint(table.schema.names)
    refuse_entering_keys(table, None if changes_key else update, condition)
    key, _ = checked_item(request["Key"])

    def become(before: rows.Stored | None) -> rows.Stored:
        item = key if before is None else before.item
        if update is not None:
            item = update(item)
            check_nesting(item)
        size = item_size(item)
        if size > MAXIMUM_ITEM_BYTES:
            raise ValidationException("Item size to update has exceeded the maximum allowed size")
        return rows.Stored(item, size)

    return Action(table, p, s, become, condition, _shows_item(request), update=update)


def keyed(store: Store, request: Request, key_of: KeyOf = key_of_request) -> tuple[Table, bytes, bytes]:
    """The table and the encoded key that a request names."""
    try:
        table = store.table(request["TableName"])
    except ResourceNotFoundException:
        checked_item(request["Key"])  # a faulty value is told before a missing table
        raise
    p, s = key_of(table.schema, request["Key"])
    return table, p, s


def _only_condition(request: Request) -> Condition | None:
    """The condition of a request that has no other expression."""
    if request.get("ConditionExpression") is None:
        return None
    expressions = expressions_of(request)
    condition = condition_of(expressions, request)
    expressions.finish()
    return condition

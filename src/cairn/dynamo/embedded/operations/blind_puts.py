"""Puts of which nobody asks what was there before: the writing thread is handed finished rows and need not look.

The caller encodes the items, beside which the writing thread has its own work; all other writers wait for that one.
"""

from collections.abc import Sequence

from cairn.dynamo.embedded import rows
from cairn.dynamo.embedded.actions import Action
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.tables import encoded_item
from cairn.dynamo.embedded.writer import Transaction
from cairn.dynamo.seam import Request

_REPORTS = ("ReturnConsumedCapacity", "ReturnItemCollectionMetrics")


def are_blind_puts(actions: Sequence[Action], request: Request) -> bool:
    """Whether neither what is written nor the answer depends on the items as they are."""
    return (
        request.get("ReturnValues", "NONE") == "NONE"
        and all(request.get(report, "NONE") in {"NONE", None} for report in _REPORTS)
        and all(
            action.puts is not None and action.condition is None and not action.table.keeps_more_than_items
            for action in actions
        )
    )


async def put_blindly(store: Store, actions: Sequence[Action]) -> None:
    encoded = [
        (action.p, action.s, puts.size, encoded_item(puts.item))
        for action in actions
        if (puts := action.puts)
    ]

    def change(transaction: Transaction) -> None:
        tables = [transaction.current(action.table) for action in actions]
        if any(table.keeps_more_than_items for table in tables):  # an index or a stream was added meanwhile
            for decision in [action.decide(transaction) for action in actions]:
                rows.carry_out(transaction, decision)
        else:
            for table, row in zip(tables, encoded, strict=True):
                transaction.execute(table.insert, row)

    await store.write(change)

"""Turning a stored item into another one, provided that it still is what was read.

An upgrade may have looked at any attribute, so each must be as it was. What others add meanwhile stays, since
only what differs is written.
"""

from collections.abc import Sequence
from typing import Any, Final

from cairn.dynamo.seam import AttributeValue, Item, Operation
from cairn.tables.placeholders import Placeholders

# A condition may have 300 operators: an equals sign for each attribute, and an AND between two.
_MOST_ATTRIBUTES: Final = 150


class TooManyAttributesError(Exception):
    """One condition can't watch that many attributes."""


def rewriting(
    table_name: str, key_names: Sequence[str], old: Item, new: Item
) -> tuple[Operation, dict[str, Any]] | None:
    """The request that turns `old` into `new`; None when they are the same.

    It is refused by its condition when the item has changed. An item whose key changes moves in a transaction,
    which is refused too when there is an item at the new key.
    """
    if _same_attributes(old, new):
        return None
    key = {name: old[name] for name in key_names}
    new_key = {name: new[name] for name in key_names}
    if key == new_key:
        return "UpdateItem", {"TableName": table_name, "Key": key, **_update(key_names, old, new)}
    watched = Placeholders()
    still = _unchanged(watched, key_names, old, ())
    return "TransactWriteItems", {
        "TransactItems": [
            {
                "Delete": {
                    "TableName": table_name,
                    "Key": key,
                    "ConditionExpression": still,
                    **watched.members(),
                }
            },
            {
                "Put": {
                    "TableName": table_name,
                    "Item": new,
                    "ConditionExpression": "attribute_not_exists(#0)",
                    "ExpressionAttributeNames": {"#0": key_names[0]},
                }
            },
        ]
    }


def same(one: AttributeValue, other: AttributeValue) -> bool:
    """Whether two stored values are equal; a set has no order."""
    if one == other:
        return True
    if one.keys() != other.keys():
        return False
    [(kind, content)] = one.items()
    theirs = other[kind]
    match kind:
        case "SS" | "NS" | "BS":
            return set(content) == set(theirs)
        case "M":
            return _same_attributes(content, theirs)
        case "L":
            return len(content) == len(theirs) and all(map(same, content, theirs))
        case _:
            return False


def _same_attributes(one: Item, other: Item) -> bool:
    return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)


def _update(key_names: Sequence[str], old: Item, new: Item) -> dict[str, Any]:
    placeholders = Placeholders()
    written = sorted(name for name in new if name not in old or not same(old[name], new[name]))
    removed = sorted(name for name in old if name not in new)
    sets = [f"{placeholders.name(name)} = {placeholders.value(new[name])}" for name in written]
    removes = [placeholders.name(name) for name in removed]
    clauses = ["SET " + ", ".join(sets)] if sets else []
    clauses += ["REMOVE " + ", ".join(removes)] if removes else []
    added = [name for name in written if name not in old]
    return {
        "UpdateExpression": " ".join(clauses),
        "ConditionExpression": _unchanged(placeholders, key_names, old, added),
        **placeholders.members(),
    }


def _unchanged(placeholders: Placeholders, key_names: Sequence[str], old: Item, absent: Sequence[str]) -> str:
    watched = sorted(old.keys() - set(key_names))
    if len(watched) + len(absent) > _MOST_ATTRIBUTES - 1:
        raise TooManyAttributesError(
            f"the item has {len(watched)} attributes besides its key; a condition can watch"
            f" {_MOST_ATTRIBUTES - 1}, those that are new among them"
        )
    terms = [f"attribute_exists({placeholders.name(key_names[0])})"]
    terms += [f"{placeholders.name(name)} = {placeholders.value(old[name])}" for name in watched]
    terms += [f"attribute_not_exists({placeholders.name(name)})" for name in absent]
    return " AND ".join(terms)

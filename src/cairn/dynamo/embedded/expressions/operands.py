"""Operands: where their values come from."""

from collections.abc import Callable
from typing import Final

from cairn.dynamo.embedded.expressions.paths import Lookup, Names, Values, lookup
from cairn.dynamo.embedded.expressions.syntax import Function, Operand, Path, Value
from cairn.dynamo.seam import AttributeValue, Item

SIZED_TYPES: Final = frozenset(("S", "B", "SS", "NS", "BS", "L", "M"))


def compiled_operand(operand: Operand, of_function: Callable[[Function], Lookup]) -> Lookup:
    """What finds the operand's value, or None."""
    match operand:
        case Path(parts):
            return lookup(parts)
        case Value(placeholder):
            return lambda _item, _names, values: values[placeholder]
        case Function():
            return of_function(operand)


def size(found: Lookup) -> Lookup:
    """DynamoDB's size() of what is found, None where there is none."""

    def measure(item: Item, names: Names, values: Values) -> AttributeValue | None:
        value = found(item, names, values)
        if value is None:
            return None
        [(kind, content)] = value.items()
        if kind == "S" and not content.isascii():
            # DynamoDB counts text in the units of UTF-16.
            return {"N": str(len(content.encode("utf-16-le", "surrogatepass")) // 2)}
        return {"N": str(len(content))} if kind in SIZED_TYPES else None

    return measure

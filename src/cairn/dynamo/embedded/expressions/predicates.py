"""What conditions are compiled into: functions that ask an item a question."""

from collections.abc import Callable
from typing import Final

from cairn.dynamo.embedded.expressions.condition_checks import ORDERED_TYPES
from cairn.dynamo.embedded.expressions.paths import Lookup, Names, Values
from cairn.dynamo.embedded.values import equal, less
from cairn.dynamo.seam import AttributeValue, Item

Test = Callable[[Item, Names, Values], bool]

_SCALARS: Final = frozenset(("S", "N", "B", "BOOL", "NULL"))


def negation(test: Test) -> Test:
    return lambda item, names, values: not test(item, names, values)


def conjunction(tests: list[Test]) -> Test:
    if len(tests) == 2:
        one, two = tests
        return lambda item, names, values: one(item, names, values) and two(item, names, values)

    def every(item: Item, names: Names, values: Values) -> bool:
        return all(test(item, names, values) for test in tests)

    return every


def disjunction(tests: list[Test]) -> Test:
    if len(tests) == 2:
        one, two = tests
        return lambda item, names, values: one(item, names, values) or two(item, names, values)

    def some(item: Item, names: Names, values: Values) -> bool:
        return any(test(item, names, values) for test in tests)

    return some


def attribute_equals(name: str, placeholder: str) -> Test:
    if name[0] == "#":

        def test(item: Item, names: Names, values: Values) -> bool:
            value = item.get(names[name])
            return value is not None and _same(value, values[placeholder])

    else:

        def test(item: Item, names: Names, values: Values) -> bool:
            value = item.get(name)
            return value is not None and _same(value, values[placeholder])

    return test


def _same(a: AttributeValue, b: AttributeValue) -> bool:
    # Of scalars in normal form, only those that are the same to Python are the same to DynamoDB.
    return a == b or (next(iter(a)) not in _SCALARS and equal(a, b))


def _equals(left: Lookup, right: Lookup) -> Test:
    def test(item: Item, names: Names, values: Values) -> bool:
        a = left(item, names, values)
        b = right(item, names, values)
        return a is not None and b is not None and _same(a, b)

    return test


def _before(left: Lookup, right: Lookup) -> Test:
    def test(item: Item, names: Names, values: Values) -> bool:
        a = left(item, names, values)
        b = right(item, names, values)
        return a is not None and b is not None and _comparable(a, b) and less(a, b)

    return test


def _not_after(left: Lookup, right: Lookup) -> Test:
    def test(item: Item, names: Names, values: Values) -> bool:
        a = left(item, names, values)
        b = right(item, names, values)
        return a is not None and b is not None and _comparable(a, b) and not less(b, a)

    return test


def _comparable(a: AttributeValue, b: AttributeValue) -> bool:
    return a.keys() == b.keys() and next(iter(a)) in ORDERED_TYPES


COMPARATORS: Final[dict[str, Callable[[Lookup, Lookup], Test]]] = {
    "=": _equals,
    "<>": lambda left, right: negation(_equals(left, right)),
    "<": _before,
    "<=": _not_after,
    ">": lambda left, right: _before(right, left),
    ">=": lambda left, right: _not_after(right, left),
}


def between(operand: Lookup, lower: Lookup, upper: Lookup) -> Test:
    def test(item: Item, names: Names, values: Values) -> bool:
        value = operand(item, names, values)
        low = lower(item, names, values)
        high = upper(item, names, values)
        if value is None or low is None or high is None:
            return False
        if not _comparable(value, low) or not _comparable(value, high):
            return False
        return not less(value, low) and not less(high, value)

    return test


def membership(operand: Lookup, choices: tuple[Lookup, ...]) -> Test:
    def test(item: Item, names: Names, values: Values) -> bool:
        value = operand(item, names, values)
        if value is None:
            return False
        for choice in choices:
            chosen = choice(item, names, values)
            if chosen is not None and _same(value, chosen):
                return True
        return False

    return test


def has_type(operand: Lookup, wanted: Lookup) -> Test:
    def test(item: Item, names: Names, values: Values) -> bool:
        value = operand(item, names, values)
        name = wanted(item, names, values)
        return value is not None and name is not None and name["S"] in value

    return test


def begins_with(operand: Lookup, prefix: Lookup) -> Test:
    def test(item: Item, names: Names, values: Values) -> bool:
        value = operand(item, names, values)
        beginning = prefix(item, names, values)
        if value is None or beginning is None:
            return False
        for kind in ("S", "B"):
            if kind in value and kind in beginning:
                return bool(value[kind].startswith(beginning[kind]))
        return False

    return test


def contains(operand: Lookup, wanted: Lookup) -> Test:
    def test(item: Item, names: Names, values: Values) -> bool:
        value = operand(item, names, values)
        element = wanted(item, names, values)
        if value is None or element is None:
            return False
        [(kind, content)] = value.items()
        if kind == "L":
            return any(_same(element, member) for member in content)
        member_type = _MEMBERS.get(kind)
        return member_type is not None and member_type in element and element[member_type] in content

    return test


_MEMBERS: Final = {"S": "S", "B": "B", "SS": "S", "NS": "N", "BS": "B"}

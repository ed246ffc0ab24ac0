"""Conditions and filters: compiled once for a text, bound to names and values, then asked about items."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from cairn.dynamo.embedded.expressions.bindings import AnyBindings, Bindings
from cairn.dynamo.embedded.expressions.cache import cached_by_text
from cairn.dynamo.embedded.expressions.condition_checks import (
    ORDERED_TYPES,
    allowed_types,
    check_node,
    check_nodes,
    is_doubtful,
)
from cairn.dynamo.embedded.expressions.condition_grammar import parsed_condition
from cairn.dynamo.embedded.expressions.faults import ExpressionFault
from cairn.dynamo.embedded.expressions.operands import compiled_operand, size
from cairn.dynamo.embedded.expressions.paths import Lookup, Names, Values
from cairn.dynamo.embedded.expressions.requirements import Requirements, requirements
from cairn.dynamo.embedded.expressions.syntax import (
    Between,
    Comparison,
    Function,
    Junction,
    Membership,
    Negation,
    Node,
    Operand,
    Path,
    Value,
)
from cairn.dynamo.embedded.expressions.syntax import Condition as ConditionTree
from cairn.dynamo.embedded.values import equal, less
from cairn.dynamo.seam import AttributeValue, Item

Test = Callable[[Item, Names, Values], bool]

_SCALARS: Final = frozenset(("S", "N", "B", "BOOL", "NULL"))


@dataclass(frozen=True, slots=True, eq=False)
class CompiledCondition:
    test: Test | None  # None when the text is faulty whatever its placeholders stand for
    requirements: Requirements
    paths: frozenset[tuple[str, bool]]  # where paths begin, as written, and whether they go on from there
    doubtful: tuple[Node, ...]  # what a request's names and values can make faulty


class Condition:
    """Whether an item meets a condition. An item that is not there is `{}`."""

    __slots__ = ("_names", "_paths", "_test", "_values")

    def __init__(self, test: Test, names: Names, values: Values, paths: frozenset[tuple[str, bool]]) -> None:
        self._test = test
        self._names = names
        self._values = values
        self._paths = paths

    def __call__(self, item: Item) -> bool:
        return self._test(item, self._names, self._values)

    @property
    def top_level_names(self) -> frozenset[str]:
        """The attributes that the condition reads."""
        return frozenset(self._names.get(head, head) for head, _ in self._paths)

    @property
    def nested_names(self) -> frozenset[str]:
        """The attributes that a path enters, which no attribute of a key can be."""
        return frozenset(self._names.get(head, head) for head, is_nested in self._paths if is_nested)


def bound_condition(text: str, compiled: CompiledCondition, bindings: Bindings) -> Condition:
    test = compiled.test
    if test is None or not compiled.requirements.are_met_by(bindings):
        check_nodes(parsed_condition(text).nodes, bindings)
        raise AssertionError(text)
    for node in compiled.doubtful:
        check_node(node, bindings)
    return Condition(test, bindings.names, bindings.values, compiled.paths)


@cached_by_text
def compiled_condition(text: str) -> CompiledCondition:
    parsed = parsed_condition(text)
    nodes = parsed.nodes
    test: Test | None = None
    try:
        check_nodes(nodes, AnyBindings())
        test = _compiled(parsed.condition, nodes)
    except ExpressionFault:
        pass  # what a request binds may be at fault before that
    paths = [node.parts for node in nodes if isinstance(node, Path)]
    return CompiledCondition(
        test,
        requirements(nodes, [typed for node in nodes for typed in allowed_types(node)]),
        frozenset((str(parts[0]), len(parts) > 1) for parts in paths),
        tuple(node for node in nodes if is_doubtful(node)),
    )


def _compiled(condition: ConditionTree, nodes: tuple[Node, ...]) -> Test:
    """Compiles the parts before the whole, so that no nesting of theirs becomes one of ours."""
    tests: dict[int, Test] = {}
    junctions: dict[int, list[Test]] = {}  # an AND of ANDs is one list of conditions
    for node in nodes:
        match node:
            case Comparison() | Between() | Membership():
                tests[id(node)] = _compiled_comparison(node)
            case Function(name) if name != "size":
                tests[id(node)] = _compiled_function(node)
            case Negation(negated):
                tests[id(node)] = _negation(tests[id(negated)])
            case Junction(operator, left, right):
                parts = [
                    part
                    for side in (left, right)
                    for part in (
                        junctions.pop(id(side))
                        if isinstance(side, Junction) and side.operator == operator
                        else [tests[id(side)]]
                    )
                ]
                junctions[id(node)] = parts
                tests[id(node)] = _conjunction(parts) if operator == "AND" else _disjunction(parts)
            case _:
                continue
    return tests[id(condition)]


def _operand(operand: Operand) -> Lookup:
    return compiled_operand(operand, lambda function: size(_operand(function.operands[0])))


def _compiled_comparison(comparison: Comparison | Between | Membership) -> Test:
    match comparison:
        case Comparison("=", Path((str(name),)), Value(placeholder)):
            return _attribute_equals(name, placeholder)
        case Comparison(operator, left, right):
            return _COMPARATORS[operator](_operand(left), _operand(right))
        case Between(operand, lower, upper):
            return _between(_operand(operand), _operand(lower), _operand(upper))
        case Membership(operand, choices):
            return _membership(_operand(operand), tuple(map(_operand, choices)))


def _compiled_function(function: Function) -> Test:
    first, *others = map(_operand, function.operands)
    match function.name:
        case "attribute_exists":
            return lambda item, names, values: first(item, names, values) is not None
        case "attribute_not_exists":
            return lambda item, names, values: first(item, names, values) is None
        case "attribute_type":
            return _has_type(first, others[0])
        case "begins_with":
            return _begins_with(first, others[0])
        case _:
            return _contains(first, others[0])


def _negation(test: Test) -> Test:
    return lambda item, names, values: not test(item, names, values)


def _conjunction(tests: list[Test]) -> Test:
    if len(tests) == 2:
        one, two = tests
        return lambda item, names, values: one(item, names, values) and two(item, names, values)

    def every(item: Item, names: Names, values: Values) -> bool:
        return all(test(item, names, values) for test in tests)

    return every


def _disjunction(tests: list[Test]) -> Test:
    if len(tests) == 2:
        one, two = tests
        return lambda item, names, values: one(item, names, values) or two(item, names, values)

    def some(item: Item, names: Names, values: Values) -> bool:
        return any(test(item, names, values) for test in tests)

    return some


def _attribute_equals(name: str, placeholder: str) -> Test:
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


_COMPARATORS: Final[dict[str, Callable[[Lookup, Lookup], Test]]] = {
    "=": _equals,
    "<>": lambda left, right: _negation(_equals(left, right)),
    "<": _before,
    "<=": _not_after,
    ">": lambda left, right: _before(right, left),
    ">=": lambda left, right: _not_after(right, left),
}


def _between(operand: Lookup, lower: Lookup, upper: Lookup) -> Test:
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


def _membership(operand: Lookup, choices: tuple[Lookup, ...]) -> Test:
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


def _has_type(operand: Lookup, wanted: Lookup) -> Test:
    def test(item: Item, names: Names, values: Values) -> bool:
        value = operand(item, names, values)
        name = wanted(item, names, values)
        return value is not None and name is not None and name["S"] in value

    return test


def _begins_with(operand: Lookup, prefix: Lookup) -> Test:
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


def _contains(operand: Lookup, wanted: Lookup) -> Test:
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

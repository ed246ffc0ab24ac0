"""Conditions and filters: compiled once for a text, bound to names and values, then asked about items."""

from dataclasses import dataclass

from cairn.dynamo.embedded.expressions.bindings import AnyBindings, Bindings
from cairn.dynamo.embedded.expressions.cache import cached_by_text
from cairn.dynamo.embedded.expressions.condition_checks import (
    allowed_types,
    check_node,
    check_nodes,
    is_doubtful,
)
from cairn.dynamo.embedded.expressions.condition_grammar import parsed_condition
from cairn.dynamo.embedded.expressions.faults import ExpressionFault
from cairn.dynamo.embedded.expressions.operands import compiled_operand, size
from cairn.dynamo.embedded.expressions.paths import Lookup, Names, Values
from cairn.dynamo.embedded.expressions.predicates import (
    COMPARATORS,
    Test,
    attribute_equals,
    begins_with,
    between,
    conjunction,
    contains,
    disjunction,
    has_type,
    membership,
    negation,
)
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
from cairn.dynamo.seam import Item


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
                tests[id(node)] = negation(tests[id(negated)])
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
                tests[id(node)] = conjunction(parts) if operator == "AND" else disjunction(parts)
            case _:
                continue
    return tests[id(condition)]


def _operand(operand: Operand) -> Lookup:
    return compiled_operand(operand, lambda function: size(_operand(function.operands[0])))


def _compiled_comparison(comparison: Comparison | Between | Membership) -> Test:
    match comparison:
        case Comparison("=", Path((str(name),)), Value(placeholder)):
            return attribute_equals(name, placeholder)
        case Comparison(operator, left, right):
            return COMPARATORS[operator](_operand(left), _operand(right))
        case Between(operand, lower, upper):
            return between(_operand(operand), _operand(lower), _operand(upper))
        case Membership(operand, choices):
            return membership(_operand(operand), tuple(map(_operand, choices)))


def _compiled_function(function: Function) -> Test:
    first, *others = map(_operand, function.operands)
    match function.name:
        case "attribute_exists":
            return lambda item, names, values: first(item, names, values) is not None
        case "attribute_not_exists":
            return lambda item, names, values: first(item, names, values) is None
        case "attribute_type":
            return has_type(first, others[0])
        case "begins_with":
            return begins_with(first, others[0])
        case _:
            return contains(first, others[0])

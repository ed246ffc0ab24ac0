"""What DynamoDB refuses in a condition once its names and values are known, before it looks at an item."""

from collections.abc import Iterable
from typing import Any, Final

from cairn.dynamo.embedded.expressions.bindings import (
    MAXIMUM_OPERATORS,
    Bindings,
    check_document_path,
    check_number_of_operands,
    wrong_type,
)
from cairn.dynamo.embedded.expressions.faults import ExpressionFault
from cairn.dynamo.embedded.expressions.operands import SIZED_TYPES
from cairn.dynamo.embedded.expressions.syntax import (
    Between,
    Comparison,
    Function,
    Membership,
    Node,
    Operand,
    Path,
    Value,
)
from cairn.dynamo.embedded.values import less

ORDERED_TYPES: Final = frozenset(("S", "N", "B"))
_ORDERINGS: Final = frozenset(("<", "<=", ">", ">="))
_PREFIXED_TYPES: Final = frozenset(("S", "B"))
_STRING: Final = frozenset(("S",))
_MAXIMUM_CHOICES: Final = 100
_NUMBERS_OF_OPERANDS: Final = {
    "attribute_exists": 1,
    "attribute_not_exists": 1,
    "attribute_type": 2,
    "begins_with": 2,
    "contains": 2,
    "size": 1,
}
_TYPE_NAMES: Final = frozenset(("S", "N", "B", "BOOL", "NULL", "L", "M", "SS", "NS", "BS"))
# The orders in which AWS prints these sets; DynamoDB Local has others.
_TYPES_OF_NO_STRING: Final = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}"
_VALID_TYPES: Final = "{B,NULL,SS,BOOL,L,BS,N,NS,S,M}"


def check_nodes(nodes: Iterable[Node], bindings: Bindings) -> None:
    """Raises the first fault of a condition's nodes, in DynamoDB's order."""
    operators = 0
    for node in nodes:
        if not isinstance(node, Path | Value):
            operators += 1
            if operators > MAXIMUM_OPERATORS:
                raise ExpressionFault(
                    f"The expression contains too many operators; operator count: {operators}"
                )
        check_node(node, bindings)


def allowed_types(node: Node) -> list[tuple[Node, frozenset[str]]]:
    """The operands of a node whose type matters, and what it may be."""
    match node:
        case Comparison(operator, left, right) if operator in _ORDERINGS:
            return [(left, ORDERED_TYPES), (right, ORDERED_TYPES)]
        case Between(operand, lower, upper):
            return [(operand, ORDERED_TYPES), (lower, ORDERED_TYPES), (upper, ORDERED_TYPES)]
        case Function("begins_with", operands):
            return [(operand, _PREFIXED_TYPES) for operand in operands]
        case Function("size", operands):
            return [(operand, SIZED_TYPES) for operand in operands]
        case _:
            return []


def is_doubtful(node: Node) -> bool:
    """Whether names and values that are defined, and of types that are allowed, can still be at fault here."""
    match node:
        case Comparison(_, left, right):
            return _may_be_alike(left, right)
        case Between(operand, lower, upper):
            return _may_be_alike(operand, lower, upper) or isinstance(lower, Value) is isinstance(
                upper, Value
            )
        case Membership(operand, choices):
            return _may_be_alike(operand, *choices)
        case Function("attribute_type"):
            return True
        case Function(_, (first, *others)):
            return _may_be_alike(first, *others)
        case _:
            return False


def _may_be_alike(first: Operand, *others: Operand) -> bool:
    return isinstance(first, Path) and any(isinstance(other, Path) for other in others)


def check_node(node: Node, bindings: Bindings) -> None:
    match node:
        case Path(parts):
            bindings.path(parts)
        case Value(placeholder):
            bindings.value(placeholder)
        case Comparison(operator, left, right):
            bindings.check_distinct(operator, (left, right))
            if operator in _ORDERINGS:
                bindings.check_types(operator, (left, right), ORDERED_TYPES)
        case Between():
            _check_between(node, bindings)
        case Membership(operand, choices):
            bindings.check_distinct("IN", (operand, *choices))
            if len(choices) > _MAXIMUM_CHOICES:
                raise ExpressionFault(
                    f"The IN operator is provided with too many operands; number of operands: {len(choices)}"
                )
        case Function():
            _check_function(node, bindings)
        case _:
            return


def _check_function(function: Function, bindings: Bindings) -> None:
    check_number_of_operands(function, _NUMBERS_OF_OPERANDS[function.name])
    bindings.check_distinct(function.name, function.operands)
    match function.name:
        case "attribute_exists" | "attribute_not_exists":
            check_document_path(function)
        case "begins_with":
            bindings.check_types(function.name, function.operands, _PREFIXED_TYPES)
        case "size":
            bindings.check_types(function.name, function.operands, SIZED_TYPES)
        case "attribute_type":
            _check_type_name(function, bindings)
        case _:
            return  # contains() takes anything


def _check_type_name(function: Function, bindings: Bindings) -> None:
    wanted = function.operands[1]
    if isinstance(wanted, Path):
        raise wrong_type(function.name, _TYPES_OF_NO_STRING)
    bindings.check_types(function.name, (wanted,), _STRING)
    value = bindings.value(wanted.placeholder) if isinstance(wanted, Value) else None
    if value is not None and value["S"] not in _TYPE_NAMES:
        raise ExpressionFault(
            f"Invalid attribute type name found; type: {value['S']}, valid types: {_VALID_TYPES}"
        )


def _check_between(between: Between, bindings: Bindings) -> None:
    operands = (between.operand, between.lower, between.upper)
    bindings.check_types("BETWEEN", operands, ORDERED_TYPES)
    bindings.check_distinct("BETWEEN", operands)
    if not isinstance(between.lower, Value) or not isinstance(between.upper, Value):
        return
    lower = bindings.value(between.lower.placeholder)
    upper = bindings.value(between.upper.placeholder)
    if lower is None or upper is None:
        return
    if lower.keys() != upper.keys():
        complaint = "same data type for lower and upper bounds"
    elif less(upper, lower):
        complaint = "upper bound to be greater than or equal to lower bound"
    else:
        return
    raise ExpressionFault(
        f"The BETWEEN operator requires {complaint}; "
        f"lower bound operand: AttributeValue: {_quoted(bindings, between.lower)}, "
        f"upper bound operand: AttributeValue: {_quoted(bindings, between.upper)}"
    )


def _quoted(bindings: Bindings, operand: Value) -> str:
    content: Any
    [(kind, content)] = bindings.raw_values[operand.placeholder].items()
    if kind == "B":
        content = f"java.nio.HeapByteBuffer[pos=0 lim={len(content)} cap={len(content)}]"
    return f"{{{kind}:{content}}}"

"""What DynamoDB refuses in an update once its names and values are known, before it looks at an item."""

from typing import Final

from cairn.dynamo.embedded.expressions.bindings import (
    MAXIMUM_OPERATORS,
    Bindings,
    check_document_path,
    check_number_of_operands,
)
from cairn.dynamo.embedded.expressions.faults import ExpressionFault
from cairn.dynamo.embedded.expressions.syntax import (
    Action,
    Arithmetic,
    Function,
    Node,
    ParsedUpdate,
    Path,
    Value,
)

_NUMBER: Final = frozenset(("N",))
_LIST: Final = frozenset(("L",))
_SETS: Final = frozenset(("SS", "NS", "BS"))
_OPERANDS_OF_SECTIONS: Final = {"ADD": _SETS | _NUMBER, "DELETE": _SETS}
_TYPES_IN_FULL: Final = {
    "S": "STRING",
    "N": "NUMBER",
    "B": "BINARY",
    "BOOL": "BOOLEAN",
    "NULL": "NULL",
    "L": "LIST",
    "M": "MAP",
}


def check_update(parsed: ParsedUpdate, bindings: Bindings) -> None:
    """Raises the first fault of an update in DynamoDB's order: the paths from the last to the first, then the values."""
    bindings.paths([action.path.parts for action in parsed.actions])
    operators = 0
    for action, nodes in zip(reversed(parsed.actions), reversed(parsed.nodes), strict=True):
        for node in nodes:
            if isinstance(node, Function | Arithmetic):
                operators += 1
                if operators > MAXIMUM_OPERATORS:
                    raise ExpressionFault(
                        f"The expression contains too many operators; operator count: {operators}"
                    )
            check_value(node, bindings)
        _check_action(action, bindings)


def allowed_types(parsed: ParsedUpdate) -> list[tuple[Node, frozenset[str]]]:
    """The operands whose type matters, and what it may be."""
    typed: list[tuple[Node, frozenset[str]]] = []
    for action, nodes in zip(parsed.actions, parsed.nodes, strict=True):
        if action.value is not None and action.section in _OPERANDS_OF_SECTIONS:
            typed.append((action.value, _OPERANDS_OF_SECTIONS[action.section]))
        for node in nodes:
            match node:
                case Arithmetic(_, left, right):
                    typed += [(left, _NUMBER), (right, _NUMBER)]
                case Function("list_append", operands):
                    typed += [(operand, _LIST) for operand in operands]
                case _:
                    continue
    return typed


def is_doubtful(node: Node) -> bool:
    """Whether names and values that are defined, and of types that are allowed, can still be at fault here."""
    match node:
        case Function("if_not_exists", (Path(), Path())):
            return True
        case _:
            return False


def check_value(node: Node, bindings: Bindings) -> None:
    match node:
        case Path(parts):
            bindings.path(parts)
        case Value(placeholder):
            bindings.value(placeholder)
        case Arithmetic(operator, left, right):
            bindings.check_types(operator, (left, right), _NUMBER)
        case Function("list_append", operands):
            check_number_of_operands(node, 2)
            bindings.check_types("list_append", operands, _LIST)
        case Function("if_not_exists", operands):
            check_number_of_operands(node, 2)
            bindings.check_distinct("if_not_exists", operands)
            check_document_path(node)
        case _:
            return


def _check_action(action: Action, bindings: Bindings) -> None:
    allowed = _OPERANDS_OF_SECTIONS.get(action.section)
    if allowed is None or action.value is None:
        return
    kind = bindings.type_of(action.value)
    if kind is not None and kind not in allowed:
        raise ExpressionFault(
            f"Incorrect operand type for operator or function; operator: {action.section}, "
            f"operand type: {_TYPES_IN_FULL[kind]}, typeSet: ALLOWED_FOR_{action.section}_OPERAND"
        )

"""What the placeholders of a request stand for, and what operands may be once that is known."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cairn.dynamo.embedded.expressions.faults import ExpressionFault, described
from cairn.dynamo.embedded.expressions.paths import Names, Places, Values, placeholders, resolved
from cairn.dynamo.embedded.expressions.syntax import Function, Node, Path, PathParts, Value
from cairn.dynamo.seam import AttributeValue

MAXIMUM_OPERATORS: Final = 300
_MAXIMUM_PATH_DEPTH: Final = 32


class Bindings:
    """The names and values of one request."""

    __slots__ = ("names", "raw_values", "values")

    def __init__(self, names: Names, values: Values, raw_values: Mapping[str, Any]) -> None:
        self.names = names
        self.values = values
        self.raw_values = raw_values  # as the request gave them, which is how messages quote them

    def path(self, parts: PathParts) -> PathParts:
        """The path with its names; raises the fault of one that has none, or is too deep."""
        if len(parts) > _MAXIMUM_PATH_DEPTH:
            raise ExpressionFault(
                f"The document path has too many nesting levels; nesting levels: {len(parts)}"
            )
        for placeholder in placeholders(parts):
            self._check_name(placeholder)
        return resolved(parts, self.names)

    def paths(self, all_parts: Sequence[PathParts]) -> tuple[PathParts, ...]:
        """Paths that must not overlap, with their names; raises the first fault in DynamoDB's order."""
        places = Places()
        paths = []
        for parts in reversed(all_parts):
            path = self.path(parts)
            places.add(path)
            paths.append(path)
        return tuple(reversed(paths))

    def value(self, placeholder: str) -> AttributeValue | None:
        value = self.values.get(placeholder)
        if value is None:
            raise ExpressionFault(
                "An expression attribute value used in expression is not defined; "
                f"attribute value: {placeholder}"
            )
        return value

    def type_of(self, operand: Node) -> str | None:
        """The type that the operand has in any case; None when that depends on the item."""
        match operand:
            case Value(placeholder):
                value = self.value(placeholder)
                return None if value is None else next(iter(value))
            case Function(name="size"):
                return "N"
            case _:
                return None

    def check_types(self, operator: str, operands: Sequence[Node], allowed: frozenset[str]) -> None:
        for operand in operands:
            kind = self.type_of(operand)
            if kind is not None and kind not in allowed:
                raise wrong_type(operator, kind)

    def check_distinct(self, operator: str, operands: Sequence[Node]) -> None:
        first, *others = operands
        if not isinstance(first, Path):
            return
        path = resolved(first.parts, self.names)
        for other in others:
            if isinstance(other, Path) and resolved(other.parts, self.names) == path:
                raise ExpressionFault(
                    "The first operand must be distinct from the remaining operands for this operator or "
                    f"function; operator: {operator}, first operand: {described(path)}"
                )

    def _check_name(self, placeholder: str) -> None:
        if placeholder not in self.names:
            raise ExpressionFault(
                "An expression attribute name used in the document path is not defined; "
                f"attribute name: {placeholder}"
            )


class AnyBindings(Bindings):
    """Stands for whatever a request may bind. A fault that it meets is in the text itself."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__({}, {}, {})

    def value(self, placeholder: str) -> AttributeValue | None:
        return None

    def _check_name(self, placeholder: str) -> None:
        pass


def wrong_type(operator: str, kind: str) -> ExpressionFault:
    return ExpressionFault(
        "Incorrect operand type for operator or function; "
        f"operator or function: {operator}, operand type: {kind}"
    )


def check_number_of_operands(function: Function, expected: int) -> None:
    if len(function.operands) != expected:
        raise ExpressionFault(
            "Incorrect number of operands for operator or function; "
            f"operator or function: {function.name}, number of operands: {len(function.operands)}"
        )


def check_document_path(function: Function) -> None:
    if not isinstance(function.operands[0], Path):
        raise ExpressionFault(
            f"Operator or function requires a document path; operator or function: {function.name}"
        )

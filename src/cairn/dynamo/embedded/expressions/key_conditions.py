"""Key conditions: the one partition that a query reads, and what it asks of the sort key."""

from dataclasses import dataclass
from typing import Final, Literal, cast

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
from cairn.dynamo.embedded.expressions.requirements import Requirements, requirements
from cairn.dynamo.embedded.expressions.syntax import (
    Between,
    Comparison,
    Condition,
    Function,
    Junction,
    Membership,
    Negation,
    Node,
    Operand,
    Path,
    Value,
)
from cairn.dynamo.embedded.keys import KeyAttribute, KeySchema, encoded_operand
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import AttributeValue

KeyOperator = Literal["=", "<", "<=", ">", ">=", "BETWEEN", "begins_with"]

_REVERSED: Final[dict[str, KeyOperator]] = {"=": "=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_SURELY_FITS: Final = 256  # so many characters of text are within the size of any key


@dataclass(frozen=True, slots=True)
class Clause:
    """What a key condition asks of one attribute. Attribute and operands may be placeholders."""

    attribute: str
    operator: KeyOperator
    operands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeyCondition:
    """The partition to read, and the condition on the sort key, if there is one."""

    partition: AttributeValue
    operator: KeyOperator | None
    operands: tuple[AttributeValue, ...]


@dataclass(frozen=True, slots=True, eq=False)
class CompiledKeyCondition:
    clauses: tuple[Clause, ...]  # up to the fault in the shape, if there is one
    fault: str | None
    requirements: Requirements
    doubtful: tuple[Node, ...]  # what a request's names and values can make faulty
    is_faulty: bool  # as a condition, whatever its placeholders stand for


class KeyConditions:
    """A key condition that has yet to meet the schema of its table or index."""

    __slots__ = ("_bindings", "_clauses", "_fault")

    def __init__(self, clauses: tuple[Clause, ...], fault: str | None, bindings: Bindings) -> None:
        self._clauses = clauses
        self._fault = fault
        self._bindings = bindings

    def check_shape(self) -> None:
        """Raises what no table could answer: OR, two conditions on one attribute and the like."""
        names = [self._bindings.names.get(clause.attribute, clause.attribute) for clause in self._clauses]
        if len(set(names)) < len(names):
            raise ValidationException("KeyConditionExpressions must only contain one condition per key")
        if self._fault is not None:
            raise ValidationException(self._fault)
        if len(names) > 2:
            raise ValidationException("Conditions can be of length 1 or 2 only")

    def of(self, schema: KeySchema, index_name: str | None = None) -> KeyCondition:
        """The condition for the key of a table or an index."""
        self.check_shape()
        names = self._bindings.names
        clauses = {names.get(clause.attribute, clause.attribute): clause for clause in self._clauses}
        if schema.sort is None and len(clauses) > 1:
            raise _not_supported()
        partition = clauses.get(schema.partition.name)
        if partition is None:
            raise _missed(schema.partition)
        [value, *_] = self._operands(schema, schema.partition, partition, index_name)
        if len(clauses) == 1 or schema.sort is None:
            return KeyCondition(value, None, ())
        sort = clauses.get(schema.sort.name)
        if sort is None:
            raise _missed(schema.sort)
        return KeyCondition(value, sort.operator, self._operands(schema, schema.sort, sort, index_name))

    def _operands(
        self, schema: KeySchema, attribute: KeyAttribute, clause: Clause, index_name: str | None
    ) -> tuple[AttributeValue, ...]:
        values = self._bindings.values
        operands = tuple([values[placeholder] for placeholder in clause.operands])
        for operand in operands:
            if attribute.type not in operand:
                raise ValidationException(
                    "One or more parameter values were invalid: "
                    "Condition parameter type does not match schema type"
                )
        if attribute is schema.partition and clause.operator != "=":
            raise _not_supported()
        for operand in operands:
            if not 0 < len(operand[attribute.type]) <= _SURELY_FITS:
                encoded_operand(schema, attribute, operand, index_name)
        return operands


@cached_by_text
def compiled_key_condition(text: str) -> CompiledKeyCondition:
    parsed = parsed_condition(text)
    is_faulty = False
    try:
        check_nodes(parsed.nodes, AnyBindings())
    except ExpressionFault:
        is_faulty = True
    clauses: list[Clause] = []
    fault = None
    try:
        _collect_clauses(parsed.condition, clauses)
    except _ShapeError as error:
        fault = str(error)
    return CompiledKeyCondition(
        tuple(clauses),
        fault,
        requirements(parsed.nodes, [typed for node in parsed.nodes for typed in allowed_types(node)]),
        tuple(node for node in parsed.nodes if is_doubtful(node)),
        is_faulty,
    )


def bound_key_conditions(text: str, compiled: CompiledKeyCondition, bindings: Bindings) -> KeyConditions:
    if compiled.is_faulty or not compiled.requirements.are_met_by(bindings):
        check_nodes(parsed_condition(text).nodes, bindings)
        raise AssertionError(text)
    for node in compiled.doubtful:
        check_node(node, bindings)
    return KeyConditions(compiled.clauses, compiled.fault, bindings)


class _ShapeError(Exception):
    """The condition can't be one on keys. Never leaves this module."""


def _collect_clauses(condition: Condition, clauses: list[Clause]) -> None:
    pending = [condition]
    while pending:
        part = pending.pop()
        if isinstance(part, Junction) and part.operator == "AND":
            pending += [part.right, part.left]
        else:
            clauses.append(_clause(part))


def _clause(condition: Condition) -> Clause:
    match condition:
        case Comparison("<>"):
            raise _invalid_operator("<>")
        case Comparison(operator, left, right):
            attribute, operands = _attribute_and_operands((left, right))
            if isinstance(left, Path):
                return Clause(attribute, cast("KeyOperator", operator), operands)
            return Clause(attribute, _REVERSED[operator], operands)
        case Between(operand, lower, upper):
            _check_leads("BETWEEN", operand)
            return Clause(*_with_operator("BETWEEN", (operand, lower, upper)))
        case Function("begins_with", operands):
            _check_leads("begins_with", operands[0])
            return Clause(*_with_operator("begins_with", operands))
        case Function(name):
            raise _invalid_operator(name)
        case Membership():
            raise _invalid_operator("IN")
        case Negation():
            raise _invalid_operator("NOT")
        case Junction(operator):
            raise _invalid_operator(operator)


def _with_operator(
    operator: KeyOperator, operands: tuple[Operand, ...]
) -> tuple[str, KeyOperator, tuple[str, ...]]:
    attribute, values = _attribute_and_operands(operands)
    return attribute, operator, values


def _attribute_and_operands(operands: tuple[Operand, ...]) -> tuple[str, tuple[str, ...]]:
    attribute: str | None = None
    values: list[str] = []
    for operand in operands:
        match operand:
            case Value(placeholder):
                values.append(placeholder)
            case Path((head, *rest)):
                if attribute is not None:
                    raise _ShapeError(
                        "Invalid condition in KeyConditionExpression: "
                        "Multiple attribute names used in one condition"
                    )
                if rest:
                    raise _ShapeError("KeyConditionExpressions cannot have conditions on nested attributes")
                attribute = str(head)
            case _:
                raise _ShapeError("KeyConditionExpressions cannot contain nested operations")
    if attribute is None:
        raise _ShapeError("Invalid condition in KeyConditionExpression: No key attribute specified")
    return attribute, tuple(values)


def _check_leads(operator: str, operand: Operand) -> None:
    # size() in this place is a nested operation first of all.
    if isinstance(operand, Value):
        raise _ShapeError(
            f"Invalid condition in KeyConditionExpression: {operator} operator must have the key attribute "
            "as its first operand"
        )


def _invalid_operator(operator: str) -> _ShapeError:
    return _ShapeError(f"Invalid operator used in KeyConditionExpression: {operator}")


def _not_supported() -> ValidationException:
    return ValidationException("Query key condition not supported")


def _missed(attribute: KeyAttribute) -> ValidationException:
    return ValidationException(f"Query condition missed key schema element: {attribute.name}")

"""All expressions of one request, which share their names and values."""

from collections.abc import Mapping
from typing import Any, NoReturn

from cairn.dynamo.embedded.expressions.bindings import Bindings
from cairn.dynamo.embedded.expressions.conditions import Condition, bound_condition, compiled_condition
from cairn.dynamo.embedded.expressions.faults import ExpressionFault
from cairn.dynamo.embedded.expressions.key_conditions import (
    KeyCondition,
    KeyConditions,
    bound_key_conditions,
    compiled_key_condition,
)
from cairn.dynamo.embedded.expressions.placeholders import check_all_are_used, checked_placeholders
from cairn.dynamo.embedded.expressions.projections import (
    Projection,
    bound_projection,
    compiled_projection,
)
from cairn.dynamo.embedded.expressions.requirements import Requirements
from cairn.dynamo.embedded.expressions.updates import Update, bound_update, compiled_update
from cairn.dynamo.embedded.keys import KeySchema
from cairn.dynamo.errors import ValidationException


class Expressions:
    """The expressions of one request with its placeholders.

    DynamoDB looks at an update first, then at conditions, key conditions, filters and projections, and
    complains of placeholders that none of them used (`finish`) only when all of them are in order.
    """

    __slots__ = ("_bindings", "_used_names", "_used_values")

    def __init__(self, names: Mapping[str, str] | None, values: Mapping[str, Any] | None) -> None:
        self._bindings = Bindings(names or {}, checked_placeholders(names, values), values or {})
        self._used_names: frozenset[str] = frozenset()
        self._used_values: frozenset[str] = frozenset()

    def condition(self, text: str) -> Condition:
        return self._condition("ConditionExpression", text)

    def filter(self, text: str) -> Condition:
        return self._condition("FilterExpression", text)

    def projection(self, text: str) -> Projection:
        try:
            compiled = compiled_projection(text)
            self._use(compiled.requirements)
            return bound_projection(compiled, self._bindings)
        except ExpressionFault as fault:
            _refuse("ProjectionExpression", fault)

    def update(self, text: str) -> Update:
        try:
            compiled = compiled_update(text)
            self._use(compiled.requirements)
            return bound_update(text, compiled, self._bindings)
        except ExpressionFault as fault:
            _refuse("UpdateExpression", fault)

    def key_conditions(self, text: str) -> KeyConditions:
        """For a table that is not looked up yet: its schema can wait until all expressions are in order."""
        try:
            compiled = compiled_key_condition(text)
            self._use(compiled.requirements)
            return bound_key_conditions(text, compiled, self._bindings)
        except ExpressionFault as fault:
            _refuse("KeyConditionExpression", fault)

    def key_condition(self, text: str, schema: KeySchema, index_name: str | None = None) -> KeyCondition:
        return self.key_conditions(text).of(schema, index_name)

    def finish(self) -> None:
        """Refuses names and values that no expression used."""
        names = self._bindings.names
        if len(self._used_names) != len(names):
            check_all_are_used("ExpressionAttributeNames", names, self._used_names)
        values = self._bindings.values
        if len(self._used_values) != len(values):
            check_all_are_used("ExpressionAttributeValues", values, self._used_values)

    def _condition(self, parameter: str, text: str) -> Condition:
        try:
            compiled = compiled_condition(text)
            self._use(compiled.requirements)
            return bound_condition(text, compiled, self._bindings)
        except ExpressionFault as fault:
            _refuse(parameter, fault)

    def _use(self, used: Requirements) -> None:
        self._used_names = self._used_names | used.names if self._used_names else used.names
        self._used_values = self._used_values | used.values if self._used_values else used.values


def _refuse(parameter: str, fault: ExpressionFault) -> NoReturn:
    raise ValidationException(f"Invalid {parameter}: {fault}") from None

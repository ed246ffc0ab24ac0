"""DynamoDB's expression language: conditions, filters, key conditions, projections and updates."""

from cairn.dynamo.embedded.expressions.conditions import Condition
from cairn.dynamo.embedded.expressions.key_conditions import KeyCondition, KeyConditions
from cairn.dynamo.embedded.expressions.placeholders import check_placeholders_are_wanted
from cairn.dynamo.embedded.expressions.projections import Projection
from cairn.dynamo.embedded.expressions.request import Expressions
from cairn.dynamo.embedded.expressions.updates import Update

__all__ = [
    "Condition",
    "Expressions",
    "KeyCondition",
    "KeyConditions",
    "Projection",
    "Update",
    "check_placeholders_are_wanted",
]

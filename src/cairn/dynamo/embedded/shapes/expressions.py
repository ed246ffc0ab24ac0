"""Placeholders without an expression that could use them. What is inside either is for the expressions' own room."""

from collections.abc import Mapping
from typing import Any

from cairn.dynamo.errors import ValidationException


def refuse_idle_names(request: Mapping[str, Any], *expressions: str) -> None:
    """`expressions` are all of the operation's: none of them given, names have no use."""
    if request.get("ExpressionAttributeNames") is not None and _none_given(request, expressions):
        raise ValidationException("ExpressionAttributeNames can only be specified when using expressions")


def refuse_idle_values(request: Mapping[str, Any], *expressions: str) -> None:
    """`expressions` are the operation's that may have values, which a projection may not."""
    if request.get("ExpressionAttributeValues") is not None and _none_given(request, expressions):
        verb = "are" if len(expressions) > 1 else "is"
        raise ValidationException(
            "ExpressionAttributeValues can only be specified when using expressions: "
            f"{' and '.join(expressions)} {verb} null"
        )


def _none_given(request: Mapping[str, Any], expressions: tuple[str, ...]) -> bool:
    return all(request.get(expression) is None for expression in expressions)

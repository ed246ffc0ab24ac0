"""Asks for the check of one request, and what the tests' requests have in common."""

from typing import Any

from cairn.dynamo.embedded.shapes import check
from cairn.dynamo.errors import DynamoError

KEY = {"PK": {"S": "USER#ada"}, "SK": {"S": "GOAL#1"}}
NAMES = {"#a": "a"}
VALUES = {":a": {"S": "a"}}


def refusal_of(operation: str, request: Any) -> tuple[str, str] | None:
    """The error's name and message, or None when the request passes."""
    try:
        check(operation, request)
    except DynamoError as error:
        return error.name, error.message
    return None


def invalid(message: str) -> tuple[str, str]:
    return "ValidationException", message


def listed(*faults: str) -> tuple[str, str]:
    """AWS's list of faults."""
    count = f"{len(faults)} validation error{'s' if len(faults) > 1 else ''} detected: "
    return "ValidationException", count + "; ".join(faults)


def null(place: str) -> str:
    return f"Value null at '{place}' failed to satisfy constraint: Member must not be null"


def breaks(value: object, place: str, constraint: str) -> str:
    return f"Value '{value}' at '{place}' failed to satisfy constraint: Member must {constraint}"

"""A fault in an expression, on its way to the request's face where it learns which parameter it is in."""

from collections.abc import Sequence


class ExpressionFault(Exception):
    """The message is DynamoDB's, without the prefix `Invalid UpdateExpression: ` that names the parameter."""


def described(path: Sequence[str | int]) -> str:
    """A resolved document path as DynamoDB writes it in messages: `[a, [0], b]`."""
    return "[" + ", ".join(f"[{part}]" if isinstance(part, int) else part for part in path) + "]"

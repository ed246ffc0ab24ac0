"""Whether two answers are the same, and if not, whether a known difference explains it."""

import re
from decimal import Context, Decimal
from typing import Any, Final

from cairn.dynamo.seam import Response
from tests.dynamo.contract.engines import Refusal
from tests.dynamo.contract.items import NOT_MET
from tests.dynamo.differences import FAULTS_IN_AN_ITEM, INDEX_KEY_TYPE, REASONS_TO_CANCEL, Difference

Outcome = Response | Refusal

CHECKED_BY_LOCAL: Final = "The conditional request failed."
"""What it says of a ConditionCheck: CHECKS_IN_TRANSACTIONS."""

_EXPLAINED: Final[list[tuple[Difference, str, str]]] = [
    # Also that it looks at a condition, or at other actions, before it.
    (INDEX_KEY_TYPE, "Type mismatch for Index Key", ""),
    (REASONS_TO_CANCEL, "^TransactionCanceledException: .*ValidationError", "^ValidationException: "),
    (FAULTS_IN_AN_ITEM, "^ValidationException: ", "^ValidationException: "),
]


def plain(value: Any) -> Any:
    """The value with all that has no order in one order: attributes by name, members of sets, reports by table."""
    if isinstance(value, dict):
        if len(value) == 1:
            [(kind, members)] = value.items()
            if kind in {"SS", "BS"}:
                return {kind: sorted(members)}
            if kind == "N":
                return {kind: _number(members)}
            if kind == "NS":
                return {kind: sorted(map(_number, members))}
        return {name: plain(each) for name, each in sorted(value.items())}
    if isinstance(value, list):
        return [plain(each) for each in value]
    return value


def _number(text: str) -> Decimal:
    # Within lists and maps DynamoDB Local keeps a number as it was written: NUMBERS_WITHIN.
    return Decimal(text).normalize(Context(prec=200))


def unlike(ours: Outcome, local: Outcome) -> str | None:
    """How the two differ; None when they don't, or when it is known how and why."""
    one, other = _settled(ours), _settled(local)
    if one == other or _is_explained(ours, local):
        return None
    return f"ours:  {one}\nlocal: {other}"


def _settled(outcome: Outcome) -> Any:
    if not isinstance(outcome, Refusal):
        return plain(outcome)
    fields = plain(outcome.fields)
    for reason in fields.get("CancellationReasons", ()):
        if reason.get("Message") == CHECKED_BY_LOCAL:
            reason["Message"] = NOT_MET.message
    return (outcome.name, outcome.message, fields)


def _is_explained(ours: Outcome, local: Outcome) -> bool:
    if not isinstance(ours, Refusal) or not isinstance(local, Refusal):
        return False
    one, other = (f"{each.name}: {each.message} {each.fields}" for each in (ours, local))
    return any(
        re.search(pattern, one) and re.search(pattern_of_local, other)
        for _, pattern, pattern_of_local in _EXPLAINED
    )

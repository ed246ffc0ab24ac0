"""Why a transaction was cancelled: a reason for each action, in order."""

from collections.abc import Mapping
from typing import Any, Final

from cairn.dynamo.embedded.actions import KeyOf
from cairn.dynamo.embedded.keys import KeySchema
from cairn.dynamo.embedded.values import checked_item
from cairn.dynamo.errors import TransactionCanceledException, ValidationException

Reason = dict[str, Any]

NO_REASON: Final[Reason] = {"Code": "None"}
_NOWHERE: Final = (b"", b"")


def canceled(reasons: list[Reason]) -> TransactionCanceledException:
    codes = ", ".join(reason["Code"] for reason in reasons)
    return TransactionCanceledException(
        f"Transaction cancelled, please refer cancellation reasons for specific reasons [{codes}]",
        CancellationReasons=reasons,
    )


def validation_error(refusal: ValidationException) -> Reason:
    return {"Code": "ValidationError", "Message": refusal.message}


class KeyFaults:
    """Faulty keys, which cancel a transaction, where other faults of a request refuse it."""

    def __init__(self) -> None:
        self._refusals: dict[int, ValidationException] = {}

    def noted(self, number: int, key_of: KeyOf) -> KeyOf:
        """Reads keys as `key_of` does, but notes a faulty one for the action of this number."""

        def read(schema: KeySchema, key: Mapping[str, Any]) -> tuple[bytes, bytes]:
            try:
                return key_of(schema, key)
            except ValidationException as refusal:
                checked_item(key)  # what is no value at all refuses the request
                self._refusals[number] = refusal
                return _NOWHERE

        return read

    def cancel(self, actions: int) -> None:
        """Raises when a key was faulty."""
        if self._refusals:
            raise canceled(
                [
                    validation_error(self._refusals[number]) if number in self._refusals else NO_REASON
                    for number in range(actions)
                ]
            )

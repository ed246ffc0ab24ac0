"""Requests about several tables, of which one is missing."""

from types import TracebackType

from cairn.dynamo.errors import ResourceNotFoundException


class MissingTables:
    """Notes that a table is missing, since what is wrong with any other part of the request is told before it.

    `with missing:` around each part, and `missing.refuse()` when all have been looked at.
    """

    def __init__(self) -> None:
        self._first: ResourceNotFoundException | None = None

    def __enter__(self) -> None:
        """Nothing is missing yet."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, ResourceNotFoundException):
            return False
        self._first = self._first or error
        return True

    def refuse(self) -> None:
        if self._first is not None:
            raise self._first

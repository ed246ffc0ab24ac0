"""Going on after whatever fails: at the edge of a loop that has to outlive its steps. What failed is logged."""

from types import TracebackType
from typing import Any, Self

import structlog


class Outliving:
    """A block after which a loop goes on, whatever happens in it. `what` is said of a failure in the log."""

    def __init__(self, log: structlog.stdlib.BoundLogger, what: str, **told: Any) -> None:
        self._log = log
        self._what = what
        self._told = told
        self.failed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, traceback: TracebackType | None
    ) -> bool:
        # Being told to stop is no failure.
        self.failed = isinstance(fault, Exception)
        if self.failed:
            self._log.error(self._what, exc_info=fault, **self._told)
        return self.failed

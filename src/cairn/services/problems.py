"""What a request can be refused for. Each error says what is wrong and what would be right; the web renders it.

Problem
├── InvalidInput     400  a value can't be what it is; `fields` says which, and what would be right
├── NotSignedIn      401  nobody is signed in, or what was shown proves nothing
├── NotAllowed       403  whoever asks may not do this, and may know that it can be done
├── NotFound         404  there is no such thing, or it is somebody else's
├── Conflict         409  it would contradict what is there
├── Stale            412  it has changed since it was read
└── TooMany          429  too often; `retry_after` says when again
"""

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import ClassVar, Final

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class Problem(Exception):
    """The root of the family. A part's own errors derive from one of those below, with a slug of their own."""

    status: ClassVar[int]
    slug: ClassVar[str]
    title: ClassVar[str]

    def __init__(self, detail: str, *, fields: Mapping[str, str] = _NONE) -> None:
        super().__init__(detail)
        self.detail = detail
        self.fields = dict(fields)


class InvalidInput(Problem):
    """A value can't be what it is."""

    status = 400
    slug = "invalid-input"
    title = "Something in the request is not right"

    @classmethod
    def of(cls, field: str, wanted: str) -> "InvalidInput":
        """One field, and what would be right."""
        return cls(f"{field}: {wanted}", fields={field: wanted})

    @classmethod
    def of_all(cls, faults: Mapping[str, str]) -> "InvalidInput":
        """Several fields, and what would be right of each: `is at most 5`."""
        return cls("; ".join(f"{name} {said}" for name, said in faults.items()), fields=faults)


class NotSignedIn(Problem):
    """Nobody is signed in, or what was shown proves nothing."""

    status = 401
    slug = "not-signed-in"
    title = "Sign in first"


class NotAllowed(Problem):
    """Whoever asks may not do this."""

    status = 403
    slug = "not-allowed"
    title = "This is not allowed"


class NotFound(Problem):
    """There is no such thing, or it is somebody else's, which is told apart nowhere."""

    status = 404
    slug = "not-found"
    title = "There is no such thing here"


class Conflict(Problem):
    """It would contradict what is there."""

    status = 409
    slug = "conflict"
    title = "This contradicts what is there"


class Stale(Problem):
    """It has changed since it was read."""

    status = 412
    slug = "stale"
    title = "It has changed in the meantime"


class TooMany(Problem):
    """It was asked too often."""

    status = 429
    slug = "too-many"
    title = "Too many at once"

    def __init__(self, detail: str, *, retry_after: timedelta) -> None:
        super().__init__(detail)
        self.retry_after = retry_after

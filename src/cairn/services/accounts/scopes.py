"""What a token may do: read or write, in one app or in all. `habits:write`, `*:read`."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from cairn.services.problems import InvalidInput

EVERY_APP: Final = "*"


class Right(StrEnum):
    READ = "read"
    WRITE = "write"


@dataclass(frozen=True, order=True, slots=True)
class Scope:
    """One right in one app. Who may write may read."""

    app: str
    right: Right

    def allows(self, app: str, right: Right) -> bool:
        return self.app in {app, EVERY_APP} and (self.right is Right.WRITE or right is Right.READ)

    def __str__(self) -> str:
        return f"{self.app}:{self.right}"


EVERYTHING: Final = frozenset({Scope(EVERY_APP, Right.WRITE)})


@lru_cache(1024)
def scopes_of(texts: frozenset[str]) -> frozenset[Scope]:
    """Scopes that were stored."""
    return frozenset(Scope(app, Right(right)) for app, _, right in (text.partition(":") for text in texts))


def read_scopes(texts: Iterable[str], apps: Iterable[str]) -> frozenset[Scope]:
    """Scopes as a person writes them. `apps` are those that there are."""
    known = sorted(apps)
    scopes = set()
    for text in texts:
        app, _, right = text.partition(":")
        if app not in {*known, EVERY_APP} or right not in set(Right):
            raise InvalidInput.of(
                "scopes",
                f"{text!r} is none: write an app and what is allowed there, such as "
                f"{next(iter(known), EVERY_APP)}:read. Apps are {', '.join([*known, EVERY_APP])}; "
                "what is allowed is read or write",
            )
        scopes.add(Scope(app, Right(right)))
    if not scopes:
        raise InvalidInput.of("scopes", "choose at least one; a token without any could do nothing")
    return frozenset(scopes)

"""What a part keeps of people in the tests: things in a drawer, one drawer an account."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any


class Jammed(Exception):
    """The drawer can't be opened, this time."""


@dataclass
class Drawers:
    """Gives out and removes what it keeps. It fails as often as it is told to."""

    contents: dict[str, list[str]]
    failures: int = 0
    emptied: list[str] = field(default_factory=list)

    async def export(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        yield "things", self.contents.get(account_id, [])

    async def delete(self, account_id: str) -> None:
        if self.failures:
            self.failures -= 1
            raise Jammed
        self.contents.pop(account_id, None)
        self.emptied.append(account_id)

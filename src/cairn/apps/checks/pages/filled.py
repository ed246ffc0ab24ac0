"""A form as it was filled in: names, and what stands there, once or several times."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Self

from fastapi import Depends, Request


@dataclass(frozen=True)
class Filled:
    """What was written under which name. What is not there is empty."""

    given: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def all(self, name: str) -> Sequence[str]:
        return self.given.get(name, ())

    def one(self, name: str, default: str = "") -> str:
        values = self.all(name)
        return values[0] if values else default

    def having(self, values: Mapping[str, Sequence[str]]) -> Self:
        """The same form, with these filled in too."""
        return type(self)({**self.given, **values})


async def _sent(request: Request) -> Filled:
    form = await request.form()
    given: dict[str, list[str]] = {}
    for name, value in form.multi_items():
        if isinstance(value, str):
            given.setdefault(name, []).append(value)
    return Filled(given)


Sent = Annotated[Filled, Depends(_sent)]
"""For forms whose fields are known only when they are looked at."""

"""What a route says of itself besides its signature: the problems that it can answer with, and how much it takes.

    @router.post("/goals", status_code=201)
    @raises(GoalExists)
    async def create_goal(caller: Member, given: NewGoal) -> GoalShown: ...

What follows from the signature need not be said: 401 and 403 from who may call, 400 from what has to be read.
"""

from collections.abc import Callable
from typing import Any, Final, TypeVar

from cairn.services.problems import Problem

F = TypeVar("F", bound=Callable[..., Any])
MOST_BODY_BYTES: Final = 1024 * 1024
_RAISES: Final = "cairn_raises"
_TAKES: Final = "cairn_takes_up_to"


def raises(*problems: type[Problem]) -> Callable[[F], F]:
    """Documents the problems of a route."""

    def mark(route: F) -> F:
        setattr(route, _RAISES, problems)
        return route

    return mark


def takes_up_to(most: int) -> Callable[[F], F]:
    """Lets a route take a body of up to so many bytes."""

    def mark(route: F) -> F:
        setattr(route, _TAKES, most)
        return route

    return mark


def problems_of(route: object) -> tuple[type[Problem], ...]:
    return getattr(route, _RAISES, ())


def most_body_bytes(route: object) -> int:
    return getattr(route, _TAKES, MOST_BODY_BYTES)

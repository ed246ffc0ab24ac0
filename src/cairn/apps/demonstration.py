"""A demonstration: a few people whose apps are full of believable data, so that a newcomer sees something at once."""

import secrets
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Final

from cairn.apps.base import App
from cairn.services.accounts import Member, Preferences
from cairn.services.services import Services

_PEOPLE: Final = ("ada", "bo", "cleo", "dev")


@dataclass(frozen=True, slots=True)
class Guest:
    """How a newcomer signs in."""

    email: str
    password: str


async def is_empty(services: Services) -> bool:
    """Whether nobody has an account yet."""
    async for _ in services.accounts.keeping.everybody():
        return False
    return True


async def invite(services: Services) -> tuple[Guest, Sequence[Member]]:
    """Makes the accounts. Only the first has a password: the others are there to be met."""
    guest = Guest(f"{_PEOPLE[0]}@example.org", secrets.token_urlsafe(9))
    people = []
    for name in _PEOPLE:
        email = f"{name}@example.org"
        password = guest.password if email == guest.email else None
        made = await services.accounts.keeping.create(email, password=password, is_operator=False)
        people.append(
            Member(
                account_id=made.account_id,
                email=email,
                is_email_verified=made.is_email_verified,
                preferences=Preferences(),
                is_operator=made.is_operator,
            )
        )
    return guest, people


async def furnish(services: Services, apps: Sequence[App], people: Sequence[Member]) -> AsyncIterator[App]:
    """Fills one app after another, and tells of each that is done."""
    for app in apps:
        if app.demo is not None:
            await app.demo(services, people)
        yield app

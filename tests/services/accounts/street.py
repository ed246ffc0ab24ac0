"""A house and a provider that it trusts, with the street between them."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from cairn.services.accounts import (
    Arrival,
    Entry,
    SentAway,
    SignedIn,
)
from cairn.services.clock import ManualClock
from cairn.services.settings import OidcProvider, Settings
from tests.oidc_provider import (
    CLIENT_ID,
    Provider,
    opened_provider,
)
from tests.services.accounts.cast import HOME, NOON, House, opened_house

BACK = "https://cairn.example.org/sign-in/the-works/callback"


def configured(provider: Provider, **more: Any) -> Settings:
    return Settings(
        public_url="https://cairn.example.org",
        oidc=(
            OidcProvider(
                name="The Works",
                issuer=provider.issuer,
                client_id=CLIENT_ID,
                client_secret=None if provider.client_secret is None else SecretStr(provider.client_secret),
            ),
        ),
        **more,
    )


@dataclass
class Street:
    """A house, and the provider that it trusts."""

    house: House
    provider: Provider

    async def arrive(
        self,
        sent: SentAway | None = None,
        *,
        visitor: SignedIn | None = None,
        change: Callable[[dict[str, str]], dict[str, str]] = dict,
    ) -> Arrival:
        """Goes to the provider and comes back."""
        if sent is None:
            sent = await self.house.accounts.providers.begin(HOME, provider="the-works")
        back, parameters = await self.provider.visited(sent.url)
        assert back == BACK
        return await self.house.accounts.providers.complete(
            HOME, provider="the-works", cookie=sent.cookie, parameters=change(parameters), visitor=visitor
        )

    async def sign_in(self) -> Entry:
        entry = (await self.arrive()).entry
        assert entry is not None
        return entry

    async def connect(self, member: SignedIn) -> None:
        sent = await self.house.accounts.providers.begin_connecting(member, provider="the-works")
        assert await self.arrive(sent, visitor=member) == Arrival(None, None)


@asynccontextmanager
async def opened_street(
    folder: Path, *, settings: dict[str, Any] | None = None, **says: Any
) -> AsyncIterator[Street]:
    clock = ManualClock(NOON)
    async with (
        opened_provider(now=lambda: clock.now().timestamp(), **says) as provider,
        opened_house(folder, settings=configured(provider, **(settings or {})), clock=clock) as house,
    ):
        yield Street(house, provider)

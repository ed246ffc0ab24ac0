"""Ada, who came first and looks after the house, Bo, and a stranger, each with a browser of their own."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from fastapi import FastAPI

from cairn.apps.base import App
from cairn.apps.base.callers import CSRF_HEADER, SESSION_COOKIE
from cairn.apps.registry import parts
from cairn.services.accounts import Anyone, Hashing
from cairn.services.clock import ManualClock
from cairn.services.opening import open_services
from cairn.services.services import AllSettings, Services
from cairn.services.settings import Section, Settings, load_settings
from cairn.web.application import create_app
from tests.services.accounts.cast import QUICK
from tests.web.browser import Browser

NOON = datetime(2026, 1, 10, 12, tzinfo=UTC)
ADA = "ada@example.org"
BO = "bo@example.org"
PASSWORD = "no engine can originate"


@dataclass(frozen=True)
class House:
    """One Cairn with its web."""

    app: FastAPI
    services: Services
    clock: ManualClock

    @property
    def browser(self) -> Browser:
        """The browser of somebody who is not signed in."""
        return Browser(self.app)

    async def enter(self, email: str) -> Browser:
        """The browser of somebody who has just signed up; what it posts carries the session's token."""
        entry = await self.services.accounts.entrance.sign_up(
            Anyone(address="192.0.2.7"), email=email, password=PASSWORD
        )
        browser = self.browser
        browser.cookies[SESSION_COOKIE] = entry.cookie
        browser.always[CSRF_HEADER] = entry.member.csrf_token
        return browser

    async def program(self, email: str, *scopes: str) -> Browser:
        """A program that shows a token of somebody who has an account."""
        entry = await self.services.accounts.entrance.sign_in(
            Anyone(address="192.0.2.7"), email=email, password=PASSWORD
        )
        token = await self.services.accounts.tokens.create(entry.member, name="a program", scopes=scopes)
        browser = self.browser
        browser.always["authorization"] = f"Bearer {token.secret}"
        return browser


@asynccontextmanager
async def opened_house(folder: Path, apps: Sequence[App] = (), **environment: str) -> AsyncIterator[House]:
    """A house with these apps. What is in `environment` are its settings."""
    clock = ManualClock(NOON)
    sections: list[type[Section]] = [Settings, *(section for app in apps for section in app.sections)]
    settings = AllSettings(load_settings(sections, environment=environment, folder=folder))
    async with open_services(settings, folder, parts(apps), clock=clock, hashing=Hashing(QUICK)) as services:
        yield House(create_app(services, apps), services, clock)

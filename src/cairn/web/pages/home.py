"""The first page: what Cairn is, for who comes by; what matters today, for who is signed in."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from fastapi import Request

from cairn.apps.base import App, House, Page, PageRouter, SignedIn, View, Visitor
from cairn.services.settings import Settings

router: Final = PageRouter()


@dataclass(frozen=True)
class Landing:
    """What somebody sees who is not signed in."""

    may_sign_up: bool


@dataclass(frozen=True)
class Card:
    """An app at home; `view` is what it shows of today."""

    app: App
    view: View | None


@dataclass(frozen=True)
class Step:
    """Something that makes a new account more useful."""

    title: str
    text: str
    path: str
    is_done: bool


@dataclass(frozen=True)
class Home:
    """Home."""

    greeting: str
    today: str
    cards: tuple[Card, ...]
    steps: tuple[Step, ...]


@router.get("/")
async def home(request: Request, visitor: Visitor, house: House) -> Page:
    if visitor is None:
        landing = Landing(may_sign_up=house.settings[Settings].sign_up == "open")
        return Page("landing.html", landing, title="Mark how far you have come")
    apps: tuple[App, ...] = request.app.state.apps
    # Each asks its own tables, some of them at other machines: nobody waits for another.
    cards = await asyncio.gather(*(_card(app, house, visitor) for app in apps))
    now = house.clock.now().astimezone(visitor.preferences.zone)
    shown = Home(greeting(now), f"{now:%A}, {now.day} {now:%B}", tuple(cards), await _steps(house, visitor))
    return Page("home.html", shown, title="Home")


async def _card(app: App, house: House, visitor: SignedIn) -> Card:
    return Card(app, None if app.card is None else await app.card(house, visitor))


def greeting(now: datetime) -> str:
    """What one says at this time of the day."""
    if 5 <= now.hour < 12:
        return "Good morning"
    return "Good afternoon" if 12 <= now.hour < 18 else "Good evening"


async def _steps(house: House, member: SignedIn) -> tuple[Step, ...]:
    has_token = await house.accounts.tokens.has_any(member)
    return (
        Step("Make an account", "Done. This browser stays signed in.", "/account", is_done=True),
        Step(
            "Confirm your e-mail address",
            "So that you get back in when you forget your password.",
            "/account",
            is_done=member.is_email_verified,
        ),
        Step(
            "Say where you live",
            f"Days begin and end in {member.preferences.time_zone.replace('_', ' ')} for you.",
            "/account/preferences",
            is_done=member.preferences.time_zone != "UTC",
        ),
        Step(
            "Make a token for your programs",
            "What you can do here, they can do over HTTP.",
            "/tokens",
            is_done=has_token,
        ),
    )

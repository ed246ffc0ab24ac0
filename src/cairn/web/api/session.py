"""Coming in and going out: the session of a browser."""

from datetime import datetime
from typing import Final

from fastapi import APIRouter, Response
from pydantic import BaseModel, ConfigDict, Field

from cairn.apps.base import Anyone, Given, House, SignedIn, raises
from cairn.services import accounts
from cairn.services.accounts import (
    AccountSuspended,
    EmailTaken,
    Preferences,
    SignUpClosed,
    Theme,
    TooManyAttempts,
    Units,
    WrongCredentials,
)
from cairn.services.accounts.preferences import Language, TimeZone
from cairn.services.settings import Settings
from cairn.web.cookies import let_in, let_out

router: Final = APIRouter(tags=["session"])


class Credentials(Given):
    """Who comes in."""

    email: str = Field(examples=["ada@example.org"])
    password: str = Field(max_length=1000, examples=["no engine can originate"])


class Wished(Given):
    """What somebody prefers from the start."""

    time_zone: TimeZone = "UTC"
    theme: Theme = Theme.SYSTEM
    language: Language = "en"
    units: Units = Units.METRIC


class NewAccount(Credentials):
    """Who is new here."""

    preferences: Wished = Wished()


class SessionShown(BaseModel):
    """A browser that is signed in."""

    model_config = ConfigDict(from_attributes=True)

    account_id: str
    email: str | None
    is_operator: bool
    signed_in_at: datetime
    csrf_token: str = Field(description="Goes with everything that this browser changes, as X-CSRF-Token.")


@router.get("/session")
async def show_session(caller: SignedIn) -> SessionShown:
    """Who is signed in at this browser, and the token that its changes carry."""
    return SessionShown.model_validate(caller)


@router.post("/session", status_code=201)
@raises(WrongCredentials, AccountSuspended, TooManyAttempts)
async def sign_in(caller: Anyone, house: House, given: Credentials, response: Response) -> SessionShown:
    """Signs in with a password. The browser is known by a cookie from then on."""
    entry = await house.accounts.entrance.sign_in(caller, email=given.email, password=given.password)
    return entered(entry, house.settings[Settings], response)


@router.delete("/session", status_code=204)
async def sign_out(caller: SignedIn, house: House, response: Response) -> None:
    """Signs this browser out."""
    await house.accounts.sessions.sign_out(caller)
    let_out(response, house.settings[Settings])


@router.post("/accounts", status_code=201)
@raises(EmailTaken, SignUpClosed, TooManyAttempts)
async def sign_up(caller: Anyone, house: House, given: NewAccount, response: Response) -> SessionShown:
    """Makes an account and signs in. The first account of an installation looks after it."""
    entry = await house.accounts.entrance.sign_up(
        caller,
        email=given.email,
        password=given.password,
        preferences=Preferences(**given.preferences.model_dump()),
    )
    return entered(entry, house.settings[Settings], response)


def entered(entry: accounts.Entry, settings: Settings, response: Response) -> SessionShown:
    let_in(response, entry, settings)
    return SessionShown.model_validate(entry.member)

"""Who calls: what the house knows of them, and what they prefer."""

from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Final

from fastapi import APIRouter, Response
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, Field

from cairn.apps.base import Given, House, Member, SignedIn, raises
from cairn.services.accounts import SignInAgain, Theme, TooManyAttempts, Units
from cairn.services.problems import Conflict, InvalidInput, Stale
from cairn.web.conditional import IfMatch, expect_unchanged

router: Final = APIRouter(tags=["me"], prefix="/me")
Password = Annotated[str, Field(max_length=1000, examples=["no engine can originate"])]
_ZIP: Final = "application/zip"


class PreferencesShown(BaseModel):
    """What somebody prefers, wherever they are."""

    model_config = ConfigDict(from_attributes=True)

    time_zone: str = Field(examples=["Europe/Berlin"])
    theme: Theme
    language: str = Field(examples=["de-AT"])
    units: Units


class MemberShown(BaseModel):
    """An account, as whoever uses it sees it."""

    model_config = ConfigDict(from_attributes=True)

    account_id: str
    email: str | None
    is_email_verified: bool
    is_operator: bool
    preferences: PreferencesShown


class ProfileShown(MemberShown):
    """An account, as its owner sees it."""

    has_password: bool
    identities: int = Field(description="How many providers vouch for this person.")
    created_at: datetime


class Preferred(Given):
    """Preferences to be changed. What is left out stays."""

    time_zone: str | None = Field(default=None, examples=["Europe/Berlin"])
    theme: Theme | None = None
    language: str | None = Field(default=None, examples=["de-AT"])
    units: Units | None = None


class NewPassword(Given):
    """Another password."""

    password: Password = Field(examples=["it does whatever we order"])
    current: Password | None = Field(
        default=None, description="The one until now; left out by who signed in with a provider alone."
    )


class Confirmed(Given):
    """What can't be undone is confirmed with the password."""

    password: Password | None = None


class NewEmail(Confirmed):
    """Another e-mail address."""

    email: str = Field(max_length=1000, examples=["ada@example.com"])


@router.get("")
async def show_me(caller: Member) -> MemberShown:
    """The account that a session or a token belongs to."""
    return MemberShown.model_validate(caller)


@router.get("/profile")
async def show_profile(caller: SignedIn, house: House) -> ProfileShown:
    """The account, with how one gets into it."""
    return ProfileShown.model_validate(await house.accounts.profile.of_member(caller), from_attributes=True)


@router.get("/preferences")
async def show_preferences(caller: Member) -> PreferencesShown:
    """Time zone, theme, language and units."""
    return PreferencesShown.model_validate(caller.preferences)


@router.patch("/preferences")
@raises(Stale)
async def change_preferences(
    caller: SignedIn, house: House, given: Preferred, if_match: IfMatch = None
) -> PreferencesShown:
    """Changes some preferences, and answers with all."""
    expect_unchanged(if_match, PreferencesShown.model_validate(caller.preferences))
    changed = await house.accounts.profile.change_preferences(
        caller, time_zone=given.time_zone, theme=given.theme, language=given.language, units=given.units
    )
    return PreferencesShown.model_validate(changed)


@router.put("/password", status_code=204)
@raises(SignInAgain, TooManyAttempts, Conflict)
async def change_password(caller: SignedIn, house: House, given: NewPassword) -> None:
    """Changes the password, or gives a first one. All other sessions end."""
    await house.accounts.passwords.change(caller, password=given.password, current=given.current)


@router.post("/email", status_code=202, response_class=Response)
@raises(SignInAgain, TooManyAttempts)
async def change_email(caller: SignedIn, house: House, given: NewEmail) -> None:
    """Mails a link to another address, which counts once the link is used."""
    await house.accounts.links.ask_to_change_email(caller, email=given.email, password=given.password)


@router.post("/email/verification", status_code=202, response_class=Response)
@raises(TooManyAttempts, Conflict)
async def verify_my_email(caller: SignedIn, house: House) -> None:
    """Mails a link that proves that the address is its owner's."""
    await house.accounts.links.ask_to_verify_email(caller)


_EXPORTED: Final[Mapping[int | str, dict[str, object]]] = {
    200: {"content": {_ZIP: {"schema": {"type": "string", "format": "binary"}}}, "description": "The zip"}
}


@router.post("/export", response_class=StreamingResponse, responses=dict(_EXPORTED))
@raises(TooManyAttempts)
async def export_my_data(caller: SignedIn, house: House) -> StreamingResponse:
    """Everything that is stored about the account, as a zip of JSON."""
    pieces = await house.accounts.exports.of_member(caller, house.personal_data)
    name = f"cairn-{house.clock.now():%Y-%m-%d}.zip"
    return StreamingResponse(
        pieces, media_type=_ZIP, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@router.post("/deletion", status_code=202, response_class=Response)
@raises(SignInAgain, TooManyAttempts, Conflict, InvalidInput)
async def delete_me(caller: SignedIn, house: House, given: Confirmed) -> None:
    """Deletes the account with everything that is kept of it. It ends at once, and is gone soon after."""
    await house.accounts.departures.delete_account(caller, password=given.password)

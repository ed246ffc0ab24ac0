"""What people do by links in their mail: proving an address, taking another, choosing a new password."""

from typing import Final

from fastapi import APIRouter, Response
from pydantic import BaseModel, Field

from cairn.apps.base import Anyone, Given, House, raises
from cairn.services.accounts import AccountSuspended, EmailTaken, LinkUsed, TooManyAttempts
from cairn.services.settings import Settings
from cairn.web.api.me import Password
from cairn.web.api.session import SessionShown, entered

router: Final = APIRouter(tags=["links"], prefix="/links")


class ResetWanted(Given):
    """Whose password is forgotten."""

    email: str = Field(max_length=1000, examples=["ada@example.org"])


class FromMail(Given):
    """A link that was mailed."""

    link: str = Field(
        max_length=1000,
        description="What the address in the mail has after `link=`.",
        examples=["AZt_xwAAcACAAAAAAAAAAAr3-uLD8vG0…"],
    )


class ResetByLink(FromMail):
    """A link that was mailed, and the password to come."""

    password: Password


class AddressShown(BaseModel):
    """An e-mail address that was proved."""

    email: str


@router.post("/password-reset", status_code=202, response_class=Response)
@raises(TooManyAttempts)
async def ask_to_reset_password(caller: Anyone, house: House, given: ResetWanted) -> None:
    """Mails a link to choose a new password with. Whether the address has an account, nobody learns here."""
    await house.accounts.links.ask_to_reset_password(caller, email=given.email)


@router.post("/password-reset/use")
@raises(LinkUsed, AccountSuspended)
async def reset_password(
    caller: Anyone, house: House, given: ResetByLink, response: Response
) -> SessionShown:
    """Chooses a new password, ends all sessions, and signs in."""
    entry = await house.accounts.links.reset_password(caller, secret=given.link, password=given.password)
    return entered(entry, house.settings[Settings], response)


@router.post("/email-verification/use")
@raises(LinkUsed)
async def verify_email(caller: Anyone, house: House, given: FromMail) -> AddressShown:
    """Proves that the account's address is its owner's."""
    return AddressShown(email=await house.accounts.links.verify_email(caller, secret=given.link))


@router.post("/email-change/use")
@raises(LinkUsed, EmailTaken)
async def take_email(caller: Anyone, house: House, given: FromMail) -> AddressShown:
    """Has the account take the address to which the link was mailed."""
    return AddressShown(email=await house.accounts.links.change_email(caller, secret=given.link))

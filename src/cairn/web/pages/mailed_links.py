"""What people do with links in mails: choose a new password, confirm an address.

To open a link changes nothing, as programs that look for malware open them too; a button does.
"""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form, Response

from cairn.apps.base import Anyone, House, Page, PageRouter, Redirect, Toast
from cairn.services.problems import Problem
from cairn.services.settings import Settings
from cairn.web.cookies import let_in

router: Final = PageRouter()
Text = Annotated[str, Form()]


@dataclass(frozen=True)
class Asking:
    """Who forgot a password gives their address, and is told the same whether it has an account or not."""

    email: str
    is_asked: bool
    problem: Problem | None = None


@dataclass(frozen=True)
class Choosing:
    """A new password is chosen for the account with this address; there is none where the link proves nothing."""

    link: str
    email: str | None
    problem: Problem | None = None


@dataclass(frozen=True)
class Confirming:
    """An address is confirmed by a button. `action` is where it posts to."""

    link: str
    action: str
    title: str
    text: str
    button: str
    confirmed: str | None = None
    problem: Problem | None = None


@router.get("/forgotten-password")
async def show_forgotten(_: Anyone) -> Page:
    return _asking(Asking("", is_asked=False))


@router.post("/forgotten-password")
async def ask_for_link(anyone: Anyone, house: House, email: Text = "") -> Page:
    try:
        await house.accounts.links.ask_to_reset_password(anyone, email=email)
    except Problem as problem:
        return _asking(Asking(email, is_asked=False, problem=problem))
    return _asking(Asking(email, is_asked=True))


@router.get("/reset-password")
async def show_reset(anyone: Anyone, house: House, link: str = "") -> Page:
    try:
        email = await house.accounts.links.check_reset(anyone, secret=link)
    except Problem as problem:
        return _choosing(Choosing(link, None, problem))
    return _choosing(Choosing(link, email))


@router.post("/reset-password")
async def reset_password(
    anyone: Anyone,
    house: House,
    response: Response,
    link: Text = "",
    email: Text = "",
    password: Text = "",
) -> Page | Redirect:
    try:
        entry = await house.accounts.links.reset_password(anyone, secret=link, password=password)
    except Problem as problem:
        return _choosing(Choosing(link, email if problem.fields else None, problem))
    let_in(response, entry, house.settings[Settings])
    return Redirect("/", toast=Toast("Your password is changed, and you are signed in."))


@router.get("/verify-email")
async def show_verify(_: Anyone, link: str = "") -> Page:
    return _confirming(_verifying(link))


@router.post("/verify-email")
async def verify_email(anyone: Anyone, house: House, link: Text = "") -> Page:
    try:
        email = await house.accounts.links.verify_email(anyone, secret=link)
    except Problem as problem:
        return _confirming(_verifying(link, problem=problem))
    return _confirming(_verifying(link, confirmed=email))


@router.get("/change-email")
async def show_change(_: Anyone, link: str = "") -> Page:
    return _confirming(_changing(link))


@router.post("/change-email")
async def change_email(anyone: Anyone, house: House, link: Text = "") -> Page:
    try:
        email = await house.accounts.links.change_email(anyone, secret=link)
    except Problem as problem:
        return _confirming(_changing(link, problem=problem))
    return _confirming(_changing(link, confirmed=email))


def _verifying(link: str, *, confirmed: str | None = None, problem: Problem | None = None) -> Confirming:
    return Confirming(
        link,
        "/verify-email",
        "Confirm your e-mail address",
        "So that Cairn can write to you, and you can choose a new password when you forget yours.",
        "Confirm this address",
        confirmed,
        problem,
    )


def _changing(link: str, *, confirmed: str | None = None, problem: Problem | None = None) -> Confirming:
    return Confirming(
        link,
        "/change-email",
        "Use this e-mail address",
        "From now on you sign in with it, and mail goes there.",
        "Use this address",
        confirmed,
        problem,
    )


def _asking(asking: Asking) -> Page:
    return Page("entrance/forgotten.html", asking, title="Forgotten password", status=_status(asking.problem))


def _choosing(choosing: Choosing) -> Page:
    status = _status(choosing.problem)
    return Page("entrance/reset.html", choosing, title="Choose a new password", status=status)


def _confirming(confirming: Confirming) -> Page:
    status = _status(confirming.problem)
    return Page("entrance/confirm.html", confirming, title=confirming.title, status=status)


def _status(problem: Problem | None) -> int:
    return 200 if problem is None else problem.status

"""Signing up, in and out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form, Response

from cairn.apps.base import Anyone, House, Page, PageRouter, Redirect, SignedIn, Toast, Tone, Visitor
from cairn.services.accounts import Preferences, time_zones
from cairn.services.accounts.providers import ProviderListed
from cairn.services.problems import Problem
from cairn.services.settings import Settings
from cairn.web.cookies import let_in, let_out
from cairn.web.pages.going_back import local_path

router: Final = PageRouter()
Text = Annotated[str, Form()]


@dataclass(frozen=True)
class Entering:
    """What the pages at the entrance show. `providers` are those with which people sign in."""

    email: str
    next: str
    providers: Sequence[ProviderListed]
    may_sign_up: bool
    problem: Problem | None = None


@router.get("/sign-in")
async def show_sign_in(_: Anyone, visitor: Visitor, house: House, next: str = "/") -> Page | Redirect:  # noqa: A002 - the name in addresses
    if visitor is not None:
        return Redirect(local_path(next))
    return _page("entrance/sign_in.html", "Sign in", _entering(house, next=next))


@router.post("/sign-in")
async def sign_in(
    anyone: Anyone,
    house: House,
    response: Response,
    email: Text = "",
    password: Text = "",
    next: Text = "/",  # noqa: A002
) -> Page | Redirect:
    try:
        entry = await house.accounts.entrance.sign_in(anyone, email=email, password=password)
    except Problem as problem:
        entering = _entering(house, email=email, next=next, problem=problem)
        return _page("entrance/sign_in.html", "Sign in", entering)
    let_in(response, entry, house.settings[Settings])
    return Redirect(local_path(next))


@router.get("/sign-up")
async def show_sign_up(_: Anyone, visitor: Visitor, house: House) -> Page | Redirect:
    if visitor is not None:
        return Redirect("/")
    return _page("entrance/sign_up.html", "Make an account", _entering(house))


@router.post("/sign-up")
async def sign_up(
    anyone: Anyone,
    house: House,
    response: Response,
    email: Text = "",
    password: Text = "",
    time_zone: Text = "",
) -> Page | Redirect:
    # A browser tells its time zone, and not always one that is known here.
    preferences = Preferences(time_zone=time_zone) if time_zone in time_zones() else Preferences()
    try:
        entry = await house.accounts.entrance.sign_up(
            anyone, email=email, password=password, preferences=preferences
        )
    except Problem as problem:
        entering = _entering(house, email=email, problem=problem)
        return _page("entrance/sign_up.html", "Make an account", entering)
    let_in(response, entry, house.settings[Settings])
    return Redirect("/", toast=Toast("Welcome. Your account is made."))


@router.post("/sign-out")
async def sign_out(member: SignedIn, house: House, response: Response) -> Redirect:
    await house.accounts.sessions.sign_out(member)
    let_out(response, house.settings[Settings])
    return Redirect("/sign-in", toast=Toast("You are signed out.", Tone.PLAIN))


def _entering(
    house: House,
    *,
    email: str = "",
    next: str = "/",  # noqa: A002
    problem: Problem | None = None,
) -> Entering:
    settings = house.settings[Settings]
    return Entering(
        email=email,
        next=local_path(next),
        providers=house.accounts.providers.listed,
        may_sign_up=settings.sign_up == "open",
        problem=problem,
    )


def _page(template: str, title: str, entering: Entering) -> Page:
    status = 200 if entering.problem is None else entering.problem.status
    # Where to sign in is no answer to who failed to: a browser would ask for a password of its own.
    return Page(template, entering, title=title, status=403 if status == 401 else status)

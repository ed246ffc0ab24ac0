"""The account: its address, its password, where it is signed in, and what its owner prefers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form, Response

from cairn.apps.base import House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.services.accounts import OpenSession, Preferences, Theme, Units, time_zones
from cairn.services.accounts.profile import AccountShown
from cairn.services.accounts.providers import IdentityListed, ProviderListed
from cairn.services.problems import Problem
from cairn.services.settings import Settings
from cairn.web.cookies import let_out

router: Final = PageRouter()
Text = Annotated[str, Form()]
TABS: Final = (
    ("Account", "/account"),
    ("Preferences", "/account/preferences"),
    ("Sessions", "/account/sessions"),
    ("Your data", "/account/data"),
)
LANGUAGES: Final = (
    ("en", "English"),
    ("en-GB", "English (United Kingdom)"),
    ("de", "Deutsch"),
    ("de-AT", "Deutsch (Österreich)"),
    ("es", "Español"),
    ("fr", "Français"),
    ("it", "Italiano"),
    ("nl", "Nederlands"),
    ("pt-BR", "Português (Brasil)"),
    ("ja", "日本語"),
)


@dataclass(frozen=True)
class AccountPage:
    """Address and password. A problem belongs to the form that `at` names."""

    account: AccountShown
    providers: Sequence[ProviderListed]
    identities: Sequence[IdentityListed]
    tabs: Sequence[tuple[str, str]] = TABS
    email: str = ""
    at: str = ""
    problem: Problem | None = None


@dataclass(frozen=True)
class PreferencesPage:
    """What the owner prefers, as they wrote it."""

    preferences: Preferences
    zones: Sequence[str]
    languages: Sequence[tuple[str, str]]
    time_zone: str
    tabs: Sequence[tuple[str, str]] = TABS
    problem: Problem | None = None


@dataclass(frozen=True)
class SessionsPage:
    """Where the account is signed in."""

    sessions: Sequence[OpenSession]
    tabs: Sequence[tuple[str, str]] = TABS


@router.get("/account")
async def show_account(member: SignedIn, house: House) -> Page:
    return await _account(member, house)


@router.post("/account/verification")
async def ask_to_verify(member: SignedIn, house: House) -> Page | Redirect:
    try:
        await house.accounts.links.ask_to_verify_email(member)
    except Problem as problem:
        return await _account(member, house, at="verification", problem=problem)
    return Redirect("/account", toast=Toast(f"A mail is on its way to {member.email}."))


@router.post("/account/email")
async def ask_to_change_email(
    member: SignedIn, house: House, email: Text = "", password: Text = ""
) -> Page | Redirect:
    try:
        await house.accounts.links.ask_to_change_email(member, email=email, password=password)
    except Problem as problem:
        return await _account(member, house, at="email", email=email, problem=problem)
    return Redirect(
        "/account", toast=Toast("Open the link in the mail that is on its way to the new address.")
    )


@router.post("/account/password")
async def change_password(
    member: SignedIn, house: House, current: Text = "", password: Text = ""
) -> Page | Redirect:
    try:
        await house.accounts.passwords.change(member, current=current, password=password)
    except Problem as problem:
        return await _account(member, house, at="password", problem=problem)
    return Redirect("/account", toast=Toast("The password is changed. Other browsers are signed out."))


@router.get("/account/preferences")
async def show_preferences(member: SignedIn) -> Page:
    return _preferences(member.preferences)


@router.post("/account/preferences")
async def change_preferences(
    member: SignedIn,
    house: House,
    time_zone: Text = "",
    theme: Annotated[Theme, Form()] = Theme.SYSTEM,
    language: Text = "en",
    units: Annotated[Units, Form()] = Units.METRIC,
) -> Page | Redirect:
    try:
        await house.accounts.profile.change_preferences(
            member, time_zone=time_zone.strip().replace(" ", "_"), theme=theme, language=language, units=units
        )
    except Problem as problem:
        return _preferences(member.preferences, time_zone=time_zone, problem=problem)
    return Redirect("/account/preferences", toast=Toast("Your preferences are kept."))


@router.get("/account/sessions")
async def show_sessions(member: SignedIn, house: House) -> Page:
    shown = SessionsPage(await house.accounts.sessions.of_member(member))
    return Page("account/sessions.html", shown, title="Sessions")


@router.post("/account/sessions/everywhere/end")
async def sign_out_everywhere(member: SignedIn, house: House, response: Response) -> Redirect:
    await house.accounts.sessions.sign_out_everywhere(member)
    let_out(response, house.settings[Settings])
    return Redirect("/sign-in", toast=Toast("You are signed out everywhere."))


@router.post("/account/sessions/{session_id}/end")
async def end_session(member: SignedIn, house: House, session_id: str) -> Redirect:
    await house.accounts.sessions.end(member, session_id)
    return Redirect("/account/sessions", toast=Toast("That browser is signed out."))


async def _account(
    member: SignedIn, house: House, *, at: str = "", email: str = "", problem: Problem | None = None
) -> Page:
    shown = AccountPage(
        account=await house.accounts.profile.of_member(member),
        providers=house.accounts.providers.listed,
        identities=await house.accounts.providers.of_member(member),
        email=email,
        at=at,
        problem=problem,
    )
    return Page(
        "account/account.html", shown, title="Account", status=200 if problem is None else problem.status
    )


def _preferences(
    preferences: Preferences, *, time_zone: str | None = None, problem: Problem | None = None
) -> Page:
    shown = PreferencesPage(
        preferences=preferences,
        zones=sorted(
            name for name in time_zones() if "/" in name and not name.startswith(("Etc/", "posix", "right"))
        ),
        languages=_languages(preferences.language),
        time_zone=preferences.time_zone if time_zone is None else time_zone,
        problem=problem,
    )
    status = 200 if problem is None else problem.status
    return Page("account/preferences.html", shown, title="Preferences", block="preferences", status=status)


def _languages(chosen: str) -> Sequence[tuple[str, str]]:
    """Those on offer, and the one that was chosen elsewhere."""
    return LANGUAGES if chosen in dict(LANGUAGES) else ((chosen, chosen), *LANGUAGES)

"""Signing in with a provider, and connecting one to an account."""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Form, Request, Response

from cairn.apps.base import Anyone, House, Page, PageRouter, Redirect, SignedIn, Toast, Visitor
from cairn.apps.base.callers import is_https
from cairn.services.accounts.providers import TRIP_LIFETIME, SentAway
from cairn.services.settings import Settings
from cairn.web.cookies import let_in
from cairn.web.pages.going_back import local_path

router: Final = PageRouter()
_TRIP_COOKIE: Final = "cairn-trip"


@dataclass(frozen=True)
class Leaving:
    """Somebody is on their way to a provider."""

    provider: str
    url: str


@router.post("/sign-in/with/{provider}")
async def sign_in_with(
    anyone: Anyone,
    house: House,
    response: Response,
    provider: str,
    next: Annotated[str, Form()] = "/",  # noqa: A002 - the name in addresses
) -> Page:
    sent = await house.accounts.providers.begin(anyone, provider=provider, return_to=local_path(next))
    return _leaving(house, response, provider, sent)


@router.post("/account/providers/{provider}/connect")
async def connect(member: SignedIn, house: House, response: Response, provider: str) -> Page:
    sent = await house.accounts.providers.begin_connecting(member, provider=provider, return_to="/account")
    return _leaving(house, response, provider, sent)


@router.post("/account/providers/{identity_id}/disconnect")
async def disconnect(member: SignedIn, house: House, identity_id: str) -> Redirect:
    await house.accounts.providers.disconnect(member, identity_id)
    return Redirect("/account", toast=Toast("It opens your account no more."))


@router.get("/sign-in/{provider}/callback")
async def come_back(
    anyone: Anyone, visitor: Visitor, house: House, request: Request, response: Response, provider: str
) -> Redirect:
    arrival = await house.accounts.providers.complete(
        anyone,
        provider=provider,
        cookie=request.cookies.get(_TRIP_COOKIE),
        parameters=dict(request.query_params),
        visitor=visitor,
    )
    response.delete_cookie(_TRIP_COOKIE, path="/sign-in")
    if arrival.entry is None:
        return Redirect(
            local_path(arrival.return_to or "/"), toast=Toast("It opens your account from now on.")
        )
    let_in(response, arrival.entry, house.settings[Settings])
    return Redirect(local_path(arrival.return_to or "/"))


def _leaving(house: House, response: Response, provider: str, sent: SentAway) -> Page:
    response.set_cookie(
        _TRIP_COOKIE,
        sent.cookie,
        max_age=int(TRIP_LIFETIME.total_seconds()),
        path="/sign-in",
        secure=is_https(house.settings[Settings]),
        httponly=True,
        samesite="lax",
    )
    [name] = [each.name for each in house.accounts.providers.listed if each.slug == provider]
    # No redirect: where forms may lead to, the policy of these pages says, and that is nowhere else.
    return Page("entrance/leaving.html", Leaving(name, sent.url), title=f"On to {name}")

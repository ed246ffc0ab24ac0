"""Tokens for programs: made, shown once, revoked."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Annotated, Final

from fastapi import Form, Request

from cairn.apps.base import App, House, Page, PageRouter, Redirect, SignedIn, Toast
from cairn.services.accounts import NewToken, TokenListed
from cairn.services.problems import Problem

router: Final = PageRouter()
LIFETIMES: Final = (("", "Until I revoke it"), ("30", "30 days"), ("90", "90 days"), ("365", "A year"))


@dataclass(frozen=True)
class TokensShown:
    """The account's tokens, and the one that was just made."""

    tokens: Sequence[TokenListed]
    apps: Sequence[App]
    new: NewToken | None
    name: str
    chosen: frozenset[str]
    lifetimes: Sequence[tuple[str, str]] = LIFETIMES
    problem: Problem | None = None


@router.get("/tokens")
async def show_tokens(member: SignedIn, house: House, request: Request) -> Page:
    return await _page(member, house, request)


@router.post("/tokens")
async def make_token(
    member: SignedIn,
    house: House,
    request: Request,
    name: Annotated[str, Form()] = "",
    scopes: Annotated[tuple[str, ...], Form()] = (),
    days: Annotated[str, Form(pattern="^(|30|90|365)$")] = "",
) -> Page:
    expires_at = house.clock.now() + timedelta(days=int(days)) if days else None
    try:
        new = await house.accounts.tokens.create(member, name=name, scopes=scopes, expires_at=expires_at)
    except Problem as problem:
        return await _page(member, house, request, name=name, chosen=frozenset(scopes), problem=problem)
    return await _page(member, house, request, new=new)


@router.post("/tokens/{token_id}/revoke")
async def revoke_token(member: SignedIn, house: House, token_id: str) -> Redirect:
    await house.accounts.tokens.revoke(member, token_id)
    return Redirect("/tokens", toast=Toast("The token is revoked. It opens nothing any more."))


async def _page(
    member: SignedIn,
    house: House,
    request: Request,
    *,
    new: NewToken | None = None,
    name: str = "",
    chosen: frozenset[str] = frozenset(),
    problem: Problem | None = None,
) -> Page:
    shown = TokensShown(
        tokens=await house.accounts.tokens.of_member(member),
        apps=request.app.state.apps,
        new=new,
        name=name,
        chosen=chosen,
        problem=problem,
    )
    return Page(
        "tokens.html",
        shown,
        title="Tokens",
        block="tokens",
        status=200 if problem is None else problem.status,
    )

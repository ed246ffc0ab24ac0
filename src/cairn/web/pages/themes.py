"""Light or dark, chosen in the foot of every page."""

from typing import Annotated, Final

from fastapi import Form

from cairn.apps.base import Anyone, House, PageRouter, Redirect, Visitor
from cairn.services.accounts import Theme
from cairn.web.pages.going_back import local_path
from cairn.web.rendering import THEME_COOKIE

router: Final = PageRouter()
_A_YEAR: Final = 365 * 86_400


@router.post("/theme")
async def choose_theme(
    _: Anyone,
    visitor: Visitor,
    house: House,
    theme: Annotated[Theme, Form()],
    next: Annotated[str, Form()] = "/",  # noqa: A002 - the name in addresses
) -> Redirect:
    """Keeps the choice with the account, and in the browser for when nobody is signed in."""
    if visitor is not None:
        await house.accounts.profile.change_preferences(visitor, theme=theme)
    cookie = f"{THEME_COOKIE}={theme}; Path=/; Max-Age={_A_YEAR}; HttpOnly; SameSite=Lax"
    return Redirect(local_path(next), headers=(("Set-Cookie", cookie),))

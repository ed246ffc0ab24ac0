"""The cookie by which a browser is known. Scripts can't read it, and other sites' pages can't have it sent."""

from starlette.responses import Response

from cairn.apps.base.callers import is_https, session_cookie
from cairn.services.accounts import Entry
from cairn.services.settings import Settings

_LONGEST = 400 * 24 * 60 * 60  # more than this no browser takes; when a session is over, the tables know


def let_in(response: Response, entry: Entry, settings: Settings) -> None:
    """Has the browser remember who has come in."""
    response.set_cookie(
        session_cookie(settings),
        entry.cookie,
        max_age=_LONGEST,
        path="/",
        secure=is_https(settings),
        httponly=True,
        samesite="lax",
    )


def let_out(response: Response, settings: Settings) -> None:
    """Has the browser forget it, and every page that it has kept to be read without a connection."""
    response.headers["Clear-Site-Data"] = '"storage"'
    response.delete_cookie(
        session_cookie(settings), path="/", secure=is_https(settings), httponly=True, samesite="lax"
    )

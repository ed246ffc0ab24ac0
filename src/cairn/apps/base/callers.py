"""What a route asks for in its signature: who calls, and the services of this Cairn.

    async def goals(caller: Member, house: House) -> list[Goal]: ...

Anyone     whoever it is; a route that needs no account
Visitor    who is signed in at a browser, or None; for pages that greet people by name
Member     somebody with an account, by a browser or with a token that allows it
SignedIn   a member at a browser
Operator   who looks after this installation, at a browser

What a browser changes is only done when it sends the token of its session along: in the header `X-CSRF-Token`, or
in the field `csrf_token` of a form. A token for the API is held to its scopes: by the app under whose path the route
stands, and by the method, as GET reads and the others write.
"""

import dataclasses
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Annotated, Final

from fastapi import Depends, Request

from cairn.services import accounts
from cairn.services.accounts import Right
from cairn.services.problems import NotAllowed, NotSignedIn
from cairn.services.repeats import Outcome
from cairn.services.services import Services
from cairn.services.settings import Settings

SESSION_COOKIE: Final = "cairn-session"
SECURE_SESSION_COOKIE: Final = "__Host-cairn-session"
CSRF_HEADER: Final = "x-csrf-token"
CSRF_FIELD: Final = "csrf_token"
API_PREFIX: Final = "/api/v1"
READING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
VISITOR: Final = "cairn.visitor"
"""Where a request's scope says who is signed in, for the house around every page."""
_HOUSE: Final = "*"
"""What the house keeps belongs to no app: a token is allowed there what it is allowed in all of them."""


REPEATABLE: Final = "cairn.repeatable"
"""Where in a request's scope it stands how to ask whether it ran before, when it has an `Idempotency-Key`."""


class Repeated(Exception):
    """The request ran before, and this was its outcome."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.status)
        self.outcome = outcome


class MissingCsrfToken(NotAllowed):
    """A browser would change something without having read a page of this session."""

    slug = "missing-csrf-token"
    title = "This came from no page of yours"


def session_cookie(settings: Settings) -> str:
    """The name of the cookie. Over https it is one that no other host and no plain connection can set."""
    return SECURE_SESSION_COOKIE if is_https(settings) else SESSION_COOKIE


def is_https(settings: Settings) -> bool:
    return settings.public_url is not None and settings.public_url.lower().startswith("https:")


def _services(request: Request) -> Services:
    services: Services = request.app.state.services
    return services


# A function that is not async would be run in another thread.
async def _house(request: Request) -> Services:
    return _services(request)


async def _anyone(request: Request) -> accounts.Anyone:
    return accounts.Anyone(
        address=None if request.client is None else request.client.host,
        user_agent=request.headers.get("user-agent"),
    )


async def visitor_of(request: Request) -> accounts.SignedIn | None:
    """Who is signed in at this browser."""
    services = _services(request)
    cookie = request.cookies.get(session_cookie(services.settings[Settings]))
    visitor = None if cookie is None else await services.accounts.sessions.recognise(cookie)
    if visitor is not None:
        request.scope["cairn.account"] = visitor.account_id
    request.scope[VISITOR] = visitor
    return visitor


async def _signed_in(request: Request) -> accounts.SignedIn:
    visitor = await _at_a_browser(request)
    await _require_csrf_token(request, visitor)
    await _run_once(request, visitor)
    return visitor


async def _at_a_browser(request: Request) -> accounts.SignedIn:
    visitor = await visitor_of(request)
    if visitor is None:
        if "authorization" in request.headers:
            raise NotSignedIn("A token does not open this: sign in at a browser")
        raise NotSignedIn("Sign in at a browser to do this")
    return visitor


async def _member(request: Request) -> accounts.Member:
    authorization = request.headers.get("authorization")
    if authorization is None:
        visitor = await visitor_of(request)
        if visitor is None:
            raise NotSignedIn("Sign in, or send a token: Authorization: Bearer cairn_…")
        await _require_csrf_token(request, visitor)
        await _run_once(request, visitor)
        return visitor
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer":
        raise NotSignedIn("Send the token like this: Authorization: Bearer cairn_…")
    member = await _services(request).accounts.recognise_bearer(secret.strip())
    if member is None:
        raise NotSignedIn("This token opens nothing: it is misspelt, revoked or too old")
    request.scope["cairn.account"] = member.account_id
    member.require(_app_of(request), Right.READ if request.method in READING else Right.WRITE)
    await _run_once(request, member)
    return member


async def _operator(request: Request) -> accounts.Operator:
    visitor = await _at_a_browser(request)
    if not visitor.is_operator:
        raise NotAllowed("Only an operator of this installation may do this")
    await _require_csrf_token(request, visitor)
    await _run_once(request, visitor)
    return accounts.Operator(
        **{field.name: getattr(visitor, field.name) for field in dataclasses.fields(visitor)}
    )


async def _run_once(request: Request, member: accounts.Member) -> None:
    begin = request.scope.get(REPEATABLE)
    if begin is not None:
        await begin(request, member.account_id)


async def _require_csrf_token(request: Request, visitor: accounts.SignedIn) -> None:
    if request.method in READING:
        return
    token = request.headers.get(CSRF_HEADER)
    if token is None and _is_form(request):
        field = (await request.form()).get(CSRF_FIELD)
        token = field if isinstance(field, str) else None
    if token is None or not _services(request).accounts.sessions.csrf_token_is_right(visitor, token):
        raise MissingCsrfToken(
            f"Send the session's csrf_token in the header X-CSRF-Token or in the field {CSRF_FIELD}; "
            "a page that was open for long has to be loaded again"
        )


def _is_form(request: Request) -> bool:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    return kind in {"application/x-www-form-urlencoded", "multipart/form-data"}


def _app_of(request: Request) -> str:
    path: str = request.scope["path"]
    name = path.removeprefix(API_PREFIX).removeprefix("/").partition("/")[0]
    return name if name in request.app.state.app_names else _HOUSE


House = Annotated[Services, Depends(_house)]
Anyone = Annotated[accounts.Anyone, Depends(_anyone)]
Visitor = Annotated[accounts.SignedIn | None, Depends(visitor_of)]
Member = Annotated[accounts.Member, Depends(_member)]
SignedIn = Annotated[accounts.SignedIn, Depends(_signed_in)]
Operator = Annotated[accounts.Operator, Depends(_operator)]

KINDS: Final[Mapping[Callable[..., object], str]] = MappingProxyType(
    {
        _anyone: "Anyone",
        visitor_of: "Visitor",
        _member: "Member",
        _signed_in: "SignedIn",
        _operator: "Operator",
    }
)
"""The kinds of callers by what FastAPI finds in a signature."""

"""The route table, with a decision for each route: who may call it, and with what it is called to try that out.

A route that is not here fails `test_access.py`. `Anyone` and the other words are the types in signatures. A path with
something in it says how that comes to be Ada's: Bo and strangers are to find nothing there.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.web.browser import Browser
from tests.web.cast import BO, PASSWORD, House

Making = Callable[[House, Browser], Awaitable[Mapping[str, str]]]


async def _nothing(_: House, __: Browser) -> Mapping[str, str]:
    return {}


@dataclass(frozen=True)
class Decision:
    """Who may call, what is sent, what the owner gets, and how what stands in the path is made."""

    who: str
    owner: int = 200
    body: Any = None
    form: Mapping[str, str] | None = None
    making: Making = _nothing
    is_owned: bool = field(default=False)

    def __post_init__(self) -> None:
        if self.making in {_token, _session, _channel}:
            object.__setattr__(self, "is_owned", True)


async def _token(_: House, ada: Browser) -> Mapping[str, str]:
    made = await ada.post("/api/v1/tokens", body={"name": "a program", "scopes": ["*:read"]})
    return {"token_id": made.json()["token_id"]}


async def _session(_: House, ada: Browser) -> Mapping[str, str]:
    listed = await ada.get("/api/v1/sessions")
    return {"session_id": listed.json()["items"][0]["session_id"]}


async def _channel(_: House, ada: Browser) -> Mapping[str, str]:
    added = await ada.post("/api/v1/channels", body={"name": "here", "target": HOOK})
    return {"channel_id": added.json()["channel_id"]}


async def _bos_account(house: House, _: Browser) -> Mapping[str, str]:
    bo = await house.services.accounts.entrance.verified(BO, PASSWORD)
    assert bo is not None
    return {"account_id": bo.account_id}


async def _slug(_: House, __: Browser) -> Mapping[str, str]:
    return {"slug": "not-found"}


HOOK = {"kind": "webhook", "url": "https://example.org/hook"}
CREDENTIALS = {"email": "cy@example.org", "password": PASSWORD}
NO_LINK = {"link": "none"}
ANYONE, MEMBER, SIGNED_IN, OPERATOR = "Anyone", "Member", "SignedIn", "Operator"

DECISIONS: Mapping[str, Decision] = {
    "GET /healthz": Decision(ANYONE),
    "GET /readyz": Decision(ANYONE),
    "GET /metrics": Decision("this machine"),
    "GET /api/v1/openapi.json": Decision(ANYONE),
    "GET /api/v1/problems": Decision(ANYONE),
    "GET /api/v1/problems/{slug}": Decision(ANYONE, making=_slug),
    "GET /api/v1/session": Decision(SIGNED_IN),
    "POST /api/v1/session": Decision(ANYONE, 401, CREDENTIALS),
    "DELETE /api/v1/session": Decision(SIGNED_IN, 204),
    "POST /api/v1/accounts": Decision(ANYONE, 201, CREDENTIALS),
    "GET /api/v1/me": Decision(MEMBER),
    "GET /api/v1/me/profile": Decision(SIGNED_IN),
    "GET /api/v1/me/preferences": Decision(MEMBER),
    "PATCH /api/v1/me/preferences": Decision(SIGNED_IN, body={"theme": "dark"}),
    "PUT /api/v1/me/password": Decision(
        SIGNED_IN, 204, {"password": "it does whatever we order", "current": PASSWORD}
    ),
    "POST /api/v1/me/email": Decision(SIGNED_IN, 202, CREDENTIALS),
    "POST /api/v1/me/email/verification": Decision(SIGNED_IN, 202),
    "POST /api/v1/me/export": Decision(SIGNED_IN),
    "POST /api/v1/me/deletion": Decision(SIGNED_IN, 409, {"password": PASSWORD}),
    "POST /api/v1/links/password-reset": Decision(ANYONE, 202, {"email": "cy@example.org"}),
    "POST /api/v1/links/password-reset/use": Decision(ANYONE, 409, {**NO_LINK, "password": PASSWORD}),
    "POST /api/v1/links/email-verification/use": Decision(ANYONE, 409, NO_LINK),
    "POST /api/v1/links/email-change/use": Decision(ANYONE, 409, NO_LINK),
    "GET /api/v1/sessions": Decision(SIGNED_IN),
    "DELETE /api/v1/sessions": Decision(SIGNED_IN, 204),
    "DELETE /api/v1/sessions/{session_id}": Decision(SIGNED_IN, 204, making=_session),
    "GET /api/v1/tokens": Decision(SIGNED_IN),
    "POST /api/v1/tokens": Decision(SIGNED_IN, 201, {"name": "mine", "scopes": ["*:read"]}),
    "DELETE /api/v1/tokens/{token_id}": Decision(SIGNED_IN, 204, making=_token),
    "GET /api/v1/channels": Decision(MEMBER),
    "POST /api/v1/channels": Decision(SIGNED_IN, 201, {"name": "here", "target": HOOK}),
    "PATCH /api/v1/channels/{channel_id}": Decision(SIGNED_IN, 200, {"name": "there"}, making=_channel),
    "DELETE /api/v1/channels/{channel_id}": Decision(SIGNED_IN, 204, making=_channel),
    "PUT /api/v1/channels/{channel_id}/pause": Decision(SIGNED_IN, 204, making=_channel),
    "DELETE /api/v1/channels/{channel_id}/pause": Decision(SIGNED_IN, 204, making=_channel),
    "POST /api/v1/channels/{channel_id}/test": Decision(SIGNED_IN, making=_channel),
    "POST /api/v1/channels/{channel_id}/confirmation": Decision(SIGNED_IN, 409, making=_channel),
    "POST /api/v1/channels/{channel_id}/confirmation/code": Decision(
        SIGNED_IN, 204, {"code": "123456"}, making=_channel
    ),
    "GET /api/v1/deliveries": Decision(MEMBER),
    "GET /api/v1/message-limit": Decision(MEMBER),
    "PUT /api/v1/message-limit": Decision(SIGNED_IN, 200, {"messages_a_day": 5}),
    "GET /api/v1/operator/accounts": Decision(OPERATOR),
    "PUT /api/v1/operator/accounts/{account_id}/suspension": Decision(OPERATOR, 204, making=_bos_account),
    "DELETE /api/v1/operator/accounts/{account_id}/suspension": Decision(OPERATOR, 204, making=_bos_account),
    "PUT /api/v1/operator/accounts/{account_id}/operatorship": Decision(OPERATOR, 204, making=_bos_account),
    "DELETE /api/v1/operator/accounts/{account_id}/operatorship": Decision(
        OPERATOR, 204, making=_bos_account
    ),
    "DELETE /api/v1/operator/accounts/{account_id}": Decision(OPERATOR, 202, making=_bos_account),
    "GET /api/v1/operator/jobs": Decision(OPERATOR),
    "GET /api/v1/operator/jobs/waiting": Decision(OPERATOR),
    "GET /api/v1/operator/jobs/begun": Decision(OPERATOR),
    "GET /api/v1/operator/jobs/dead": Decision(OPERATOR),
    "POST /api/v1/operator/jobs/dead/retry": Decision(OPERATOR, 404, {"kind": "a.b", "name": "c"}),
    "POST /api/v1/operator/jobs/dead/discard": Decision(OPERATOR, 404, {"kind": "a.b", "name": "c"}),
    "GET /api/v1/operator/tables": Decision(OPERATOR),
    "GET /api/v1/operator/storage": Decision(OPERATOR),
    "GET /api/v1/operator/health": Decision(OPERATOR),
}

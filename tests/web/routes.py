"""The route table, with a decision for each route. A route that is not here, or in `page_routes.py`, fails `test_access.py`.

`Anyone` and the other words are the types in signatures. A path with something in it says how that comes to be Ada's:
Bo and strangers are to find nothing there.
"""

from collections.abc import Mapping

from tests.web.cast import PASSWORD
from tests.web.checks_routes import CHECKS
from tests.web.decisions import (
    ANYONE,
    CREDENTIALS,
    HOOK,
    MEMBER,
    NO_LINK,
    OPERATOR,
    SIGNED_IN,
    Decision,
    a_channel,
    a_file,
    a_session,
    a_slug,
    a_token,
    bos_account,
)
from tests.web.habits_routes import HABITS
from tests.web.page_routes import PAGES
from tests.web.runescape_page_routes import RUNESCAPE_PAGES
from tests.web.runescape_routes import RUNESCAPE

API: Mapping[str, Decision] = {
    "GET /healthz": Decision(ANYONE),
    "GET /readyz": Decision(ANYONE),
    "GET /metrics": Decision("this machine"),
    "GET /blobs/{token}": Decision(ANYONE, making=a_file),
    "GET /api/v1/openapi.json": Decision(ANYONE),
    "GET /api/v1/problems": Decision(ANYONE),
    "GET /api/v1/problems/{slug}": Decision(ANYONE, making=a_slug),
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
    "DELETE /api/v1/sessions/{session_id}": Decision(SIGNED_IN, 204, making=a_session),
    "GET /api/v1/tokens": Decision(SIGNED_IN),
    "POST /api/v1/tokens": Decision(SIGNED_IN, 201, {"name": "mine", "scopes": ["*:read"]}),
    "DELETE /api/v1/tokens/{token_id}": Decision(SIGNED_IN, 204, making=a_token),
    "GET /api/v1/channels": Decision(MEMBER),
    "POST /api/v1/channels": Decision(SIGNED_IN, 201, {"name": "here", "target": HOOK}),
    "PATCH /api/v1/channels/{channel_id}": Decision(SIGNED_IN, 200, {"name": "there"}, making=a_channel),
    "DELETE /api/v1/channels/{channel_id}": Decision(SIGNED_IN, 204, making=a_channel),
    "PUT /api/v1/channels/{channel_id}/pause": Decision(SIGNED_IN, 204, making=a_channel),
    "DELETE /api/v1/channels/{channel_id}/pause": Decision(SIGNED_IN, 204, making=a_channel),
    "POST /api/v1/channels/{channel_id}/test": Decision(SIGNED_IN, making=a_channel),
    "POST /api/v1/channels/{channel_id}/confirmation": Decision(SIGNED_IN, 409, making=a_channel),
    "POST /api/v1/channels/{channel_id}/confirmation/code": Decision(
        SIGNED_IN, 204, {"code": "123456"}, making=a_channel
    ),
    "GET /api/v1/providers": Decision(ANYONE),
    "GET /api/v1/identities": Decision(SIGNED_IN),
    "DELETE /api/v1/identities/{identity_id}": Decision(SIGNED_IN, 404),
    "GET /api/v1/live": Decision(SIGNED_IN, 400),
    "GET /api/v1/deliveries": Decision(MEMBER),
    "GET /api/v1/message-limit": Decision(MEMBER),
    "PUT /api/v1/message-limit": Decision(SIGNED_IN, 200, {"messages_a_day": 5}),
    "GET /api/v1/operator/accounts": Decision(OPERATOR),
    "PUT /api/v1/operator/accounts/{account_id}/suspension": Decision(OPERATOR, 204, making=bos_account),
    "DELETE /api/v1/operator/accounts/{account_id}/suspension": Decision(OPERATOR, 204, making=bos_account),
    "PUT /api/v1/operator/accounts/{account_id}/operatorship": Decision(OPERATOR, 204, making=bos_account),
    "DELETE /api/v1/operator/accounts/{account_id}/operatorship": Decision(OPERATOR, 204, making=bos_account),
    "DELETE /api/v1/operator/accounts/{account_id}": Decision(OPERATOR, 202, making=bos_account),
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

DECISIONS: Mapping[str, Decision] = {**API, **PAGES, **HABITS, **CHECKS, **RUNESCAPE, **RUNESCAPE_PAGES}

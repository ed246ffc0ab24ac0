"""The pages of the route table."""

from collections.abc import Mapping

from tests.web.cast import PASSWORD
from tests.web.decisions import ANYONE, SIGNED_IN, VISITOR, Decision, a_session, a_token

_NEW_PASSWORD = {"current": PASSWORD, "password": "it does whatever we order"}
_CREDENTIALS = {"email": "cy@example.org", "password": PASSWORD}
_NO_LINK = {"link": "none"}
_PREFERENCES = {"time_zone": "Europe/Berlin", "theme": "dark", "language": "en", "units": "metric"}

PAGES: Mapping[str, Decision] = {
    "GET /": Decision(VISITOR),
    "GET /assets/{name}": Decision(ANYONE, 404),
    "GET /sign-in": Decision(VISITOR, 303),
    "POST /sign-in": Decision(ANYONE, 403, form=_CREDENTIALS),
    "GET /sign-up": Decision(VISITOR, 303),
    "POST /sign-up": Decision(ANYONE, 409, form=_CREDENTIALS),
    "POST /sign-out": Decision(SIGNED_IN, 303),
    "GET /forgotten-password": Decision(ANYONE),
    "POST /forgotten-password": Decision(ANYONE, form={"email": "cy@example.org"}),
    "GET /reset-password": Decision(ANYONE, 409),
    "POST /reset-password": Decision(ANYONE, 409, form=_NO_LINK),
    "GET /verify-email": Decision(ANYONE),
    "POST /verify-email": Decision(ANYONE, 409, form=_NO_LINK),
    "GET /change-email": Decision(ANYONE),
    "POST /change-email": Decision(ANYONE, 409, form=_NO_LINK),
    "POST /theme": Decision(VISITOR, 303, form={"theme": "dark"}),
    "GET /account": Decision(SIGNED_IN),
    "POST /account/verification": Decision(SIGNED_IN, 303),
    "POST /account/email": Decision(SIGNED_IN, 303, form=_CREDENTIALS),
    "POST /account/password": Decision(SIGNED_IN, 303, form=_NEW_PASSWORD),
    "GET /account/preferences": Decision(SIGNED_IN),
    "POST /account/preferences": Decision(SIGNED_IN, 303, form=_PREFERENCES),
    "GET /account/sessions": Decision(SIGNED_IN),
    "POST /account/sessions/everywhere/end": Decision(SIGNED_IN, 303),
    "POST /account/sessions/{session_id}/end": Decision(SIGNED_IN, 303, making=a_session),
    "GET /tokens": Decision(SIGNED_IN),
    "POST /tokens": Decision(SIGNED_IN, form={"name": "mine", "scopes": "*:read"}),
    "POST /tokens/{token_id}/revoke": Decision(SIGNED_IN, 303, making=a_token),
    "GET /design": Decision(VISITOR),
}

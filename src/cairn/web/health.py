"""How Cairn is: whether it runs, whether it can serve, and its figures."""

import hmac
from ipaddress import ip_address
from typing import Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from cairn.apps.base.callers import Anyone, House
from cairn.apps.base.routes import raises
from cairn.services.problems import NotSignedIn
from cairn.services.settings import Settings
from cairn.services.telemetry.metrics import CONTENT_TYPE
from cairn.web.installation import NEEDED, findings
from cairn.web.refusals import NotReady

router: Final = APIRouter(tags=["health"])
_OF_PROXIES: Final = ("x-forwarded-for", "forwarded", "x-real-ip", "via")


class Health(BaseModel):
    status: str = "ok"


@router.get("/healthz")
async def is_alive(_: Anyone) -> Health:
    """Whether this process answers."""
    return Health()


@router.get("/readyz")
@raises(NotReady)
async def is_ready(_: Anyone, house: House) -> Health:
    """Whether everything that a request needs answers."""
    unwell = [finding for finding in await findings(house) if finding.name in NEEDED and not finding.is_well]
    if unwell:
        # Why, the log and the operator's page say: whoever asks here may be anybody.
        raise NotReady("; ".join(f"{finding.name} does not answer" for finding in unwell))
    return Health()


@router.get("/metrics", response_class=Response, responses={200: {"content": {CONTENT_TYPE: {}}}})
@raises(NotSignedIn)
async def metrics(_: Anyone, house: House, request: Request) -> Response:
    """The figures, as Prometheus reads them. For who shows the token of the settings, or is on this machine."""
    token = house.settings[Settings].metrics_token
    if token is None:
        # What a proxy of this machine passes on comes from this machine, and is not from here.
        is_passed_on = any(name in request.headers for name in _OF_PROXIES)
        if is_passed_on or request.client is None or not ip_address(request.client.host).is_loopback:
            raise NotSignedIn("Only this machine may read them; CAIRN_METRICS_TOKEN lets others")
    else:
        shown = request.headers.get("authorization", "")
        wanted = f"Bearer {token.get_secret_value()}"
        if not hmac.compare_digest(shown.encode(), wanted.encode()):
            raise NotSignedIn("Send the token of the settings: Authorization: Bearer …")
    return Response(house.telemetry.metrics.page(), media_type=CONTENT_TYPE)

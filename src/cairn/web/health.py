"""How Cairn is: whether it runs, whether it can serve, and its figures."""

import asyncio
import hmac
from collections.abc import Awaitable, Callable, Mapping
from ipaddress import ip_address
from types import MappingProxyType
from typing import Final

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel

from cairn.apps.base.callers import Anyone, House
from cairn.dynamo.errors import DynamoError
from cairn.services.accounts.schema import Operators
from cairn.services.problems import NotSignedIn
from cairn.services.services import Services
from cairn.services.settings import Settings
from cairn.services.telemetry.metrics import CONTENT_TYPE
from cairn.web.refusals import NotReady

router: Final = APIRouter(tags=["health"])
_SECONDS_TO_ANSWER: Final = 2.0


class Health(BaseModel):
    status: str = "ok"


async def _tables_answer(services: Services) -> None:
    await services.tables.get(Operators.all())


NEEDED: Final[Mapping[str, Callable[[Services], Awaitable[None]]]] = MappingProxyType(
    {"tables": _tables_answer}
)
"""What has to answer before a request is taken, each with a question that costs it little."""


@router.get("/healthz")
async def is_alive(_: Anyone) -> Health:
    """Whether this process answers."""
    return Health()


@router.get("/readyz")
async def is_ready(_: Anyone, house: House) -> Health:
    """Whether everything that a request needs answers."""
    for name, ask in NEEDED.items():
        try:
            async with asyncio.timeout(_SECONDS_TO_ANSWER):
                await ask(house)
        except (DynamoError, OSError) as fault:  # a timeout is an OSError
            raise NotReady(f"{name}: does not answer") from fault
    return Health()


@router.get("/metrics", response_class=Response, responses={200: {"content": {CONTENT_TYPE: {}}}})
async def metrics(_: Anyone, house: House, request: Request) -> Response:
    """The figures, as Prometheus reads them. For who shows the token of the settings, or is on this machine."""
    token = house.settings[Settings].metrics_token
    if token is None:
        if request.client is None or not ip_address(request.client.host).is_loopback:
            raise NotSignedIn("Only this machine may read them; CAIRN_METRICS_TOKEN lets others")
    else:
        shown = request.headers.get("authorization", "")
        wanted = f"Bearer {token.get_secret_value()}"
        if not hmac.compare_digest(shown.encode(), wanted.encode()):
            raise NotSignedIn("Send the token of the settings: Authorization: Bearer …")
    return Response(house.telemetry.metrics.page(), media_type=CONTENT_TYPE)

"""The web application: everything that answers HTTP, put together in one place.

Pages are hung up by `cairn.web.pages.router`, and apps bring theirs. `app.state` holds what routes are handed
(`cairn.apps.base.callers`): `services`; `show`, which turns what a page's view returned into HTML; and `error_page`,
which shows a problem to a person.
"""

from collections.abc import Sequence
from functools import partial
from importlib.metadata import version
from ipaddress import IPv4Network, IPv6Network
from typing import Final

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig

from cairn.apps.base import App
from cairn.apps.base.callers import API_PREFIX, is_https, session_cookie
from cairn.apps.base.live import LiveNews
from cairn.services.repeats import Repeats
from cairn.services.services import Services
from cairn.services.settings import Settings, SettingsError
from cairn.web import files, health, pages
from cairn.web.api import ROUTERS
from cairn.web.asset_files import PREFIX as ASSETS_PREFIX
from cairn.web.asset_files import Assets
from cairn.web.middleware import (
    BoundedBodies,
    Heads,
    Hosts,
    Observed,
    Proxies,
    Repeating,
    SecurityHeaders,
    Tagged,
)
from cairn.web.middleware.proxies import trusted_networks
from cairn.web.openapi import describe, unique_id
from cairn.web.problems import render_problems
from cairn.web.rendering import Rendering
from cairn.web.signposts import put_up_signposts

_UNWATCHED: Final[TelemetryConfig] = {"tracing": False, "metrics": False, "logs": False}
"""FastAPI watches no requests: `Observed` does."""


def create_app(services: Services, apps: Sequence[App]) -> FastAPI:
    """The application of one Cairn, with these apps."""
    settings = services.settings[Settings]
    app = FastAPI(
        title="Cairn",
        version=version("cairn"),
        openapi_url=f"{API_PREFIX}/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        generate_unique_id_function=unique_id,
        telemetry=_UNWATCHED,
    )
    app.openapi = partial(describe, app, cookie=session_cookie(settings))  # type: ignore[method-assign]
    app.state.services = services
    app.state.live = LiveNews(services.bus)
    app.state.apps = tuple(apps)
    app.state.app_names = frozenset(each.name for each in apps)
    assets = Assets()
    app.state.show = Rendering(assets, apps, services.clock).show
    app.state.error_page = pages.error_page
    render_problems(app)

    app.include_router(health.router)
    app.include_router(files.router)
    for router in ROUTERS:
        app.include_router(router, prefix=API_PREFIX)
    app.add_api_route(f"{ASSETS_PREFIX}/{{name}}", assets.serve, response_model=None, include_in_schema=False)
    app.include_router(pages.router, include_in_schema=False)
    for each in apps:
        app.include_router(each.api, prefix=f"{API_PREFIX}/{each.name}", tags=[each.name])
        app.include_router(each.pages, prefix=f"/{each.name}", include_in_schema=False)
        app.include_router(each.public, include_in_schema=False)

    put_up_signposts(app)

    # The last to be added is the first that a request meets.
    app.add_middleware(Tagged)
    app.add_middleware(Repeating, repeats=Repeats(services.tables, services.clock, services.keys))
    app.add_middleware(BoundedBodies)
    app.add_middleware(Hosts, public_url=settings.public_url)
    app.add_middleware(Observed, telemetry=services.telemetry, believes_ids=bool(settings.trusted_proxies))
    app.add_middleware(SecurityHeaders, is_https=is_https(settings), files_from=services.blobs.origin)
    if settings.trusted_proxies:
        app.add_middleware(Proxies, trusted=_trusted(settings))
    app.add_middleware(Heads)
    return app


def create_monitor(services: Services) -> FastAPI:
    """What a worker answers to those who monitor it, as a server does: how it is, and its figures."""
    settings = services.settings[Settings]
    app = FastAPI(openapi_url=None, docs_url=None, redoc_url=None, telemetry=_UNWATCHED)
    app.state.services = services
    render_problems(app)
    app.include_router(health.router)
    app.add_middleware(Hosts, public_url=settings.public_url)
    app.add_middleware(Observed, telemetry=services.telemetry, believes_ids=False)
    app.add_middleware(SecurityHeaders, is_https=False)
    return app


def _trusted(settings: Settings) -> Sequence[IPv4Network | IPv6Network]:
    try:
        return trusted_networks(settings.trusted_proxies)
    except ValueError as fault:
        raise SettingsError(f"{Settings.variable('trusted_proxies')}: {fault}") from fault

"""All that the house answers under `/api/v1`, by subject."""

from typing import Final

from fastapi import APIRouter

from cairn.web.api import channels, identities, links, live, me, operator, problems, session, sessions, tokens

ROUTERS: Final[tuple[APIRouter, ...]] = (
    session.router,
    me.router,
    links.router,
    sessions.router,
    tokens.router,
    identities.router,
    channels.router,
    live.router,
    operator.router,
    problems.router,
)

"""All that the house answers under `/api/v1`, by subject."""

from typing import Final

from fastapi import APIRouter

from cairn.web.api import channels, links, me, operator, problems, session, sessions, tokens

ROUTERS: Final[tuple[APIRouter, ...]] = (
    session.router,
    me.router,
    links.router,
    sessions.router,
    tokens.router,
    channels.router,
    operator.router,
    problems.router,
)

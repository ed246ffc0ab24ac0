"""All that the house answers under `/api/v1`, by subject."""

from typing import Final

from fastapi import APIRouter

from cairn.web.api import me, problems, session, sessions, tokens

ROUTERS: Final[tuple[APIRouter, ...]] = (
    session.router,
    me.router,
    sessions.router,
    tokens.router,
    problems.router,
)

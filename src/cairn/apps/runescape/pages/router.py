"""All pages of RuneScape goals under /runescape."""

from typing import Final

from cairn.apps.base import PageRouter
from cairn.apps.runescape.pages import (
    adding,
    character,
    comparing,
    editing,
    gains,
    goal,
    groups,
    listing,
    messages,
    moving,
    shared,
    tracked,
)

ROUTER: Final[PageRouter] = listing.router
for each in (adding, comparing, tracked, messages, shared, gains, moving, groups, character, editing, goal):
    ROUTER.include_router(each.router)

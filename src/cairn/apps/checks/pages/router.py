"""All pages of checks under /checks. What stands at fixed addresses comes before `/{checkid}`."""

from typing import Final

from cairn.apps.base import PageRouter
from cairn.apps.checks.pages import check, editing, listing, moving, planning, showing

ROUTER: Final[PageRouter] = listing.router
for each in (planning.router, moving.router, showing.router, editing.router, check.router):
    ROUTER.include_router(each)

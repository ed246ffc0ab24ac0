"""All pages of the house on one router, which the application includes."""

from typing import Final

from cairn.apps.base import PageRouter
from cairn.web.pages import (
    account,
    api_docs,
    channels,
    design,
    entrance,
    home,
    mailed_links,
    operator,
    operator_jobs,
    own_data,
    providers,
    themes,
    tokens,
)

router: Final = PageRouter()
for each in (
    home,
    entrance,
    providers,
    mailed_links,
    account,
    own_data,
    tokens,
    channels,
    operator,
    operator_jobs,
    themes,
    design,
    api_docs,
):
    router.include_router(each.router)

"""All pages of the house on one router, which the application includes."""

from typing import Final

from cairn.apps.base import PageRouter
from cairn.web.pages import account, design, entrance, home, mailed_links, themes, tokens

router: Final = PageRouter()
for each in (home, entrance, mailed_links, account, tokens, themes, design):
    router.include_router(each.router)

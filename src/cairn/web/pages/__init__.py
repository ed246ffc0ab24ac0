"""The pages of the house. `router` has them all; `error_page` shows a problem to a person."""

from cairn.web.pages.errors import error_page
from cairn.web.pages.router import router

__all__ = ["error_page", "router"]

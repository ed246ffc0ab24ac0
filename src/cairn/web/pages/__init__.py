"""The pages of the house. `router` has them all."""

from cairn.web.pages.router import router

__all__ = ["router"]

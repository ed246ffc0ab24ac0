"""The pages of checks under /checks, their card at home, and what everybody may see."""

from cairn.apps.checks.pages.listing import card
from cairn.apps.checks.pages.public import ROUTER as PUBLIC
from cairn.apps.checks.pages.router import ROUTER

__all__ = ["PUBLIC", "ROUTER", "card"]

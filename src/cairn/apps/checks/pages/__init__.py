"""The pages of checks under /checks, and their card at home."""

from cairn.apps.checks.pages.listing import card
from cairn.apps.checks.pages.router import ROUTER

__all__ = ["ROUTER", "card"]

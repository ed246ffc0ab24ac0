"""The habit tracker's pages under /habits, and its card at home."""

from cairn.apps.habits.pages.router import ROUTER
from cairn.apps.habits.pages.today import card

__all__ = ["ROUTER", "card"]

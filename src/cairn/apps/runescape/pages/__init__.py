"""The pages of RuneScape goals under /runescape, and their card at home."""

from cairn.apps.runescape.pages.listing import card
from cairn.apps.runescape.pages.router import ROUTER

__all__ = ["ROUTER", "card"]

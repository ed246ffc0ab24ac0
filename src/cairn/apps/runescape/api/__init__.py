"""The routes of RuneScape goals under /api/v1/runescape."""

from cairn.apps.runescape.api.router import ROUTER

__all__ = ["ROUTER"]

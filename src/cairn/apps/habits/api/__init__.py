"""The habit tracker's routes under /api/v1/habits."""

from cairn.apps.habits.api.router import ROUTER

__all__ = ["ROUTER"]

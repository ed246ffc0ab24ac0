"""Checks over HTTP."""

from cairn.apps.checks.api.routes import router

__all__ = ["router"]

"""What every app is made of: the object by which it registers, and the pages it shows."""

from cairn.apps.base.app import App, Link
from cairn.apps.base.pages import Page, View

__all__ = ["App", "Link", "Page", "View"]

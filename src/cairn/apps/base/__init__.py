"""What every app is made of: the object by which it registers, the pages it shows, and who calls its routes."""

from cairn.apps.base.app import App, Link
from cairn.apps.base.callers import Anyone, House, Member, Operator, SignedIn, Visitor
from cairn.apps.base.pages import Page, View

__all__ = [
    "Anyone",
    "App",
    "House",
    "Link",
    "Member",
    "Operator",
    "Page",
    "SignedIn",
    "View",
    "Visitor",
]

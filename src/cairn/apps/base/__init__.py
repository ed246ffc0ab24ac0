"""What every app is made of: the object by which it registers, its pages, its routes, and who calls them."""

from cairn.apps.base.app import App, Link
from cairn.apps.base.callers import Anyone, House, Member, Operator, SignedIn, Visitor
from cairn.apps.base.given import Given, Listed
from cairn.apps.base.pages import Page, View
from cairn.apps.base.routes import raises, takes_up_to

__all__ = [
    "Anyone",
    "App",
    "Given",
    "House",
    "Link",
    "Listed",
    "Member",
    "Operator",
    "Page",
    "SignedIn",
    "View",
    "Visitor",
    "raises",
    "takes_up_to",
]

"""What every app is made of: the object by which it registers, its pages, its routes, and who calls them."""

from cairn.apps.base.app import App, Link
from cairn.apps.base.callers import Anyone, House, Member, Operator, SignedIn, Visitor
from cairn.apps.base.given import Given, Listed
from cairn.apps.base.page_routes import PageRouter
from cairn.apps.base.pages import Page, Redirect, Toast, Tone, View
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
    "PageRouter",
    "Redirect",
    "SignedIn",
    "Toast",
    "Tone",
    "View",
    "Visitor",
    "raises",
    "takes_up_to",
]

"""An app, as it registers itself: one object that says everything the house needs to know of it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from fastapi import APIRouter

from cairn.apps.base.page_routes import PageRouter
from cairn.apps.base.pages import View
from cairn.services.accounts import Member, SignedIn
from cairn.services.part import Part

if TYPE_CHECKING:
    from cairn.services.services import Services


@dataclass(frozen=True)
class Link:
    """An entry of the navigation."""

    title: str
    path: str


@dataclass(frozen=True, kw_only=True)
class App(Part):
    """One app. Its routes stand under `/api/v1/{name}` and its pages under `/{name}`; both are off when it is."""

    is_app: ClassVar[bool] = True

    title: str
    summary: str
    api: APIRouter = field(default_factory=APIRouter)
    pages: APIRouter = field(default_factory=PageRouter)
    public: APIRouter = field(default_factory=PageRouter)
    """Pages for who has no account, at addresses that are given to strangers: `/status/…`."""
    navigation: tuple[Link, ...] = ()
    templates: Path | None = None
    card: "Callable[[Services, SignedIn], Awaitable[View]] | None" = None
    """What matters today, for the app's card at home."""
    demo: "Callable[[Services, Sequence[Member]], Awaitable[None]] | None" = None
    """Fills the app with believable data of some people, of whom the first is the one who looks around."""

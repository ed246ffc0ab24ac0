"""An app, as it registers itself: one object that says everything the house needs to know of it."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar

from fastapi import APIRouter

from cairn.services.part import Part


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
    pages: APIRouter = field(default_factory=APIRouter)
    navigation: tuple[Link, ...] = ()
    templates: Path | None = None

"""All that a Cairn is put together from: the services that keep something, and the apps. Each registers here."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from cairn.apps.base import App
from cairn.apps.checks.app import CHECKS
from cairn.apps.habits.app import HABITS
from cairn.apps.runescape.app import RUNESCAPE
from cairn.services import accounts, blobs, notify, repeats, worker
from cairn.services.part import Part
from cairn.services.settings import Settings, SettingsError

SERVICES: Final[tuple[Part, ...]] = (
    accounts.PART,
    worker.PART,
    repeats.PART,
    notify.PART,
    blobs.PART,
)

APPS: Final[tuple[App, ...]] = (RUNESCAPE, HABITS, CHECKS)
"""In the order in which people see them."""


def chosen_apps(names: Sequence[str], apps: Sequence[App] = APPS) -> tuple[App, ...]:
    """The apps that run: those that the setting names, or all."""
    known = {app.name: app for app in apps}
    for name in names:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"; did you mean {near[0]}?" if near else f". There are {', '.join(known) or 'none'}"
            raise SettingsError(f"{Settings.variable('apps')}: {name!r} is no app{hint}")
    return tuple(app for app in apps if not names or app.name in names)


def parts(apps: Sequence[App]) -> tuple[Part, ...]:
    """The services and these apps."""
    return (*SERVICES, *apps)

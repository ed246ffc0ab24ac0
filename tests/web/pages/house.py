"""A Cairn that is served for browsers: its web with everything that works in the background."""

from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from cairn.apps.base import App
from cairn.apps.registry import parts
from cairn.dynamo.wire import Application
from cairn.services.opening import open_services
from cairn.services.services import AllSettings
from cairn.services.settings import Settings, load_settings
from cairn.services.worker import working
from cairn.web.application import create_app
from tests.web.serving import Served, served


@contextmanager
def served_house(folder: Path, apps: Sequence[App] = (), **environment: str) -> Iterator[Served]:
    """A house on a free port. What is in `environment` are its settings."""
    with served(_opened(folder, apps, environment)) as server:
        yield server


@asynccontextmanager
async def _opened(
    folder: Path, apps: Sequence[App], environment: dict[str, str]
) -> AsyncIterator[Application]:
    settings = AllSettings(load_settings([Settings], environment=environment, folder=folder))
    async with open_services(settings, folder, parts(apps)) as services, working(services):
        yield create_app(services, apps)

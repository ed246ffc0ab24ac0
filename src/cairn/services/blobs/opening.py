"""Files, put together: where the settings say that they are."""

from pathlib import Path

from cairn.services.blobs.blobs import Blobs
from cairn.services.blobs.places import open_place
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs
from cairn.services.secret_keys import SecretKeys
from cairn.services.settings import Settings
from cairn.tables import Tables


def open_blobs(
    tables: Tables, jobs: Jobs, *, clock: Clock, keys: SecretKeys, settings: Settings, folder: Path
) -> Blobs:
    """The files of an installation. Raises `SettingsError` for a place that can't be one."""
    return Blobs(
        tables,
        jobs,
        open_place(settings.blobs, folder),
        clock=clock,
        keys=keys,
        public_url=(settings.public_url or "").rstrip("/"),
    )

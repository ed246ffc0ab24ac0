"""All tables and all settings, for whoever creates, describes, copies or migrates the tables, or reads the settings."""

from collections.abc import Mapping
from typing import Final

from cairn.apps.checks import schema as checks
from cairn.apps.habits import schema as habits
from cairn.apps.personal_os import schema as personal_os
from cairn.apps.real import schema as real
from cairn.apps.runescape import schema as runescape
from cairn.services.accounts.schema import TABLES as ACCOUNTS
from cairn.services.jobs.schema import TABLES as JOBS
from cairn.services.settings import Section, Settings
from cairn.tables import Table

TABLES_BY_APP: Final[Mapping[str, tuple[Table, ...]]] = {
    "runescape": runescape.TABLES,
    "personal_os": personal_os.TABLES,
    "habits": habits.TABLES,
    "real": real.TABLES,
    "checks": checks.TABLES,
}

TABLES_BY_PART: Final[Mapping[str, tuple[Table, ...]]] = {"accounts": ACCOUNTS, "jobs": JOBS, **TABLES_BY_APP}
"""Those of the services as well: everything that is stored in tables."""

SECTIONS: Final[tuple[type[Section], ...]] = (Settings,)

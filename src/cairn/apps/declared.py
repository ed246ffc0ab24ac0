"""All tables and all settings, for whoever creates, describes, copies or migrates the tables, or reads the settings."""

from collections.abc import Mapping
from typing import Final

from cairn.apps.checks import account_schema as accounts_of_checks
from cairn.apps.checks import ebay_schema as ebay_of_checks
from cairn.apps.checks import history_schema as history_of_checks
from cairn.apps.checks import schema as checks
from cairn.apps.checks import status_schema as status_of_checks
from cairn.apps.checks.usage import USAGE as USAGE_OF_CHECKS
from cairn.apps.habits import ledger_schema as habits_beside
from cairn.apps.habits import schema as habits
from cairn.apps.habits.usage import USAGE as USAGE_OF_HABITS
from cairn.apps.personal_os import schema as personal_os
from cairn.apps.personal_os.usage import USAGE as USAGE_OF_PERSONAL_OS
from cairn.apps.real import schema as real
from cairn.apps.real.usage import USAGE as USAGE_OF_REAL
from cairn.apps.registry import APPS, SERVICES
from cairn.apps.runescape import schema as runescape
from cairn.apps.runescape import tracking_schema as runescape_tracking
from cairn.apps.runescape.usage import USAGE as USAGE_OF_RUNESCAPE
from cairn.services.accounts.usage import USAGE as USAGE_OF_ACCOUNTS
from cairn.services.blobs.usage import USAGE as USAGE_OF_BLOBS
from cairn.services.notify.usage import USAGE as USAGE_OF_NOTIFY
from cairn.services.repeats.usage import USAGE as USAGE_OF_REPEATS
from cairn.services.settings import Section, Settings
from cairn.services.worker.usage import USAGE as USAGE_OF_BACKGROUND
from cairn.tables import Table
from cairn.tables.usage import Usage

TABLES_BY_APP: Final[Mapping[str, tuple[Table, ...]]] = {
    "runescape": (*runescape.TABLES, *runescape_tracking.TABLES),
    "personal_os": personal_os.TABLES,
    "habits": (*habits.TABLES, *habits_beside.TABLES),
    "real": real.TABLES,
    "checks": (
        *checks.TABLES,
        *history_of_checks.TABLES,
        *accounts_of_checks.TABLES,
        *ebay_of_checks.TABLES,
        *status_of_checks.TABLES,
    ),
}

TABLES_BY_PART: Final[Mapping[str, tuple[Table, ...]]] = {
    **{part.name: part.tables for part in SERVICES if part.tables},
    **TABLES_BY_APP,
}
"""Those of the services as well: everything that is stored in tables."""

USAGE_BY_PART: Final[Mapping[str, Usage]] = {
    "accounts": USAGE_OF_ACCOUNTS,
    "background": USAGE_OF_BACKGROUND,
    "repeats": USAGE_OF_REPEATS,
    "notify": USAGE_OF_NOTIFY,
    "blobs": USAGE_OF_BLOBS,
    "runescape": USAGE_OF_RUNESCAPE,
    "personal_os": USAGE_OF_PERSONAL_OS,
    "habits": USAGE_OF_HABITS,
    "real": USAGE_OF_REAL,
    "checks": USAGE_OF_CHECKS,
}
"""How much each of them is used, from which what they cost is reckoned."""

SECTIONS: Final[tuple[type[Section], ...]] = (
    Settings,
    *(section for app in APPS for section in app.sections),
)

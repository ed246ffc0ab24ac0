"""Settings: one typed field each, from `CAIRN_…` variables and the data folder's `cairn.toml`."""

from cairn.services.settings.loading import SettingsError, load_settings
from cairn.services.settings.page import settings_page
from cairn.services.settings.section import Section
from cairn.services.settings.settings import OidcProvider, Settings

__all__ = [
    "OidcProvider",
    "Section",
    "Settings",
    "SettingsError",
    "load_settings",
    "settings_page",
]

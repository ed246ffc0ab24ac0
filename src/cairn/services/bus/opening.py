"""Which bus there is, as one setting says it."""

from cairn.services.bus.bus import Bus
from cairn.services.bus.local import LocalBus
from cairn.services.bus.over_redis import RedisBus
from cairn.services.settings import Settings, SettingsError


def open_bus(setting: str | None) -> Bus:
    """The bus within this process, or the one that a Redis server carries."""
    if setting is None:
        return LocalBus()
    try:
        return RedisBus(setting)
    except ValueError as fault:
        raise SettingsError(f"{Settings.variable('bus')}: {fault}") from fault

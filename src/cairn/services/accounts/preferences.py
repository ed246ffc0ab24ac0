"""What a person prefers, wherever they are: time zone, theme, language, units."""

import re
from enum import StrEnum
from functools import cache
from typing import Annotated, Final
from zoneinfo import ZoneInfo, available_timezones

from pydantic import AfterValidator, Field

from cairn.tables import Embedded

_LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|[0-9]{3}))?")


class Theme(StrEnum):
    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Units(StrEnum):
    METRIC = "metric"
    IMPERIAL = "imperial"


@cache
def time_zones() -> frozenset[str]:
    """The names that a time zone can have."""
    return frozenset(available_timezones())


def _time_zone(name: str) -> str:
    if name not in time_zones():
        raise ValueError(
            f"{name!r} is no time zone: write a name of the IANA database, such as Europe/Berlin"
        )
    return name


def _language(tag: str) -> str:
    if not _LANGUAGE.fullmatch(tag):
        raise ValueError(f"{tag!r} is no language: write it as browsers do, such as en or de-AT")
    return tag


TimeZone = Annotated[str, AfterValidator(_time_zone)]
Language = Annotated[str, AfterValidator(_language)]
"""A language as browsers name it: `en`, `de-AT`, `zh-Hant`."""


class Preferences(Embedded):
    """A person's preferences. A day is a day in `time_zone`."""

    time_zone: TimeZone = Field(
        default="UTC", description="A name of the IANA database, such as Europe/Berlin."
    )
    theme: Theme = Field(default=Theme.SYSTEM, description="Light, dark, or as the system has it.")
    language: Language = Field(
        default="en", description="A language as browsers name it, such as en or de-AT."
    )
    units: Units = Field(default=Units.METRIC, description="In what lengths and weights are shown.")

    @property
    def zone(self) -> ZoneInfo:
        """The time zone itself."""
        return ZoneInfo(self.time_zone)

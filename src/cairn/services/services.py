"""What every app and every page is handed: the services of one running Cairn, and nothing else reaches outside."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar, cast

from cairn.dynamo.seam import Dynamo
from cairn.services.accounts import Accounts
from cairn.services.blobs import Blobs
from cairn.services.bus import Bus
from cairn.services.clock import Clock
from cairn.services.events import Events
from cairn.services.jobs import Jobs
from cairn.services.notify import Notify
from cairn.services.outbound import Outbound
from cairn.services.part import Part, PersonalData
from cairn.services.secret_keys import SecretKeys
from cairn.services.settings import Section
from cairn.services.sql import Sql
from cairn.services.telemetry import Telemetry
from cairn.tables import Tables

S = TypeVar("S", bound=Section)


class AllSettings:
    """The settings of Cairn and of its apps, each section by its class: `settings[Settings].port`."""

    def __init__(self, sections: Mapping[type[Section], Section]) -> None:
        self._sections = sections

    def __getitem__(self, section: type[S]) -> S:
        return cast("S", self._sections[section])

    def with_section(self, section: Section) -> "AllSettings":
        """The same settings, but for this section."""
        return AllSettings({**self._sections, type(section): section})


@dataclass(frozen=True, kw_only=True)
class Services:
    """One running Cairn. `parts` are all that were assembled, services and apps."""

    parts: tuple[Part, ...]
    settings: AllSettings
    folder: Path
    clock: Clock
    keys: SecretKeys
    dynamo: Dynamo
    tables: Tables
    jobs: Jobs
    events: Events
    sql: Sql
    accounts: Accounts
    outbound: Outbound
    notify: Notify
    blobs: Blobs
    bus: Bus
    telemetry: Telemetry

    @property
    def personal_data(self) -> Mapping[str, PersonalData]:
        """What the parts keep about people, by their names."""
        return {part.name: part.personal_data(self) for part in self.parts if part.personal_data is not None}

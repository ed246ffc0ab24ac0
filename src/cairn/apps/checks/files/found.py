"""What a file tells of checks, whichever program wrote it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from cairn.apps.checks.schema import CheckType


class UnreadableFile(Exception):
    """A file is not what it seems to be. The message says where, and what was expected there."""


class Source(StrEnum):
    """The programs whose files are read."""

    CAIRN = "Cairn"
    KUMA = "Uptime Kuma"
    CHANGEDETECTION = "changedetection.io"
    CSV = "CSV"
    ADDRESSES = "a list of addresses"


@dataclass(frozen=True, slots=True)
class FoundCheck:
    """A check as a file tells it. `note` says what of it will be otherwise here."""

    url: str
    check_type: CheckType = CheckType.AVAILABILITY
    name: str = ""
    tags: frozenset[str] = frozenset()
    delay_ms: int | None = None
    attributes: Mapping[str, Any] = field(default_factory=dict)
    is_paused: bool = False
    source_id: str = ""
    depends_on: str = ""  # the `source_id` of another one
    note: str = ""


@dataclass(frozen=True, slots=True)
class Untaken:
    """Something of a file that can't be a check here, and why."""

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class FoundFile:
    """What a file holds, in its order."""

    source: Source
    entries: tuple[FoundCheck | Untaken, ...]

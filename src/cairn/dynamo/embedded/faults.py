"""What can go wrong with the file, said so that a person knows what to do.

SQLite's vocabulary is translated here, once, into the seam's. Nothing is repaired or thrown away on the way.
"""

from dataclasses import dataclass
from pathlib import Path

import apsw

from cairn.dynamo.errors import DynamoError, InternalServerError, ServiceUnavailable


class DataFolderError(Exception):
    """The data folder can't be opened. The message is for the person who named the folder."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is wrong, and what the owner of the folder does about it."""

    what: str
    remedy: str
    damage: bool = False


_DAMAGED = Trouble("the data file is damaged", "Run `cairn doctor`, which says what to do", damage=True)
_CLOSED = Trouble("the data folder can't be written to", "Correct its permissions")
_TROUBLES: tuple[tuple[type[apsw.Error], Trouble], ...] = (
    (apsw.FullError, Trouble("the disk is full", "Make room")),
    (apsw.ReadOnlyError, _CLOSED),
    (apsw.PermissionsError, _CLOSED),
    (
        apsw.CantOpenError,
        Trouble("the data file can't be opened", "See where it is, and whether its folder can be written to"),
    ),
    (apsw.CorruptError, _DAMAGED),
    (apsw.NotADBError, _DAMAGED),
    (apsw.IOError, Trouble("the disk reports an error", "Look into the system's log")),
)


def trouble(fault: apsw.Error) -> Trouble | None:
    """What the fault means for whoever owns the folder, where that is known."""
    return next((trouble for kind, trouble in _TROUBLES if isinstance(fault, kind)), None)


def of_folder(where: Path, fault: apsw.Error) -> DataFolderError:
    """What to tell whoever named the folder, or the file in it."""
    known = trouble(fault)
    return DataFolderError(f"{where}: {fault}" if known is None else f"{where}: {known.what}. {known.remedy}")


def translated(fault: apsw.Error) -> DynamoError:
    """The seam's error for a fault of the file."""
    if isinstance(fault, apsw.BusyError | apsw.LockedError):
        return ServiceUnavailable("another process is writing to the data file and did not finish in time")
    known = trouble(fault)
    if known is None:
        return InternalServerError(f"the data file could not be used: {fault}")
    if known.damage:
        return InternalServerError(f"{known.what}. {known.remedy}")
    return InternalServerError(
        f"{known.what}; nothing of this request was written. {known.remedy} and send it again"
    )

"""What can go wrong with the file, said so that a person knows what to do.

SQLite's vocabulary is translated here, once, into the seam's. Nothing is repaired or thrown away on the way.
"""

import apsw

from cairn.dynamo.errors import DynamoError, InternalServerError, ServiceUnavailable


class DataFolderError(Exception):
    """The data folder can't be opened. The message is for the person who named the folder."""


_ADVICE: tuple[tuple[type[apsw.Error], str], ...] = (
    (apsw.FullError, "the disk is full; nothing of this request was written. Make room and send it again"),
    (apsw.ReadOnlyError, "the data folder can't be written to; nothing of this request was written"),
    (apsw.PermissionsError, "the data folder can't be written to; nothing of this request was written"),
    (apsw.CantOpenError, "the data file can't be opened: it was moved, or its folder can't be written to"),
    (apsw.CorruptError, "the data file is damaged. Run `cairn doctor`, which says what to do"),
    (apsw.NotADBError, "the data file is damaged. Run `cairn doctor`, which says what to do"),
    (apsw.IOError, "the disk reports an error; nothing of this request was written"),
)


def advice(fault: apsw.Error) -> str | None:
    """What the fault means for whoever owns the folder, where that is known."""
    return next((text for kind, text in _ADVICE if isinstance(fault, kind)), None)


def translated(fault: apsw.Error) -> DynamoError:
    """The seam's error for a fault of the file."""
    if isinstance(fault, apsw.BusyError | apsw.LockedError):
        return ServiceUnavailable("another process is writing to the data file and did not finish in time")
    return InternalServerError(advice(fault) or f"the data file could not be used: {fault}")

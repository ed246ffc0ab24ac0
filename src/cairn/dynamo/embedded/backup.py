"""A copy of a data folder in one file, and the way back; both while others work in the folder.

The copy is a zip: a manifest, and the data file as it was at one moment. What is restored is checked whole
before the folder is touched, and then replaces the folder's content in one transaction.
"""

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import apsw

from cairn.dynamo.embedded.faults import DataFolderError, of_folder
from cairn.dynamo.embedded.file import FILE_NAME, DataFile, connected, recognise, refuse_lone_log

_MANIFEST: Final = "backup.json"
_KIND: Final = "cairn-backup"
_VERSION: Final = 1
_CHUNK: Final = 1024 * 1024
_PAGES_A_STEP: Final = 2000
_STEPS_BETWEEN_LOOKS: Final = 100_000

# What zipfile raises for content that is not what it says, besides what follows from a manifest of another shape.
_DAMAGE: Final = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    KeyError,
    TypeError,
    ValueError,
)

Progress = Callable[[str, float], None]
"""Told what is being done, and how much of it is done, from 0 to 1."""


def back_up(folder: Path, target: Path, progress: Progress = lambda what, share: None) -> None:
    """Writes the folder's data, as it is at this moment, to the target, which appears only when complete."""
    source = _existing(folder)
    _refuse_overwriting(target)
    with (
        _faults(folder, target.parent),
        tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as work,
    ):
        copy = Path(work, FILE_NAME)
        progress("copying", 0.0)
        with closing(connected(source)) as connection:
            recognise(connection, source)
            size = source.stat().st_size

            def going_on() -> bool:
                progress("copying", min(1.0, copy.stat().st_size / size) if copy.exists() else 0.0)
                return False  # True would break it off

            connection.set_progress_handler(going_on, _STEPS_BETWEEN_LOOKS)
            connection.execute("VACUUM INTO ?", (str(copy),))
        progress("copying", 1.0)
        archive = Path(work, "backup.zip")
        _pack(copy, archive, progress)
        with archive.open("rb") as packed:
            os.fsync(packed.fileno())
        archive.replace(target)


def restore(
    backup: Path, folder: Path, *, replace: bool = False, progress: Progress = lambda what, share: None
) -> Path | None:
    """Makes the folder hold what the backup holds. Content that is replaced is backed up first; its path returns."""
    folder.mkdir(parents=True, exist_ok=True)
    with _faults(folder, folder), tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as work:
        copy = Path(work, FILE_NAME)
        _unpack(backup, copy, progress)
        with closing(connected(copy)) as source:
            recognise(source, backup)
            if source.execute("PRAGMA integrity_check").get != "ok":
                raise DataFolderError(f"{backup} is damaged; {folder} was not touched")
            saved = _kept_aside(folder, replace=replace, progress=progress)
            DataFile(folder).close()
            with closing(connected(folder / FILE_NAME)) as target:
                _copy_over(source, target, progress)
    return saved


def _kept_aside(folder: Path, *, replace: bool, progress: Progress) -> Path | None:
    path = folder / FILE_NAME
    if not path.exists():
        return None
    with closing(connected(path)) as connection:
        recognise(connection, path)
        if connection.execute("SELECT count(*) FROM tables").get == 0:
            return None
    if not replace:
        raise DataFolderError(
            f"{folder} holds data already. Name an empty folder, or add --replace; "
            "what is there is then backed up first"
        )
    saved = folder / f"before-restore-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.zip"
    back_up(folder, saved, progress)
    return saved


def _copy_over(source: apsw.Connection, target: apsw.Connection, progress: Progress) -> None:
    target.execute("PRAGMA synchronous = FULL")
    with target.backup("main", source, "main") as copying:
        while not copying.done:
            copying.step(_PAGES_A_STEP)
            progress("restoring", 1 - copying.remaining / max(1, copying.page_count))


def _pack(copy: Path, archive: Path, progress: Progress) -> None:
    size = copy.stat().st_size
    digest = hashlib.sha256()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        with copy.open("rb") as content, packed.open(FILE_NAME, "w", force_zip64=True) as entry:
            done = 0
            while chunk := content.read(_CHUNK):
                digest.update(chunk)
                entry.write(chunk)
                done += len(chunk)
                progress("packing", done / size)
        manifest = {
            "kind": _KIND,
            "version": _VERSION,
            "made_at": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "parts": {FILE_NAME: {"bytes": size, "sha256": digest.hexdigest()}},
        }
        packed.writestr(_MANIFEST, json.dumps(manifest, indent=2))


def _unpack(backup: Path, copy: Path, progress: Progress) -> None:
    try:
        with zipfile.ZipFile(backup) as packed:
            manifest = json.loads(packed.read(_MANIFEST))
            if manifest["kind"] != _KIND:
                raise DataFolderError(f"{backup} is not a Cairn backup")
            if manifest["version"] > _VERSION:
                raise DataFolderError(f"{backup} was made by a newer Cairn. Update Cairn, then restore it")
            part = manifest["parts"][FILE_NAME]
            digest = hashlib.sha256()
            with packed.open(FILE_NAME) as entry, copy.open("wb") as content:
                done = 0
                while chunk := entry.read(_CHUNK):
                    digest.update(chunk)
                    content.write(chunk)
                    done += len(chunk)
                    progress("unpacking", done / part["bytes"])
            if digest.hexdigest() != part["sha256"]:
                raise DataFolderError(f"{backup} is damaged: its content is not what its manifest says")
    except _DAMAGE as fault:
        raise DataFolderError(f"{backup} is not a Cairn backup, or is damaged: {fault}") from fault


def _existing(folder: Path) -> Path:
    path = folder / FILE_NAME
    refuse_lone_log(path)
    if not path.is_file():
        raise DataFolderError(f"{folder} holds no Cairn data: there is no {FILE_NAME} in it")
    return path


def _refuse_overwriting(target: Path) -> None:
    """Raises when the target is something else than an older backup, the data file itself for instance."""
    if not target.parent.is_dir():
        raise DataFolderError(f"{target.parent} is not a folder; make it, or name another")
    if not target.exists():
        return
    try:
        with zipfile.ZipFile(target) as older:
            older.getinfo(_MANIFEST)
    except (OSError, zipfile.BadZipFile, KeyError) as fault:
        raise DataFolderError(f"{target} exists and is no Cairn backup. Name another file") from fault


@contextmanager
def _faults(folder: Path, written: Path) -> Iterator[None]:
    """Says in whose disk the trouble is: the one that is written to may be another than the data folder's."""
    try:
        yield
    except apsw.FullError as fault:
        raise of_folder(written, fault) from fault
    except apsw.Error as fault:
        raise of_folder(folder, fault) from fault
    except OSError as fault:
        raise DataFolderError(f"{fault.filename or written}: {fault.strerror or fault}") from fault

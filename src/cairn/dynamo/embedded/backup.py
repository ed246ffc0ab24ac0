"""A copy of a data folder in one file, and the way back; both while others work in the folder.

The copy is a zip: a manifest, and the databases as they were at one moment, with files that lie beside them. What is
restored is checked whole before the folder is touched, and then replaces each database in one transaction.
"""

import hashlib
import json
import os
import tempfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path, PurePosixPath
from typing import Any, Final

import apsw

from cairn.dynamo.embedded.faults import DataFolderError, of_folder
from cairn.dynamo.embedded.file import FILE_NAME, DataFile, connected, recognise, refuse_lone_log

_MANIFEST: Final = "backup.json"
_KIND: Final = "cairn-backup"
_VERSION: Final = 1
_CHUNK: Final = 1024 * 1024
_PAGES_A_STEP: Final = 2000
_OF_OWNER: Final = 0o600
"""A backup holds the secret with which everything is signed, and all that people keep."""

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


@dataclass(frozen=True, slots=True)
class Companions:
    """What else belongs to a data folder: other SQLite databases, and files or folders of files that never change."""

    databases: Sequence[str] = ()
    files: Sequence[str] = ()


_ALONE: Final = Companions()


def back_up(
    folder: Path,
    target: Path,
    progress: Progress = lambda what, share: None,
    *,
    companions: Companions = _ALONE,
) -> None:
    """Writes the folder's data, as it is at this moment, to the target, which appears only when complete."""
    source = _existing(folder)
    _refuse_overwriting(target)
    beside = [folder / name for name in companions.databases if (folder / name).is_file()]
    with (
        _faults(folder, target.parent),
        tempfile.TemporaryDirectory(dir=target.parent, prefix=".backup-") as work,
    ):
        with _at_one_moment(source, beside) as connections:
            recognise(connections[source], source)
            for path, connection in connections.items():
                _copy(connection, Path(work, path.name), partial(progress, "copying"))
        parts = {path.name: Path(work, path.name) for path in (source, *beside)}
        # After the databases, which may name files: what came later is there besides, and does no harm.
        parts |= {name: path for each in companions.files for name, path in _files(folder, each)}
        archive = Path(work, "backup.zip")
        _pack(parts, archive, progress)
        archive.chmod(_OF_OWNER)
        with archive.open("rb") as packed:
            os.fsync(packed.fileno())
        archive.replace(target)


def restore(
    backup: Path,
    folder: Path,
    *,
    replace: bool = False,
    progress: Progress = lambda what, share: None,
    companions: Companions = _ALONE,
) -> Path | None:
    """Makes the folder hold what the backup holds. Content that is replaced is backed up first; its path returns.

    Of what belongs to the folder besides, only what is named is restored; a file that is there already stays.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with _faults(folder, folder), tempfile.TemporaryDirectory(dir=folder, prefix=".restore-") as work:
        names = _unpack(backup, Path(work), progress, companions)
        databases = [name for name in (*companions.databases, FILE_NAME) if name in names]
        for name in databases:
            with closing(connected(Path(work, name))) as source:
                if name == FILE_NAME:
                    recognise(source, backup)
                if source.execute("PRAGMA integrity_check").get != "ok":
                    raise DataFolderError(f"{backup} is damaged; {folder} was not touched")
        saved = _kept_aside(folder, replace=replace, progress=progress, companions=companions)
        for name in names:
            if name not in databases and not (folder / name).exists():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                Path(work, name).replace(folder / name)
        DataFile(folder).close()
        for name in databases:
            with closing(connected(Path(work, name))) as source, closing(connected(folder / name)) as target:
                _copy_over(source, target, progress)
    return saved


@contextmanager
def _at_one_moment(source: Path, beside: Sequence[Path]) -> Iterator[dict[Path, apsw.Connection]]:
    """A connection to each database, all of which show the same moment: nobody writes into the others at that time."""
    with ExitStack() as held, ExitStack() as opened:
        for path in beside:
            lock = held.enter_context(closing(connected(path)))
            lock.execute("BEGIN IMMEDIATE")
        connections = {path: opened.enter_context(closing(connected(path))) for path in (*beside, source)}
        for connection in connections.values():
            connection.execute("BEGIN")
            connection.execute("SELECT count(*) FROM sqlite_schema").get  # noqa: B018 - from here on it reads this moment
        held.close()
        yield connections


def _copy(source: apsw.Connection, copy: Path, progress: Callable[[float], None]) -> None:
    with closing(apsw.Connection(str(copy))) as target, target.backup("main", source, "main") as copying:
        while not copying.done:
            copying.step(_PAGES_A_STEP)
            progress(1 - copying.remaining / max(1, copying.page_count))


def _files(folder: Path, name: str) -> Iterator[tuple[str, Path]]:
    """A file, or those in a folder, by their names below the data folder."""
    path = folder / name
    if path.is_file():
        yield name, path
    for each in sorted(path.rglob("*")) if path.is_dir() else ():
        if each.is_file():
            yield each.relative_to(folder).as_posix(), each


def _kept_aside(folder: Path, *, replace: bool, progress: Progress, companions: Companions) -> Path | None:
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
    back_up(folder, saved, progress, companions=companions)
    return saved


def _copy_over(source: apsw.Connection, target: apsw.Connection, progress: Progress) -> None:
    target.execute("PRAGMA synchronous = FULL")
    with target.backup("main", source, "main") as copying:
        while not copying.done:
            copying.step(_PAGES_A_STEP)
            progress("restoring", 1 - copying.remaining / max(1, copying.page_count))


def _pack(parts: Mapping[str, Path], archive: Path, progress: Progress) -> None:
    whole = max(1, sum(path.stat().st_size for path in parts.values()))
    done = 0
    written: dict[str, dict[str, Any]] = {}
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for name, path in parts.items():
            digest = hashlib.sha256()
            size = 0
            with path.open("rb") as content, packed.open(name, "w", force_zip64=True) as entry:
                while chunk := content.read(_CHUNK):
                    digest.update(chunk)
                    entry.write(chunk)
                    size += len(chunk)
                    progress("packing", min(1.0, (done + size) / whole))
            done += size
            written[name] = {"bytes": size, "sha256": digest.hexdigest()}
        manifest = {
            "kind": _KIND,
            "version": _VERSION,
            "made_at": datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
            "parts": written,
        }
        packed.writestr(_MANIFEST, json.dumps(manifest, indent=2))


def _unpack(backup: Path, work: Path, progress: Progress, companions: Companions) -> list[str]:
    """Unpacks what belongs to a data folder, and returns the names. The data file is always among them."""
    try:
        with zipfile.ZipFile(backup) as packed:
            manifest = json.loads(packed.read(_MANIFEST))
            if manifest["kind"] != _KIND:
                raise DataFolderError(f"{backup} is not a Cairn backup")
            if manifest["version"] > _VERSION:
                raise DataFolderError(f"{backup} was made by a newer Cairn. Update Cairn, then restore it")
            parts = manifest["parts"]
            names = [FILE_NAME, *(name for name in parts if _belongs(name, companions))]
            whole = max(1, sum(parts[name]["bytes"] for name in names))
            done = 0
            for name in names:
                digest = hashlib.sha256()
                Path(work, name).parent.mkdir(parents=True, exist_ok=True)
                with packed.open(name) as entry, Path(work, name).open("wb") as content:
                    while chunk := entry.read(_CHUNK):
                        digest.update(chunk)
                        content.write(chunk)
                        done += len(chunk)
                        progress("unpacking", min(1.0, done / whole))
                Path(work, name).chmod(_OF_OWNER)
                if digest.hexdigest() != parts[name]["sha256"]:
                    raise DataFolderError(f"{backup} is damaged: its content is not what its manifest says")
            return names
    except _DAMAGE as fault:
        raise DataFolderError(f"{backup} is not a Cairn backup, or is damaged: {fault}") from fault


def _belongs(name: str, companions: Companions) -> bool:
    """Whether a name in an archive is that of something we keep, and leads nowhere else."""
    path = PurePosixPath(name)
    if path.is_absolute() or ".." in path.parts or "\\" in name:
        return False
    return name in companions.databases or path.parts[0] in companions.files


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

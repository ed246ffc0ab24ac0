"""Telling what kind of file somebody has brought, and reading it."""

import io
import json
import zipfile
from collections.abc import Iterable
from typing import Any, Final

from cairn.apps.checks.files import addresses, changedetection, columns, kuma, own
from cairn.apps.checks.files.found import FoundCheck, FoundFile, Source, UnreadableFile, Untaken

MOST_BYTES: Final = 8 * 1024 * 1024
_MOST_UNPACKED: Final = 32 * 1024 * 1024
_MOST_ENTRIES: Final = 20_000


def read_file(content: bytes) -> FoundFile:
    """What a file holds. What kind it is, is told by what stands in it, not by its name."""
    if len(content) > MOST_BYTES:
        raise UnreadableFile(f"it is larger than {MOST_BYTES // 1024 // 1024} MB")
    if content.startswith(b"PK\x03\x04"):
        content = _unpacked(content)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UnreadableFile("it is no text in UTF-8") from fault
    if text.lstrip().startswith(("{", "[")):
        return _of_json(text)
    if columns.is_csv(text):
        return _found(Source.CSV, columns.read(text))
    return _found(Source.ADDRESSES, addresses.read(text))


def _of_json(text: str) -> FoundFile:
    try:
        document: Any = json.loads(text)
    except (ValueError, RecursionError) as fault:
        raise UnreadableFile("it begins like JSON, and is not") from fault
    if kuma.is_backup(document):
        return _found(Source.KUMA, kuma.read(document))
    if changedetection.is_backup(document):
        return _found(Source.CHANGEDETECTION, changedetection.read(document))
    if isinstance(document, dict) and document.get("format") == own.FORMAT:
        return _found(Source.CAIRN, own.read(document))
    raise UnreadableFile(
        "this JSON is none that is read: a backup of Uptime Kuma or changedetection.io, or a file of Cairn"
    )


def _unpacked(content: bytes) -> bytes:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            names = [name for name in changedetection.NAMES if name in archive.namelist()]
            if not names:
                raise UnreadableFile(f"a backup of changedetection.io holds {changedetection.NAMES[0]}")
            with archive.open(names[0]) as file:
                unpacked = file.read(_MOST_UNPACKED + 1)
    except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError, ValueError) as fault:
        raise UnreadableFile("it is no zip archive, or it is damaged") from fault
    if len(unpacked) > _MOST_UNPACKED:
        raise UnreadableFile(f"it unpacks to more than {_MOST_UNPACKED // 1024 // 1024} MB")
    return unpacked


def _found(source: Source, entries: Iterable[FoundCheck | Untaken]) -> FoundFile:
    found = FoundFile(source, tuple(entries))
    if len(found.entries) > _MOST_ENTRIES:
        raise UnreadableFile(f"it holds more than {_MOST_ENTRIES:,} checks")
    return found

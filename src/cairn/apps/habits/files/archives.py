"""Zip archives and CSV that strangers send: looked at without trusting what they say of themselves."""

import csv
import io
import zipfile
from collections.abc import Iterator
from typing import Final

from cairn.apps.habits.files.found import UnreadableFile

_MOST_FILES: Final = 5_000
_MOST_BYTES: Final = 64 * 1024 * 1024


class Archive:
    """The files of an archive, of which so much is unpacked at most, taken together."""

    def __init__(self, content: bytes) -> None:
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(content))
        except (zipfile.BadZipFile, ValueError) as fault:
            raise UnreadableFile("it is no zip archive, or it is damaged") from fault
        self.names = [name for name in self._zip.namelist() if not name.endswith("/")]
        if len(self.names) > _MOST_FILES:
            raise UnreadableFile(f"it holds more than {_MOST_FILES:,} files")
        self._left = _MOST_BYTES

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def text(self, name: str) -> str:
        """A file of the archive, as text."""
        try:
            with self._zip.open(name) as file:
                content = file.read(self._left + 1)
        except (zipfile.BadZipFile, RuntimeError, NotImplementedError, EOFError, OSError) as fault:
            raise UnreadableFile(f"{name} can't be unpacked") from fault
        self._left -= len(content)
        if self._left < 0:
            raise UnreadableFile(f"it unpacks to more than {_MOST_BYTES // 1024 // 1024} MB")
        return text_of(content, name)


def text_of(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UnreadableFile(f"{name} is no text in UTF-8") from fault


def lines_of(text: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of a CSV that are not empty, each with its number."""
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        for row in reader:
            if row:
                yield reader.line_num, row
    except csv.Error as fault:
        raise UnreadableFile(f"{name}, line {reader.line_num}: {fault}") from fault


def rows_of(text: str, name: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The lines of a CSV below its heading, by the heading's words. What a line lacks is empty."""
    lines = lines_of(text, name)
    _, heading = next(lines, (0, []))
    for number, row in lines:
        yield number, {**dict.fromkeys(heading, ""), **dict(zip(heading, row, strict=False))}

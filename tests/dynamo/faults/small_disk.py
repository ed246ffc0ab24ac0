"""A disk that fills up when a test says so: SQLite's own file layer, with room that can run out."""

from collections.abc import Iterator
from contextlib import contextmanager

import apsw


class _File(apsw.VFSFile):
    def __init__(
        self, base: str, name: apsw.URIFilename | str | None, flags: list[int], disk: "SmallDisk"
    ) -> None:
        super().__init__(base, name, flags)
        self._disk = disk

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802 - the name that apsw calls
        if self._disk.is_full:
            raise apsw.FullError
        super().xWrite(data, offset)


class SmallDisk(apsw.VFS):
    def __init__(self) -> None:
        self.is_full = False
        self._base = apsw.vfs_names()[0]
        super().__init__("small-disk", self._base, makedefault=True)

    def xOpen(  # noqa: N802 - the name that apsw calls
        self, name: apsw.URIFilename | str | None, flags: list[int]
    ) -> apsw.VFSFile:
        return _File(self._base, name, flags, self)


@contextmanager
def small_disk() -> Iterator[SmallDisk]:
    """Within this, files that SQLite opens lie on a disk that a test can fill."""
    disk = SmallDisk()
    try:
        yield disk
    finally:
        disk.unregister()

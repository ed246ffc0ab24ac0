"""Sizes of files and tables, as people read them."""

from typing import Final

_UNITS: Final = ("bytes", "kB", "MB", "GB", "TB")


def written_bytes(size: int) -> str:
    """`512 bytes`, `4.2 MB`"""
    scaled = float(size)
    for unit in _UNITS[:-1]:
        if scaled < 1000:
            return f"{scaled:.3g} {unit}" if unit != "bytes" else f"{size} {unit}"
        scaled /= 1000
    return f"{scaled:,.3g} {_UNITS[-1]}"

"""Expressions compiled once for their text. Long texts have few places, so that nobody can fill the memory."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeVar

Compiled = TypeVar("Compiled")

_SHORT: Final = 512


def cached_by_text(compile_text: Callable[[str], Compiled]) -> Callable[[str], Compiled]:
    short = lru_cache(maxsize=1024)(compile_text)
    long = lru_cache(maxsize=64)(compile_text)

    def compiled(text: str) -> Compiled:
        return short(text) if len(text) <= _SHORT else long(text)

    return compiled

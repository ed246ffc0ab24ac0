"""What was worked out lately in this process, for strangers who ask for the same again and again."""

from collections.abc import Hashable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from cairn.tables import Tables

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Kept(Generic[T]):
    value: T
    at: datetime


class Lately(Generic[T]):
    """Holds a bounded number of values, each for a time. Each Cairn in the process has its own, told apart by its tables."""

    def __init__(self, holds_for: timedelta, *, most: int = 1_000) -> None:
        self._holds_for = holds_for
        self._most = most
        self._kept: WeakKeyDictionary[Tables, dict[Hashable, _Kept[T]]] = WeakKeyDictionary()

    def find(self, tables: Tables, key: Hashable, now: datetime) -> T | None:
        known = self._kept.get(tables, {}).get(key)
        # A clock that was set back does not make what is old new.
        return known.value if known and timedelta() <= now - known.at < self._holds_for else None

    def keep(self, tables: Tables, key: Hashable, value: T, now: datetime) -> T:
        kept = self._kept.setdefault(tables, {})
        kept.pop(key, None)
        kept[key] = _Kept(value, now)
        while len(kept) > self._most:
            del kept[next(iter(kept))]
        return value

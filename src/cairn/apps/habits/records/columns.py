"""Columns that hold values of ours as JSON, checked when they are read."""

from datetime import time
from decimal import Decimal
from functools import lru_cache
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import Dialect, Text, TypeDecorator

from cairn.apps.habits.rules.entries import Rule

_MOST_KEPT: Final = 4096


class _Json(TypeDecorator[Any]):
    """A value that pydantic writes and reads."""

    impl = Text
    adapter: TypeAdapter[Any]

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else self.adapter.dump_json(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else self.adapter.validate_json(value)


class _Unchanging(_Json):
    """The same, of values that nobody changes: each text is read once, though it stands in a thousand rows."""

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else _read(self.adapter, value)


class Rules(_Unchanging):
    """How a habit is judged, in the order of the days from which each rule holds."""

    cache_ok = True
    adapter = TypeAdapter(tuple[Rule, ...])


class Texts(_Unchanging):
    """Several texts."""

    cache_ok = True
    adapter = TypeAdapter(tuple[str, ...])


class Times(_Unchanging):
    """Times of the day."""

    cache_ok = True
    adapter = TypeAdapter(tuple[time, ...])


class Moments(_Json):
    """Since when each of several things is so."""

    cache_ok = True
    adapter = TypeAdapter(dict[str, str])


@lru_cache(_MOST_KEPT)
def _read(adapter: TypeAdapter[Any], text: str) -> Any:
    return adapter.validate_json(text)


class Amount(TypeDecorator[Decimal]):
    """A number exactly as it was entered: SQLite has none that are."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(value)

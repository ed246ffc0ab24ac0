"""Columns that hold values of ours as JSON, checked when they are read."""

from datetime import time
from decimal import Decimal
from typing import Any, Final

from pydantic import TypeAdapter
from sqlalchemy import Dialect, Text, TypeDecorator

from cairn.apps.habits.rules.entries import Rule

_RULES: Final[TypeAdapter[tuple[Rule, ...]]] = TypeAdapter(tuple[Rule, ...])


class _Json(TypeDecorator[Any]):
    """A value that pydantic writes and reads."""

    impl = Text
    adapter: TypeAdapter[Any]

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:
        return None if value is None else self.adapter.dump_json(value).decode()

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        return None if value is None else self.adapter.validate_json(value)


class Rules(_Json):
    """How a habit is judged, in the order of the days from which each rule holds."""

    cache_ok = True
    adapter = _RULES


class Texts(_Json):
    """Several texts."""

    cache_ok = True
    adapter = TypeAdapter(tuple[str, ...])


class Times(_Json):
    """Times of the day."""

    cache_ok = True
    adapter = TypeAdapter(tuple[time, ...])


class Moments(_Json):
    """Since when each of several things is so."""

    cache_ok = True
    adapter = TypeAdapter(dict[str, str])


class Amount(TypeDecorator[Decimal]):
    """A number exactly as it was entered: SQLite has none that are."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str | None:
        return None if value is None else str(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:
        return None if value is None else Decimal(value)

"""A field that has an attribute of its own, and what is stored of its value."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cairn.dynamo.seam import AttributeValue
from cairn.tables.errors import KeyValueError
from cairn.tables.values import sortable_timestamp, to_attribute


@dataclass(frozen=True, slots=True)
class StoredField:
    """A field that has an attribute of its own."""

    name: str
    attribute: str
    or_null: bool
    is_expiry: bool
    is_revision: bool
    is_index_key: bool

    def encoded(self, value: Any) -> AttributeValue | None:
        """What is stored of a value; None for nothing."""
        if value is None:
            return {"NULL": True} if self.or_null else None
        if self.is_expiry:
            if value.tzinfo is None:
                raise KeyValueError(
                    self.name, f"{value} has no time zone; give one, for instance datetime.UTC"
                )
            return {"N": str(int(value.timestamp()))}
        if isinstance(value, set | frozenset) and not value:
            return None
        try:
            if self.is_index_key and isinstance(value, datetime):
                return {"S": sortable_timestamp(value)}
            return to_attribute(value)
        except ValueError as fault:
            raise KeyValueError(self.name, str(fault)) from fault

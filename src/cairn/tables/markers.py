"""What a field's type can say about how it is stored, and parts of a key that are computed."""

from collections.abc import Callable
from datetime import datetime
from enum import Enum, auto
from typing import Annotated, Any, Generic, TypeVar

T = TypeVar("T")
V = TypeVar("V")


class Marker(Enum):
    IN_KEY = auto()
    OR_NULL = auto()
    EXPIRES_AT = auto()
    REVISION = auto()


InKey = Annotated[T, Marker.IN_KEY]
"""Stands in a key alone, and is read back from it."""

OrNull = Annotated[T | None, Marker.OR_NULL]
"""Is stored as NULL while it has no value. Other fields have no attribute then."""

ExpiresAt = Annotated[datetime | None, Marker.EXPIRES_AT]
"""When DynamoDB may remove the item: a datetime here, seconds since 1970 in the table."""

Revision = Annotated[int, Marker.REVISION]
"""Counts the writes of an item. One that was written by others since it was read is not overwritten."""


class KeyPart(Generic[V]):
    """A part of a key that is computed from fields. Made by `key_part`."""

    def __init__(self, compute: Callable[[Any], V], reads: tuple[str, ...]) -> None:
        self.compute = compute
        self.reads = reads
        self.name = compute.__name__
        self.__doc__ = compute.__doc__

    def __get__(self, instance: Any, owner: type) -> V:
        if instance is None:
            return self  # type: ignore[return-value]  # on the class it stands for itself
        return self.compute(instance)


def key_part(*reads: str) -> Callable[[Callable[[Any], V]], KeyPart[V]]:
    """Makes a method a part of keys. `reads` names the fields it looks at: an update of one must know the others."""

    def declare(compute: Callable[[Any], V]) -> KeyPart[V]:
        return KeyPart(compute, reads)

    return declare

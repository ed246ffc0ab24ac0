"""What a table holds, in one line: how many items, and a checksum that does not depend on their order.

Two tables with the same fingerprint hold the same items, wherever they lie and however they write numbers and sets.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Context, Decimal
from typing import Any, Final

from cairn.dynamo.seam import AttributeValue, Dynamo, Item
from cairn.tables.positions import Segment, beginning
from cairn.tables.scanning import SEGMENTS, go_through

_EXACT: Final = Context(prec=38)  # as many digits as a number of DynamoDB has
_MODULUS: Final = 1 << 128


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Items are added in any order: the checksum is the sum of theirs."""

    items: int = 0
    checksum: int = 0

    def __str__(self) -> str:
        return f"{self.items:,} item{'' if self.items == 1 else 's'}, checksum {self.checksum:032x}"

    def with_item(self, item: Item) -> "Fingerprint":
        digest = hashlib.blake2b(_canonical(item), digest_size=16).digest()
        return Fingerprint(self.items + 1, (self.checksum + int.from_bytes(digest)) % _MODULUS)


async def fingerprint(
    dynamo: Dynamo,
    table_name: str,
    *,
    counts: Callable[[Item], bool],
    on_progress: Callable[[int], None],
) -> Fingerprint:
    """The fingerprint of those items that count. `on_progress` is told how many items were read."""
    found = Fingerprint()
    read = 0

    async def take(items: list[Item]) -> Mapping[str, int]:
        nonlocal found, read
        for item in items:
            if counts(item):
                found = found.with_item(item)
        read += len(items)
        on_progress(read)
        return {}

    async def keep(_number: int, _segment: Segment) -> None:
        pass

    await go_through(dynamo, table_name, beginning(SEGMENTS), take, keep, consistent=True)
    return found


def _canonical(item: Item) -> bytes:
    members = {name: _form(value) for name, value in item.items()}
    return json.dumps(members, sort_keys=True, separators=(",", ":")).encode()


def _form(value: AttributeValue) -> Any:
    """A value in a form that equal values share, with its kind, so that the text 1 is not the number 1."""
    [(kind, content)] = value.items()
    return [kind, _FORMS[kind](content) if kind in _FORMS else content]


def _number(text: str) -> str:
    number = Decimal(text).normalize(_EXACT)  # without zeros at its end
    return str(number) if number else "0"


def _bytes(content: Any) -> str:
    return bytes(content).hex()


_FORMS: Final[Mapping[str, Callable[[Any], Any]]] = {
    "N": _number,
    "B": _bytes,
    "SS": sorted,
    "NS": lambda members: sorted(map(_number, members)),
    "BS": lambda members: sorted(map(_bytes, members)),
    "M": lambda members: {name: _form(each) for name, each in members.items()},
    "L": lambda members: [_form(each) for each in members],
}

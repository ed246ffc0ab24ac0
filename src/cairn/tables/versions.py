"""Versions of an entity's items: an upgrade turns the attributes of one version into those of the next."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from cairn.dynamo.seam import Item
from cairn.tables.values import plain, stored

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
"""Turns the attributes of an item of one version into those of the next."""

# What a function raises that finds an item other than it expects.
_FAULTS: Final = (ArithmeticError, AttributeError, LookupError, TypeError, ValueError)


class UpgradeError(Exception):
    """An item of an older version is not what its upgrade expects."""


@dataclass(frozen=True, slots=True)
class Versions:
    """The current version, the attribute in which it stands, and an upgrade from each of those before it."""

    attribute: str | None
    current: int | None
    upgrades: Mapping[int, Upgrade]

    @property
    def are_without_gap(self) -> bool:
        return not self.upgrades or set(self.upgrades) == set(range(min(self.upgrades), self.current or 0))

    def of(self, item: Item) -> int | None:
        """The version that an item was written in; one without a version is of the oldest that can be upgraded."""
        if self.current is None or self.attribute is None:
            return None
        written = item.get(self.attribute)
        if written is None:
            return min(self.upgrades, default=self.current)
        try:
            return int(written["N"])
        except (KeyError, ValueError) as fault:
            raise UpgradeError(f"{self.attribute}: is no whole number") from fault

    def is_outdated(self, item: Item) -> bool:
        """Whether an upgrade is due, also where nobody can tell the version."""
        try:
            version = self.of(item) if self.upgrades else None
        except UpgradeError:
            return True
        return version is not None and self.current is not None and version < self.current

    def upgraded(self, item: Item) -> Item:
        """The attributes as the current version has them; the same object when the item is current."""
        version = self.of(item) if self.upgrades else None
        if version is None or self.current is None or self.attribute is None or version >= self.current:
            return item
        values = plain(item)
        for each in range(version, self.current):
            if each not in self.upgrades:
                raise UpgradeError(f"{self.attribute}: nothing upgrades version {each}")
            try:
                values = self.upgrades[each](values)
            except _FAULTS as fault:
                raise UpgradeError(
                    f"the upgrade of version {each} failed with {type(fault).__name__}: {fault}"
                ) from fault
        try:
            return stored({**values, self.attribute: self.current})
        except ValueError as fault:
            raise UpgradeError(f"its upgrade makes what can't be stored: {fault}") from fault

"""An entity's keys, worked out: which attributes hold the two halves, and how each is built and read back."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cairn.dynamo.seam import AttributeValue, Item
from cairn.tables.table import Index
from cairn.tables.templates import KeyReader, Template
from cairn.tables.values import from_attribute, to_attribute


@dataclass(frozen=True, slots=True)
class KeyAttribute:
    """One half of a key: the attribute that holds it, and the template it is made from.

    `is_own` says that nothing else writes the attribute: it is neither a field's nor, for an index, the table's key.
    """

    attribute: str
    type: str
    template: Template
    is_own: bool

    def build(self, values: Mapping[str, Any]) -> AttributeValue | None:
        if self.type == "N":
            value = values.get(self.template.names[0])
            return None if value is None else to_attribute(value)
        text = self.template.build(values)
        return None if text is None else {"S": text}

    def parse(self, item: Item) -> dict[str, Any] | None:
        value = item.get(self.attribute)
        if value is None:
            return None
        if self.type == "N":
            return {self.template.names[0]: from_attribute(value)}
        return self.template.parse(value["S"]) if "S" in value else None

    def reader(self, names: Sequence[str]) -> KeyReader:
        """A reader of some of the parts, which leaves it to their fields to make values of them."""
        if self.type == "N":
            return partial(_read_number, names)
        return self.template.reader(names)

    def matches(self, item: Item) -> bool:
        value = item.get(self.attribute, {})
        if self.type == "N":
            return "N" in value
        return "S" in value and self.template.matches(value["S"])


def _read_number(names: Sequence[str], value: AttributeValue, values: dict[str, Any]) -> bool:
    if "N" not in value:
        return False
    values.update((name, from_attribute(value)) for name in names)
    return True


@dataclass(frozen=True, slots=True)
class KeyPlan:
    """A key of an entity, in its table or an index."""

    index: Index | None
    pk: KeyAttribute
    sk: KeyAttribute
    ordered: tuple[str, ...]
    names: tuple[str, ...]
    """The placeholders of both halves."""
    sources: frozenset[str]
    """The fields that the key is made of, those that its computed parts read among them."""
    is_sparse: bool
    """Whether an item may be without this key, since a part of it may have no value."""

    @property
    def own_attributes(self) -> list[KeyAttribute]:
        return [each for each in (self.pk, self.sk) if each.is_own]

    def in_order(self, parts: Mapping[str, Any]) -> Mapping[str, Any]:
        """The parts, those that stand in the key sorted in their order."""
        if any(parts.get(name) is None for name in self.ordered):
            return parts
        return {**parts, **dict(zip(self.ordered, sorted(parts[name] for name in self.ordered), strict=True))}

    def build(self, values: Mapping[str, Any]) -> Item | None:
        """Both halves; None when either lacks a value."""
        if self.ordered:
            values = self.in_order(values)
        pk = self.pk.template.build(values)  # always text
        if pk is None:
            return None
        if self.sk.type == "S":
            text = self.sk.template.build(values)
            return None if text is None else {self.pk.attribute: {"S": pk}, self.sk.attribute: {"S": text}}
        sk = self.sk.build(values)
        return None if sk is None else {self.pk.attribute: {"S": pk}, self.sk.attribute: sk}

    def parse(self, item: Item) -> dict[str, Any] | None:
        pk = self.pk.parse(item)
        sk = self.sk.parse(item)
        return None if pk is None or sk is None else {**pk, **sk}

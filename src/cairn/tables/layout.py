"""How an entity lies in its table: telling its items from others, reading them, and making items and keys of entities.

A layout is worked out once, when the entity's class is made (`planning`).
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, cast

from pydantic import TypeAdapter, ValidationError

from cairn.dynamo.seam import Item
from cairn.tables.contradictions import check
from cairn.tables.errors import DeclarationError, KeyValueError, UnreadableItemError, reason_of
from cairn.tables.key_plans import KeyAttribute, KeyPlan
from cairn.tables.keys import E, Key, KeyDeclaration, Ref, TableKey
from cairn.tables.markers import KeyPart
from cairn.tables.origin import STORED, stored_item
from cairn.tables.overlap import could_be_equal
from cairn.tables.planning import Planner, fields_in_keys, stored_fields
from cairn.tables.stored_fields import StoredField
from cairn.tables.table import Table
from cairn.tables.templates import KeyReader
from cairn.tables.values import from_attribute
from cairn.tables.versions import Upgrade, UpgradeError, Versions

if TYPE_CHECKING:
    from cairn.tables.entity import Entity


class Layout:
    """An entity's place in its table."""

    def __init__(
        self, entity: "type[Entity]", table: Table, version: int | None, upgrades: Mapping[int, Upgrade]
    ) -> None:
        self.entity = entity
        self.table = table
        self.version = version
        self.versions = Versions(table.version, version, dict(upgrades))
        self._has_upgrades = bool(upgrades)
        self.parts: dict[str, KeyPart[Any]] = _members(entity, KeyPart)
        self.fields = {each.name: each for each in stored_fields(entity, table)}
        self.by_attribute = {each.attribute: each for each in self.fields.values()}
        self._field_of_attribute = {each.attribute: each.name for each in self.fields.values()}
        planner = Planner(entity, table, self.parts, self.by_attribute)
        self.plans = {name: planner.plan(each) for name, each in _members(entity, KeyDeclaration).items()}
        self.keys: dict[str, Key[Any]] = {
            name: TableKey(plan, self) if plan.index is None else Key(plan, self)
            for name, plan in self.plans.items()
        }
        own_keys = [plan for plan in self.plans.values() if plan.index is None]
        if len(own_keys) != 1:
            raise DeclarationError(
                f"{entity.__name__}: declare one key with {table!r}.key(…), not {len(own_keys)}"
            )
        self.key = own_keys[0]
        self.index_keys = tuple(plan for plan in self.plans.values() if plan.index is not None)
        self.in_key = fields_in_keys(entity, self.fields, (self.key, *self.index_keys))
        self._own_key_readers = self._key_readers(self.key.pk, self.key.sk)
        self._index_key_readers = self._key_readers(
            *(half for half, _ in self.in_key if half not in (self.key.pk, self.key.sk))
        )
        self.revision = next((each for each in self.fields.values() if each.is_revision), None)
        self._types: dict[str, TypeAdapter[Any]] = {}
        check(self)

    def _key_readers(self, *halves: KeyAttribute) -> tuple[tuple[str, KeyReader], ...]:
        names = dict(self.in_key)
        return tuple((half.attribute, half.reader(names.get(half, []))) for half in halves)

    # Telling items apart

    def recognises(self, item: Item) -> bool:
        return self.key.pk.matches(item) and self.key.sk.matches(item)

    def could_share_a_key(self, other: "Layout") -> bool:
        return could_be_equal(self.key.pk.template, other.key.pk.template) and could_be_equal(
            self.key.sk.template, other.key.sk.template
        )

    # Entities and items

    def values_for(self, plan: KeyPlan, entity: Any) -> dict[str, Any]:
        """What the placeholders of a key stand for."""
        return {
            name: self.parts[name].compute(entity) if name in self.parts else getattr(entity, name)
            for name in plan.names
        }

    def ref_of(self, parts: Mapping[str, Any]) -> "Ref[Any]":
        """The reference to the item whose key has these parts."""
        key = self.key.build(parts)
        if key is None or len(parts) != len(self.key.names):
            raise self._refused(parts)
        return Ref(self, key, parts)

    def _refused(self, parts: Mapping[str, Any]) -> KeyValueError:
        unknown = parts.keys() - set(self.key.names)
        if unknown:
            return KeyValueError(min(unknown), f"is no part of the key of {self.entity.__name__}")
        missing = next(name for name in self.key.names if parts.get(name) is None)
        return KeyValueError(missing, "has no value, and the key needs one")

    def ref(self, entity: E) -> "Ref[E]":
        """The reference to an entity: where it was read from, as long as its key means the same."""
        values = self.values_for(self.key, entity)
        item = stored_item(entity)
        if item is not None and self.key.parse(item) == values:
            return Ref(self, {name: item[name] for name in self.table.key_names}, values)
        return self.ref_of(values)

    def ref_in_index(self, item: Item, plan: KeyPlan) -> "Ref[Any]":
        """The reference to an item of which an index carries only keys and perhaps some attributes."""
        values: dict[str, Any] = {}
        for each in (plan, self.key):
            parsed = each.parse(item)
            if parsed is None:
                raise self._unreadable(item, "its keys are not of the form that was declared")
            values.update(parsed)
        for attribute, field in self.by_attribute.items():
            if attribute in item:
                try:
                    values[field.name] = self.type_of(field.name).validate_python(
                        from_attribute(item[attribute])
                    )
                except ValidationError as fault:
                    raise self._unreadable(item, f"{field.name}: {reason_of(fault)}") from fault
        return Ref(self, {name: item[name] for name in self.table.key_names}, values)

    def type_of(self, field: str) -> TypeAdapter[Any]:
        """What a field's values are checked by, where a field stands alone."""
        adapter = self._types.get(field)
        if adapter is None:
            info = self.entity.model_fields[field]
            annotation: Any = Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
            adapter = self._types[field] = TypeAdapter(annotation)
        return adapter

    def value_in(self, item: Item, field: StoredField) -> Any:
        """A field's value in an item that can be read: its default where it has none."""
        stored = item.get(field.attribute)
        if stored is None:
            return self.entity.model_fields[field.name].get_default(
                call_default_factory=True, validated_data={}
            )
        return self.type_of(field.name).validate_python(from_attribute(stored))

    def item_of(self, entity: "Entity") -> Item:
        """The item as it is to be stored, with what was unknown when the entity was read."""
        item: Item = {**self.unknown_of(entity), **self.ref(entity).key}
        for plan in self.index_keys:
            key = self._index_key(plan, entity)
            if key is not None:
                item.update((half.attribute, key[half.attribute]) for half in plan.own_attributes)
        if self.version is not None and self.table.version is not None:
            item[self.table.version] = {"N": str(self.version)}
        for field in self.fields.values():
            value = field.encoded(getattr(entity, field.name))
            if value is not None:
                item[field.attribute] = value
        return item

    def _index_key(self, plan: KeyPlan, entity: "Entity") -> Item | None:
        """A key in an index: as it was read, as long as it means the same."""
        values = self.values_for(plan, entity)
        item = stored_item(entity)
        if item is not None and plan.parse(item) == plan.in_order(values):
            return item
        return plan.build(values)

    def unknown_of(self, entity: "Entity") -> Item:
        item = stored_item(entity)
        if item is None:
            return {}
        known = self.known_attributes
        return {name: value for name, value in self.upgraded(item).items() if name not in known}

    @property
    def known_attributes(self) -> set[str]:
        indexed = {half.attribute for plan in self.index_keys for half in (plan.pk, plan.sk)}
        versioned = {self.table.version} if self.version is not None and self.table.version else set()
        return {*self.by_attribute, *self.table.key_names, *indexed, *versioned}

    def entity_of(self, item: Item) -> "Entity":
        """The entity that an item holds, of the current version."""
        entity = self.read(item)
        if entity is None:
            half = self.key.sk if self.key.pk.matches(item) else self.key.pk
            raise self._unreadable(item, f"{half.attribute} is not of the form {half.template.text}")
        return entity

    def read(self, item: Item) -> "Entity | None":
        """The entity that an item holds, of the current version; None when its key is not of this entity's form.

        It runs for each item that is read, and so goes through keys and attributes once.
        """
        values: dict[str, Any] = {}
        for attribute, read in self._own_key_readers:
            key = item.get(attribute)
            if key is None or not read(key, values):
                return None
        current = self.upgraded(item) if self._has_upgrades else item
        fields = self._field_of_attribute
        for attribute, value in current.items():
            if attribute in fields:
                values[fields[attribute]] = value["S"] if "S" in value else from_attribute(value)
        for attribute, read in self._index_key_readers:
            if attribute in current:
                read(current[attribute], values)
        try:
            # By name, for the fields; by alias, for what is embedded in them.
            entity = self.entity.__pydantic_validator__.validate_python(values, by_alias=True, by_name=True)
        except ValidationError as fault:
            raise self._unreadable(item, reason_of(fault)) from fault
        entity.__dict__[STORED] = item
        return cast("Entity", entity)

    def _unreadable(self, item: Item, reason: str) -> UnreadableItemError:
        key = {name: item[name] for name in self.table.key_names if name in item}
        return UnreadableItemError(f"{self.entity.__name__} in {self.table.name}", key, reason)

    # Versions

    def upgraded(self, item: Item) -> Item:
        """The attributes as the current version has them; the same object when the item is current."""
        try:
            return self.versions.upgraded(item)
        except UpgradeError as fault:
            raise self._unreadable(item, str(fault)) from fault

    def renewed(self, item: Item) -> Item:
        """The item as a put of the current version leaves it, index keys and all; the same object when it is current."""
        return item if self.upgraded(item) is item else self.item_of(self.entity_of(item))


def _members(entity: type, kind: type[Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for each in reversed(entity.__mro__):
        found.update((name, value) for name, value in vars(each).items() if isinstance(value, kind))
    return found

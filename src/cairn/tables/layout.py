"""How an entity lies in its table: which attribute holds which field, and how each key is made and read back.

A layout is worked out once, when the entity's class is made; contradictions surface there.
"""

from collections.abc import Iterator, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, Final, cast, get_args, get_type_hints

from pydantic import TypeAdapter, ValidationError

from cairn.dynamo.seam import Item
from cairn.tables.contradictions import check
from cairn.tables.errors import DeclarationError, KeyValueError, UnreadableItemError, reason_of
from cairn.tables.key_plans import KeyAttribute, KeyPlan
from cairn.tables.keys import E, Key, KeyDeclaration, Ref, TableKey
from cairn.tables.markers import KeyPart, Marker
from cairn.tables.origin import STORED, stored_item
from cairn.tables.overlap import could_be_equal
from cairn.tables.parts import PartKind, kind_of
from cairn.tables.stored_fields import StoredField
from cairn.tables.table import Table, key_type
from cairn.tables.templates import (
    MOST_BYTES_OF_PARTITION_KEY,
    MOST_BYTES_OF_SORT_KEY,
    KeyReader,
    Placeholder,
    Template,
    pieces_of,
)
from cairn.tables.values import from_attribute
from cairn.tables.versions import Upgrade, UpgradeError, Versions

if TYPE_CHECKING:
    from cairn.tables.entity import Entity

_NUMBER_KIND: Final = PartKind("number", str, lambda text: text, ".+")


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
        self.fields = {each.name: each for each in self._stored_fields()}
        self.by_attribute = {each.attribute: each for each in self.fields.values()}
        self._field_of_attribute = {each.attribute: each.name for each in self.fields.values()}
        declarations = _members(entity, KeyDeclaration)
        self.plans = {name: self._plan(declaration) for name, declaration in declarations.items()}
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
        self.in_key = self._fields_in_keys()
        self._own_key_readers = self._key_readers(self.key.pk, self.key.sk)
        self._index_key_readers = self._key_readers(
            *(half for half, _ in self.in_key if half not in (self.key.pk, self.key.sk))
        )
        self.revision = next((each for each in self.fields.values() if each.is_revision), None)
        self._types: dict[str, TypeAdapter[Any]] = {}
        check(self)

    # Reading a declaration

    def _stored_fields(self) -> Iterator[StoredField]:
        index_keys = {name for index in self.table.indexes for name in (index.pk, index.sk)}
        for name, info in self.entity.model_fields.items():
            if Marker.IN_KEY not in info.metadata:
                yield StoredField(
                    name,
                    info.alias or name,
                    or_null=Marker.OR_NULL in info.metadata,
                    is_expiry=Marker.EXPIRES_AT in info.metadata,
                    is_revision=Marker.REVISION in info.metadata,
                    is_index_key=(info.alias or name) in index_keys,
                )

    def _plan(self, declaration: KeyDeclaration) -> KeyPlan:
        where = f"{self.entity.__name__}.{declaration.name}"
        if declaration.table is not self.table:
            raise DeclarationError(f"{where} is a key of {declaration.table!r}, not of {self.table!r}")
        holder = declaration.index or self.table
        try:
            pk = self._key_attribute(
                holder.pk, "S", declaration.pk, declaration, most_bytes=MOST_BYTES_OF_PARTITION_KEY
            )
            sk_type = declaration.index.sk_type if declaration.index else key_type(self.table, holder.sk)
            sk = self._key_attribute(
                holder.sk, sk_type, declaration.sk, declaration, most_bytes=MOST_BYTES_OF_SORT_KEY
            )
        except DeclarationError as fault:
            raise DeclarationError(f"{where}: {fault}") from fault
        names = tuple(dict.fromkeys(pk.template.names + sk.template.names))
        sources = {source for name in names for source in self._sources(name)}
        return KeyPlan(declaration.index, pk, sk, declaration.ordered, names, frozenset(sources))

    def _sources(self, name: str) -> tuple[str, ...]:
        return self.parts[name].reads if name in self.parts else (name,)

    def _key_attribute(
        self, attribute: str, kind: str, text: str, declaration: KeyDeclaration, *, most_bytes: int
    ) -> KeyAttribute:
        placeholders = [piece for piece in pieces_of(text) if isinstance(piece, Placeholder)]
        lone = len(placeholders) == 1 and text == f"{{{placeholders[0].name}}}"
        if kind == "N" and not lone:
            raise DeclarationError(f"{text!r}: a number key is one placeholder and nothing else")
        kinds = {each.name: _NUMBER_KIND if kind == "N" else self._kind(each) for each in placeholders}
        field = self.by_attribute.get(attribute)
        if field is not None and not (lone and placeholders[0].name == field.name) and placeholders:
            raise DeclarationError(
                f"{attribute} holds {field.name}, so that its template is {{{field.name}}}"
            )
        is_tables_own = declaration.index is not None and attribute in self.table.key_names
        template = Template(text, kinds, most_bytes=most_bytes)
        return KeyAttribute(attribute, kind, template, is_own=field is None and not is_tables_own)

    def _kind(self, placeholder: Placeholder) -> PartKind:
        annotation = self._annotation(placeholder.name)
        if annotation is None:
            raise DeclarationError(f"{placeholder.name} needs a type that says what it returns")
        return kind_of(annotation, placeholder.width)

    def _annotation(self, name: str) -> Any:
        if name in self.parts:
            return get_type_hints(self.parts[name].compute).get("return")
        if name in self.entity.model_fields:
            return self.entity.model_fields[name].annotation
        raise DeclarationError(f"{{{name}}} is neither a field nor a key part")

    def _fields_in_keys(self) -> list[tuple[KeyAttribute, list[str]]]:
        """The halves of keys from which fields are read, and which."""
        halves = [half for plan in (self.key, *self.index_keys) for half in (plan.pk, plan.sk)]
        found: dict[str, tuple[KeyAttribute, list[str]]] = {}
        for name in self.entity.model_fields:
            if name in self.fields:
                continue
            half = next((half for half in halves if name in half.template.names), None)
            if half is None:
                raise DeclarationError(
                    f"{self.entity.__name__}.{name} stands in no key, so that it would be lost"
                )
            found.setdefault(half.attribute, (half, []))[1].append(name)
        return list(found.values())

    def _key_readers(self, *halves: KeyAttribute) -> tuple[tuple[str, KeyReader], ...]:
        names = dict(self.in_key)
        return tuple((half.attribute, half.reader(names.get(half, []))) for half in halves)

    def may_lack(self, plan: KeyPlan) -> bool:
        """Whether an item of this entity may be without a key in an index."""
        return any(
            piece.fallback is None and NoneType in get_args(self._annotation(piece.name))
            for half in (plan.pk, plan.sk)
            for piece in half.template.placeholders
        )

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

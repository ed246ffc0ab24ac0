"""Working out an entity's declaration: which attribute holds which field, and what its keys are made of.

It happens once, when the entity's class is made; contradictions surface here.
"""

from collections.abc import Container, Iterable, Iterator, Mapping
from types import NoneType
from typing import TYPE_CHECKING, Any, Final, get_args, get_type_hints

from cairn.tables.errors import DeclarationError
from cairn.tables.key_plans import KeyAttribute, KeyPlan
from cairn.tables.keys import KeyDeclaration
from cairn.tables.markers import KeyPart, Marker
from cairn.tables.parts import PartKind, kind_of
from cairn.tables.stored_fields import StoredField
from cairn.tables.table import Table, key_type
from cairn.tables.templates import (
    MOST_BYTES_OF_PARTITION_KEY,
    MOST_BYTES_OF_SORT_KEY,
    Placeholder,
    Template,
    pieces_of,
)

if TYPE_CHECKING:
    from cairn.tables.entity import Entity

_NUMBER_KIND: Final = PartKind("number", str, lambda text: text, ".+")


def stored_fields(entity: "type[Entity]", table: Table) -> Iterator[StoredField]:
    """The fields that have an attribute of their own; the others stand in keys alone."""
    index_keys = {name for index in table.indexes for name in (index.pk, index.sk)}
    for name, info in entity.model_fields.items():
        if Marker.IN_KEY not in info.metadata:
            yield StoredField(
                name,
                info.alias or name,
                or_null=Marker.OR_NULL in info.metadata,
                is_expiry=Marker.EXPIRES_AT in info.metadata,
                is_revision=Marker.REVISION in info.metadata,
                is_index_key=(info.alias or name) in index_keys,
            )


def fields_in_keys(
    entity: "type[Entity]", stored: Container[str], plans: Iterable[KeyPlan]
) -> list[tuple[KeyAttribute, list[str]]]:
    """The halves of keys from which the fields are read that are not stored, and which."""
    halves = [half for plan in plans for half in (plan.pk, plan.sk)]
    found: dict[str, tuple[KeyAttribute, list[str]]] = {}
    for name in entity.model_fields:
        if name in stored:
            continue
        half = next((half for half in halves if name in half.template.names), None)
        if half is None:
            raise DeclarationError(f"{entity.__name__}.{name} stands in no key, so that it would be lost")
        found.setdefault(half.attribute, (half, []))[1].append(name)
    return list(found.values())


class Planner:
    """Makes plans of an entity's keys."""

    def __init__(
        self,
        entity: "type[Entity]",
        table: Table,
        parts: Mapping[str, KeyPart[Any]],
        by_attribute: Mapping[str, StoredField],
    ) -> None:
        self._entity = entity
        self._table = table
        self._parts = parts
        self._by_attribute = by_attribute

    def plan(self, declaration: KeyDeclaration) -> KeyPlan:
        where = f"{self._entity.__name__}.{declaration.name}"
        if declaration.table is not self._table:
            raise DeclarationError(f"{where} is a key of {declaration.table!r}, not of {self._table!r}")
        holder = declaration.index or self._table
        try:
            pk = self._key_attribute(
                holder.pk, "S", declaration.pk, declaration, most_bytes=MOST_BYTES_OF_PARTITION_KEY
            )
            sk_type = declaration.index.sk_type if declaration.index else key_type(self._table, holder.sk)
            sk = self._key_attribute(
                holder.sk, sk_type, declaration.sk, declaration, most_bytes=MOST_BYTES_OF_SORT_KEY
            )
        except DeclarationError as fault:
            raise DeclarationError(f"{where}: {fault}") from fault
        names = tuple(dict.fromkeys(pk.template.names + sk.template.names))
        sources = {source for name in names for source in self._sources(name)}
        return KeyPlan(
            declaration.index, pk, sk, declaration.ordered, names, frozenset(sources), self._is_sparse(pk, sk)
        )

    def _sources(self, name: str) -> tuple[str, ...]:
        return self._parts[name].reads if name in self._parts else (name,)

    def _key_attribute(
        self, attribute: str, kind: str, text: str, declaration: KeyDeclaration, *, most_bytes: int
    ) -> KeyAttribute:
        placeholders = [piece for piece in pieces_of(text) if isinstance(piece, Placeholder)]
        lone = len(placeholders) == 1 and text == f"{{{placeholders[0].name}}}"
        if kind == "N" and not lone:
            raise DeclarationError(f"{text!r}: a number key is one placeholder and nothing else")
        kinds = {each.name: _NUMBER_KIND if kind == "N" else self._kind(each) for each in placeholders}
        field = self._by_attribute.get(attribute)
        if field is not None and not (lone and placeholders[0].name == field.name) and placeholders:
            raise DeclarationError(
                f"{attribute} holds {field.name}, so that its template is {{{field.name}}}"
            )
        is_tables_own = declaration.index is not None and attribute in self._table.key_names
        template = Template(text, kinds, most_bytes=most_bytes)
        return KeyAttribute(attribute, kind, template, is_own=field is None and not is_tables_own)

    def _kind(self, placeholder: Placeholder) -> PartKind:
        annotation = self._annotation(placeholder.name)
        if annotation is None:
            raise DeclarationError(f"{placeholder.name} needs a type that says what it returns")
        return kind_of(annotation, placeholder.width)

    def _annotation(self, name: str) -> Any:
        if name in self._parts:
            return get_type_hints(self._parts[name].compute).get("return")
        if name in self._entity.model_fields:
            return self._entity.model_fields[name].annotation
        raise DeclarationError(f"{{{name}}} is neither a field nor a key part")

    def _is_sparse(self, *halves: KeyAttribute) -> bool:
        return any(
            piece.fallback is None and NoneType in get_args(self._annotation(piece.name))
            for half in halves
            for piece in half.template.placeholders
        )

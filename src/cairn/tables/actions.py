"""Actions: writes before they are carried out.

`create(goal)`, `put(goal)`, `update(goal, attribute(Goal.status).set(…), when=…)`, `upsert`, `delete` and `check` make
values; `Tables.write` carries out one of them alone, or several in one transaction.
"""

from dataclasses import dataclass
from typing import Any, Literal

from cairn.dynamo.seam import Item
from cairn.tables.attributes import Change
from cairn.tables.conditions import AnyOf, Called, Comparison, Condition, Path, When, all_of, condition
from cairn.tables.entity import Entity
from cairn.tables.errors import IncompleteUpdateError, KeyValueError
from cairn.tables.index_keys import KeyChange, key_changes
from cairn.tables.keys import E, Ref
from cairn.tables.layout import Layout
from cairn.tables.placeholders import Placeholders
from cairn.tables.stored_fields import StoredField

Kind = Literal["Put", "Update", "Delete", "ConditionCheck"]


@dataclass(frozen=True, slots=True)
class Action:
    """A write of one item. `word` is what the program called it."""

    word: str
    kind: Kind
    target: Ref[Any]
    conditions: tuple[Condition, ...] = ()
    item: Item | None = None
    update: "Update | None" = None

    @property
    def layout(self) -> Layout:
        return self.target.layout

    @property
    def demand(self) -> str:
        """Its condition, in words."""
        return str(all_of(self.conditions))

    def request(self, stage: str) -> dict[str, Any]:
        """The members of a request, alone or in a transaction."""
        placeholders = Placeholders()
        table = self.layout.table
        request: dict[str, Any] = {"TableName": table.name_at(stage)}
        if self.item is not None:
            request["Item"] = self.item
        else:
            request["Key"] = self.target.key
        if self.update is not None:
            request["UpdateExpression"] = self.update.text(placeholders)
        demanded = all_of(self.conditions)
        if demanded is not None:
            request["ConditionExpression"] = demanded.text(placeholders)
            request["ReturnValuesOnConditionCheckFailure"] = "ALL_OLD"
        return {**request, **placeholders.members()}

    def __str__(self) -> str:
        return f"{self.word} {self.target}"


@dataclass(frozen=True, slots=True)
class Update:
    """The clauses of an update expression."""

    changes: tuple[Change, ...]
    keys: tuple[KeyChange, ...]
    defaults: tuple[tuple[str, Any], ...] = ()
    revision: str | None = None

    def text(self, placeholders: Placeholders) -> str:
        sets: list[str] = []
        clauses: dict[str, list[str]] = {"SET": sets, "REMOVE": [], "ADD": [], "DELETE": []}
        for change in self.changes:
            if change.field in change.attribute.layout.fields:  # otherwise it stands in keys alone
                _add_clause(change, clauses, placeholders)
        for key in self.keys:
            name = placeholders.name(key.attribute)
            if key.value is None:
                clauses["REMOVE"].append(name)
            elif key.is_addition:
                clauses["ADD"].append(f"{name} {placeholders.value(key.value)}")
            elif key.only_if_absent:
                sets.append(f"{name} = if_not_exists({name}, {placeholders.value(key.value)})")
            else:
                sets.append(f"{name} = {placeholders.value(key.value)}")
        for attribute, value in self.defaults:
            name = placeholders.name(attribute)
            sets.append(f"{name} = if_not_exists({name}, {placeholders.value(value)})")
        if self.revision is not None:
            clauses["ADD"].append(f"{placeholders.name(self.revision)} {placeholders.value({'N': '1'})}")
        return " ".join(f"{word} {', '.join(terms)}" for word, terms in clauses.items() if terms)


def put(entity: Entity, *, when: When | None = None) -> Action:
    """Stores an entity in the place of whatever was there."""
    return _put("put", entity, _given(when))


def create(entity: Entity, *, when: When | None = None) -> Action:
    """Stores an entity that must not be there yet."""
    absent = Called("attribute_not_exists", Path((entity.__layout__.table.pk,)))
    return _put("create", entity, (absent, *_given(when)))


def delete(target: "Ref[E] | E", *, when: When | None = None) -> Action:
    """Removes an item. One that is not there is no fault, unless `when` demands something of it.

    An entity with a revision is removed only as it was read.
    """
    ref, entity = _target(target)
    revision = ref.layout.revision
    conditions = _given(when)
    if revision is not None and entity is not None:
        conditions = (AnyOf((_absent(ref.layout), _revision_is(revision, entity))), *conditions)
    return Action("delete", "Delete", ref, conditions)


def check(target: "Ref[E] | E", when: When | None = None) -> Action:
    """Demands something of an item without changing it: that it exists, if nothing else."""
    ref, _ = _target(target)
    return Action("check", "ConditionCheck", ref, _given(when) or (_exists(ref.layout),))


def update(target: "Ref[E] | E", *changes: Change, when: When | None = None) -> Action:
    """Changes some attributes of an item that is there, and the index keys made of them.

    Where an index key is made of more than what changes, the entity itself has to be given, not only its key. Then
    the update is refused when something else that the key is made of has changed since the entity was read.
    """
    ref, entity = _target(target)
    layout = ref.layout
    _refuse_foreign(layout, changes)
    keys = key_changes(layout, ref, entity, changes)
    conditions = [_exists(layout), *_given(when), *(key.guard for key in keys if key.guard is not None)]
    if layout.revision is not None and entity is not None:
        conditions.append(_revision_is(layout.revision, entity))
    if layout.versions.upgrades:
        conditions.append(_is_current(layout))
    revision = layout.revision.attribute if layout.revision else None
    return Action("update", "Update", ref, tuple(conditions), update=Update(changes, keys, (), revision))


def upsert(target: "Ref[E]", *changes: Change, when: When | None = None) -> Action:
    """Changes some attributes of an item, and makes it, with its defaults, when it is not there."""
    layout = target.layout
    _refuse_foreign(layout, changes)
    touched = {change.field for change in changes}
    given = {change.field for change in changes if change.kind not in {"unset", "exclude"}}
    defaults = []
    for name, info in layout.entity.model_fields.items():
        if name not in layout.fields or name in (given if info.is_required() else touched):
            continue
        if info.is_required():
            parts = target.values
            if name not in parts:
                raise IncompleteUpdateError(f"{target}: a new item would lack {name}; give it a value")
            value = parts[name]
        else:
            value = info.get_default(call_default_factory=True, validated_data={})
        field = layout.fields[name]
        encoded = None if field.is_revision else field.encoded(value)
        if encoded is not None:
            defaults.append((field.attribute, encoded))
    if layout.version is not None and layout.table.version is not None:
        defaults.append((layout.table.version, {"N": str(layout.version)}))
    keys = key_changes(layout, target, None, changes, may_be_new=True)
    conditions = _given(when)
    if layout.versions.upgrades:
        conditions += (AnyOf((_absent(layout), _is_current(layout))),)
    revision = layout.revision.attribute if layout.revision else None
    return Action(
        "upsert", "Update", target, conditions, update=Update(changes, keys, tuple(defaults), revision)
    )


def _put(word: str, entity: Entity, conditions: tuple[Condition, ...]) -> Action:
    layout = entity.__layout__
    ref = layout.ref(entity)
    item = layout.item_of(entity)
    if layout.revision is not None:
        revision = getattr(entity, layout.revision.name)
        item[layout.revision.attribute] = {"N": str(revision + 1)}
        if word == "put":
            unchanged = _revision_is(layout.revision, entity) if revision else _absent(layout)
            conditions = (unchanged, *conditions)
    return Action(word, "Put", ref, conditions, item)


def _target(target: "Ref[E] | E") -> "tuple[Ref[E], E | None]":
    if isinstance(target, Entity):
        return target.__layout__.ref(target), target
    return target, None


def _given(when: When | None) -> tuple[Condition, ...]:
    return () if when is None else (condition(when),)


def _exists(layout: Layout) -> Condition:
    return Called("attribute_exists", Path((layout.table.pk,)))


def _absent(layout: Layout) -> Condition:
    return Called("attribute_not_exists", Path((layout.table.pk,)))


def _is_current(layout: Layout) -> Condition:
    return Comparison(Path((str(layout.table.version),)), "=", {"N": str(layout.version)})


def _revision_is(revision: StoredField, entity: Entity) -> Condition:
    return Comparison(Path((revision.attribute,)), "=", {"N": str(getattr(entity, revision.name))})


def _refuse_foreign(layout: Layout, changes: tuple[Change, ...]) -> None:
    if not changes:
        raise IncompleteUpdateError(f"an update of {layout.entity.__name__} changes nothing: name a change")
    for change in changes:
        if change.attribute.layout is not layout:
            raise KeyValueError(
                change.field, f"{change.attribute} is no attribute of {layout.entity.__name__}"
            )
        if change.field in layout.key.sources:
            raise KeyValueError(
                change.field, "stands in the key, which never changes: delete and create instead"
            )


def _add_clause(change: Change, clauses: dict[str, list[str]], placeholders: Placeholders) -> None:
    path = change.attribute.path.text(placeholders)
    if change.stored is None:
        clauses["REMOVE"].append(path)
        return
    value = placeholders.value(change.stored)
    match change.kind:
        case "set" | "unset":
            clauses["SET"].append(f"{path} = {value}")
        case "set if absent":
            clauses["SET"].append(f"{path} = if_not_exists({path}, {value})")
        case "append":
            empty = placeholders.value({"L": []})
            clauses["SET"].append(f"{path} = list_append(if_not_exists({path}, {empty}), {value})")
        case "add" if change.attribute.within:
            zero = placeholders.value({"N": "0"})
            clauses["SET"].append(f"{path} = if_not_exists({path}, {zero}) + {value}")
        case "add" | "include":
            clauses["ADD"].append(f"{path} {value}")
        case "exclude":
            clauses["DELETE"].append(f"{path} {value}")

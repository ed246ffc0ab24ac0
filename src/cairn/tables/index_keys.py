"""What an update does to index keys: each is rewritten, or removed, when what it is made of changes."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

from cairn.dynamo.seam import AttributeValue
from cairn.tables.attributes import Change
from cairn.tables.conditions import Called, Comparison, Condition, Path, all_of
from cairn.tables.errors import IncompleteUpdateError
from cairn.tables.key_plans import KeyAttribute, KeyPlan
from cairn.tables.keys import Ref
from cairn.tables.layout import Layout
from cairn.tables.origin import stored_item

if TYPE_CHECKING:
    from cairn.tables.entity import Entity


@dataclass(frozen=True, slots=True)
class KeyChange:
    """One attribute of an index key. `guard` demands that what it is made of is still what the entity says that it was."""

    attribute: str
    value: AttributeValue | None
    guard: Condition | None = None
    only_if_absent: bool = False
    is_addition: bool = False


class _Unknown:
    """A value that is there, but not known: what an `append` comes to, for instance."""


@dataclass(frozen=True, slots=True)
class _Sum(_Unknown):
    """What an `add` comes to. A number key takes the addition itself."""

    amount: AttributeValue


_UNKNOWN: Final = _Unknown()


def key_changes(
    layout: Layout,
    ref: Ref[Any],
    entity: "Entity | None",
    changes: tuple[Change, ...],
    *,
    may_be_new: bool = False,
) -> tuple[KeyChange, ...]:
    """What changes do to the keys of an item that is there, or, for an upsert, perhaps is not there yet."""
    touched = {change.field for change in changes}
    after = {**_known(layout, ref, entity), **_outcome(layout, changes)}
    found: list[KeyChange] = []
    for plan in layout.index_keys:
        if not plan.own_attributes:
            continue
        if plan.sources & touched:
            found += _rewritten(layout, plan, entity, after, touched)
        elif may_be_new:
            found += _of_a_new_item(layout, plan, after)
    return tuple(found)


def _known(layout: Layout, ref: Ref[Any], entity: "Entity | None") -> dict[str, Any]:
    if entity is not None:
        return {name: getattr(entity, name) for name in layout.entity.model_fields}
    return layout.key.parse(ref.key) or {}


def _default(layout: Layout, name: str) -> Any:
    return layout.entity.model_fields[name].get_default(call_default_factory=True, validated_data={})


def _outcome(layout: Layout, changes: tuple[Change, ...]) -> dict[str, Any]:
    outcome: dict[str, Any] = {}
    for change in changes:
        if change.kind == "add" and not change.attribute.within and change.stored is not None:
            outcome[change.field] = _Sum(change.stored)
        elif change.attribute.within:
            outcome[change.field] = _UNKNOWN
        elif change.kind == "set":
            outcome[change.field] = change.value
        elif change.kind == "unset":
            outcome[change.field] = _default(layout, change.field)  # as it is read back
        else:
            outcome[change.field] = _UNKNOWN
    return outcome


def _of_a_new_item(layout: Layout, plan: KeyPlan, after: dict[str, Any]) -> list[KeyChange]:
    """The key that a new item has by its defaults. An item that is there keeps the one that it has."""
    defaults = {
        name: _default(layout, name)
        for name, info in layout.entity.model_fields.items()
        if not info.is_required()
    }
    built = [
        (half, value) for half, value in _built(layout, plan, {**defaults, **after}) if value is not None
    ]
    if built and plan.is_sparse:
        raise IncompleteUpdateError(
            f"{layout.entity.__name__}: {', '.join(sorted(plan.sources - layout.key.sources))} stands in a key of "
            f"{_name(plan)}, which an item that is there may have left: give it a value"
        )
    return [KeyChange(half.attribute, value, only_if_absent=True) for half, value in built]


def _rewritten(
    layout: Layout, plan: KeyPlan, entity: "Entity | None", after: dict[str, Any], touched: set[str]
) -> list[KeyChange]:
    missing = plan.sources - after.keys()
    if missing:
        raise IncompleteUpdateError(
            f"{layout.entity.__name__}: {', '.join(sorted(plan.sources & touched))} stands in a key of "
            f"{_name(plan)} together with {', '.join(sorted(missing))}: give the {layout.entity.__name__} itself "
            "instead of its key"
        )
    guard = None if entity is None or plan.sources <= touched else _unchanged(layout, plan, entity, touched)
    changes = [
        KeyChange(half.attribute, value, is_addition=_is_sum(half, after))
        for half, value in _built(layout, plan, after)
    ]
    if guard is not None:
        changes[0] = KeyChange(changes[0].attribute, changes[0].value, guard)
    return changes


def _built(
    layout: Layout, plan: KeyPlan, after: dict[str, Any]
) -> list[tuple[KeyAttribute, AttributeValue | None]]:
    """The plan's own attributes with their values: all of them, or none where the item leaves the index."""
    if not plan.sources <= after.keys():
        return []
    values = {name: _value(layout, name, after) for name in plan.names}
    is_whole = all(
        values[name] is not None or piece.fallback is not None
        for half in (plan.pk, plan.sk)
        for piece in half.template.placeholders
        for name in (piece.name,)
    )
    if not is_whole:
        return [(half, None) for half in plan.own_attributes]
    for half in plan.own_attributes:
        for name in half.template.names:
            if isinstance(values[name], _Unknown) and not _is_sum(half, values):
                raise IncompleteUpdateError(
                    f"{layout.entity.__name__}: {name} stands in a key of {_name(plan)}, so that it has to be set "
                    "to a value that is known"
                )
    ordered = plan.in_order(values)
    return [
        (half, ordered[half.template.names[0]].amount if _is_sum(half, ordered) else half.build(ordered))
        for half in plan.own_attributes
    ]


def _is_sum(half: KeyAttribute, values: Mapping[str, Any]) -> bool:
    return half.type == "N" and isinstance(values.get(half.template.names[0]), _Sum)


def _value(layout: Layout, name: str, after: dict[str, Any]) -> Any:
    part = layout.parts.get(name)
    if part is None:
        return after[name]
    read = {each: after[each] for each in part.reads}
    if any(isinstance(value, _Unknown) for value in read.values()):
        return _UNKNOWN
    return part.compute(SimpleNamespace(**read))  # only what it says that it reads


def _unchanged(layout: Layout, plan: KeyPlan, entity: "Entity", touched: set[str]) -> Condition | None:
    """Demands that what the key is made of, and does not change, is still as the entity has it.

    It is not enough that the key is the same: an item may be in no index for one reason before, and for another now.
    """
    read = stored_item(entity)
    # An item of an older version is made current before it is changed.
    current = None if read is None else layout.renewed(read)
    written = layout.item_of(entity)
    demands = {}
    for name in sorted(plan.sources - touched - layout.key.sources):
        field = layout.fields.get(name)
        if field is None:
            attribute = next(half.attribute for half, names in layout.in_key if name in names)
            demands[attribute] = written.get(attribute)
        elif current is not None and layout.value_in(current, field) == getattr(entity, name):
            demands[field.attribute] = current.get(field.attribute)
        else:
            demands[field.attribute] = written.get(field.attribute)
    return all_of(
        [
            Called("attribute_not_exists", Path((attribute,)))
            if value is None
            else Comparison(Path((attribute,)), "=", value)
            for attribute, value in demands.items()
        ]
    )


def _name(plan: KeyPlan) -> str:
    return "its table" if plan.index is None else plan.index.name

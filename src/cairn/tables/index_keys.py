"""What an update does to index keys: each is rewritten, or removed, when what it is made of changes."""

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
    """One attribute of an index key. `guard` demands that it is still what the entity says that it was."""

    attribute: str
    value: AttributeValue | None
    guard: Condition | None = None
    only_if_absent: bool = False


class _Unknown:
    """A value that is there, but not known: what an `add` comes to, for instance."""


_UNKNOWN: Final = _Unknown()


def key_changes(
    layout: Layout,
    ref: Ref[Any],
    entity: "Entity | None",
    changes: tuple[Change, ...],
    *,
    may_be_new: bool = False,
) -> tuple[KeyChange, ...]:
    touched = {change.field for change in changes}
    after = {**_known(layout, ref, entity, may_be_new=may_be_new), **_outcome(layout, changes)}
    found: list[KeyChange] = []
    for plan in layout.index_keys:
        if not plan.own_attributes:
            continue
        if plan.sources & touched:
            found += _rewritten(layout, plan, entity, after, touched)
        elif may_be_new:
            found += [
                KeyChange(half.attribute, value, only_if_absent=True)
                for half, value in _built(layout, plan, after)
                if value is not None
            ]
    return tuple(found)


def _known(layout: Layout, ref: Ref[Any], entity: "Entity | None", *, may_be_new: bool) -> dict[str, Any]:
    if entity is not None:
        return {name: getattr(entity, name) for name in layout.entity.model_fields}
    parsed = layout.key.parse(ref.key) or {}
    if not may_be_new:
        return parsed
    defaults = {
        name: info.get_default(call_default_factory=True, validated_data={})
        for name, info in layout.entity.model_fields.items()
        if not info.is_required()
    }
    return {**defaults, **parsed}


def _outcome(layout: Layout, changes: tuple[Change, ...]) -> dict[str, Any]:
    outcome: dict[str, Any] = {}
    for change in changes:
        if change.attribute.within:
            outcome[change.field] = _UNKNOWN
        elif change.kind == "set":
            outcome[change.field] = change.value
        elif change.kind == "unset":
            outcome[change.field] = None
        else:
            outcome[change.field] = _UNKNOWN
    return outcome


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
    guard = None if entity is None or plan.sources <= touched else _unchanged(layout, plan, entity)
    changes = [KeyChange(half.attribute, value) for half, value in _built(layout, plan, after)]
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
    ordered = plan.in_order(values)
    for half in plan.own_attributes:
        for name in half.template.names:
            if values[name] is _UNKNOWN:
                raise IncompleteUpdateError(
                    f"{layout.entity.__name__}: {name} stands in a key of {_name(plan)}, so that it has to be set "
                    "to a value that is known"
                )
    return [(half, half.build(ordered)) for half in plan.own_attributes]


def _value(layout: Layout, name: str, after: dict[str, Any]) -> Any:
    part = layout.parts.get(name)
    if part is None:
        return after[name]
    read = {each: after[each] for each in part.reads}
    if any(value is _UNKNOWN for value in read.values()):
        return _UNKNOWN
    return part.compute(SimpleNamespace(**read))  # only what it says that it reads


def _unchanged(layout: Layout, plan: KeyPlan, entity: "Entity") -> Condition | None:
    stored = stored_item(entity)
    # An item of an older version is made current before it is changed.
    item = layout.renewed(stored) if stored else plan.build(layout.values_for(plan, entity)) or {}
    return all_of(
        [
            Comparison(Path((half.attribute,)), "=", item[half.attribute])
            if half.attribute in item
            else Called("attribute_not_exists", Path((half.attribute,)))
            for half in plan.own_attributes
        ]
    )


def _name(plan: KeyPlan) -> str:
    return "its table" if plan.index is None else plan.index.name

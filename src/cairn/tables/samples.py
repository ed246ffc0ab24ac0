"""Values, entities and items made up from their types, for whoever asks what requests look like and cost.

Nothing here is checked by an entity's own rules: what is wanted is the size and the form of what is stored.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import Enum
from typing import Any, Final, Literal, get_args, get_origin
from uuid import UUID, uuid5

from pydantic import BaseModel

from cairn.dynamo.seam import Item
from cairn.tables.errors import DeclarationError
from cairn.tables.key_plans import KeyAttribute, KeyPlan
from cairn.tables.layout import Layout
from cairn.tables.parts import without_none

Text = Callable[[str, int], str]
"""Makes up a text for an attribute of some name. Another number may give another text."""

MOMENT: Final = datetime(2026, 1, 10, 18, 30, 12, 345678, tzinfo=UTC)
MEMBERS: Final = 3
"""How many members a list, a set or a map is given."""
_LONG_TEXTS: Final = frozenset({"bio", "description", "extended_description", "notes", "summary", "text"})
_NAMESPACE: Final = UUID("6f1f4d0c-5a7e-4c1b-9a53-0d9c6e2b7a10")
_NUMBER_IN_A_KEY: Final = 7


def named(name: str, _number: int = 0) -> str:
    """`<user_id>`: for people to read."""
    return f"<{name}>"


def typical(name: str, number: int = 0) -> str:
    """A text of usual length, which ends with the number: 36 characters for an id, 200 for prose, 24 for anything else."""
    if name in _LONG_TEXTS:
        text = "prose " * 33 + "ok"
    elif name.endswith("id"):
        text = str(uuid5(_NAMESPACE, name))
    else:
        text = f"{name:.24}".ljust(24, "x")
    ending = str(number or "")
    return text[: -len(ending) or None] + ending


def sample(annotation: Any, name: str, text: Text = typical, number: int = 0) -> Any:
    """A value of a type. Another `number` gives another value, where the type has several."""
    annotation = without_none(annotation)
    arguments = get_args(annotation)
    origin = get_origin(annotation)
    if annotation is Any:  # to Python, that is a class too
        return text(name, number)
    if origin is None and isinstance(annotation, type):
        return _of_class(annotation, name, text, number)
    if origin is Literal:
        return arguments[number % len(arguments)]
    if origin in {list, tuple, set, frozenset}:
        members = [sample(arguments[0], name, text, each) for each in range(MEMBERS)]
        return origin(members)
    if isinstance(origin, type) and issubclass(origin, Mapping):
        keys = [sample(arguments[0], name, text, each) for each in range(MEMBERS)]
        return {key: sample(arguments[1], name, text) for key in keys}
    if arguments and origin is not None:  # one of several types
        return sample(arguments[0], name, text, number)
    raise DeclarationError(f"{name}: nothing is known of values of type {annotation}")


def example(layout: Layout, number: int = 0, **given: Any) -> Any:
    """An entity in which each attribute has a value: what it is given, its default, or one made up.

    Those of different numbers are of one size and differ in their texts, ids and times.
    """
    in_keys = {name for plan in (layout.key, *layout.index_keys) for name in plan.names}
    values: dict[str, Any] = {}
    for name in layout.entity.model_fields:
        value = given[name] if name in given else _value(layout.entity, name, number)
        values[name] = _NUMBER_IN_A_KEY if type(value) is int and name in in_keys - given.keys() else value
    return layout.entity.model_construct(None, **values)


def example_item(layout: Layout, number: int = 0, **given: Any) -> Item:
    """The item of an example, in each index that its entity has a key for."""
    item = layout.item_of(example(layout, number, **given))
    for plan in layout.index_keys:
        for half in plan.own_attributes:
            item.setdefault(half.attribute, _filled(half))
    return item


def entry(item: Item, plan: KeyPlan) -> Item:
    """What an index carries of an item."""
    index = plan.index
    if index is None or index.projection == "ALL":
        return item
    carried = {*index.table.key_names, *index.key_names, *index.include}
    return {name: value for name, value in item.items() if name in carried}


def _value(model: type[BaseModel], name: str, number: int = 0) -> Any:
    info = model.model_fields[name]
    default = None if info.is_required() else info.get_default(call_default_factory=True, validated_data={})
    if default is not None and default not in ("", [], {}, set(), frozenset(), ()):
        return default
    is_choice = isinstance(info.annotation, type) and issubclass(info.annotation, Enum)
    return sample(info.annotation, name, typical, 0 if is_choice else number)


def _of_class(kind: type, name: str, text: Text, number: int) -> Any:
    if issubclass(kind, Enum):
        members = list(kind)
        return members[number % len(members)]
    if issubclass(kind, BaseModel):
        return kind.model_construct(**{each: _value(kind, each) for each in kind.model_fields})
    if issubclass(kind, str):
        return text(name, number)
    make = _BY_TYPE.get(kind)
    if make is None:
        raise DeclarationError(f"{name}: nothing is known of values of type {kind.__name__}")
    return make(name, number)


def _filled(half: KeyAttribute) -> dict[str, str]:
    if half.type == "N":
        return {"N": str(_NUMBER_IN_A_KEY)}
    return {
        "S": "".join(each if isinstance(each, str) else typical(each.name) for each in half.template.pieces)
    }


_BY_TYPE: Final[Mapping[type, Callable[[str, int], Any]]] = {
    bool: lambda _name, number: bool(number % 2),
    int: lambda _name, number: 123_456 + number,
    float: lambda _name, number: 12.5 + number,
    Decimal: lambda _name, number: Decimal("12.34") + number,
    bytes: lambda _name, number: bytes(31) + bytes([number % 256]),
    datetime: lambda _name, number: MOMENT + timedelta(days=number),
    date: lambda _name, number: MOMENT.date() + timedelta(days=number),
    time: lambda _name, number: time(8, 30 + number % 30),
    UUID: lambda name, number: uuid5(_NAMESPACE, f"{name}{number or ''}"),
    dict: lambda name, _number: {f"{name}{each}": typical(name) for each in range(MEMBERS)},
    list: lambda name, _number: [typical(name)] * MEMBERS,
    object: lambda name, _number: typical(name),
}

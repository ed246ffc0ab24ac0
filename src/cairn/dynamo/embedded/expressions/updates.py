"""Updates: compiled once for a text, bound to names and values, then applied to an item, which stays as it was."""

from dataclasses import dataclass
from typing import Any

from cairn.dynamo.embedded.expressions.bindings import AnyBindings, Bindings
from cairn.dynamo.embedded.expressions.cache import cached_by_text
from cairn.dynamo.embedded.expressions.faults import ExpressionFault
from cairn.dynamo.embedded.expressions.paths import Names, Values, descend
from cairn.dynamo.embedded.expressions.projections import Projection
from cairn.dynamo.embedded.expressions.requirements import Requirements, requirements
from cairn.dynamo.embedded.expressions.syntax import Node, PathParts
from cairn.dynamo.embedded.expressions.update_checks import (
    allowed_types,
    check_update,
    check_value,
    is_doubtful,
)
from cairn.dynamo.embedded.expressions.update_grammar import parsed_update
from cairn.dynamo.embedded.expressions.update_values import Outcome, compiled_outcome, type_in_any_case
from cairn.dynamo.embedded.values import check_nesting
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import AttributeValue, Item


@dataclass(frozen=True, slots=True, eq=False)
class CompiledUpdate:
    outcomes: tuple[Outcome, ...] | None  # None when the text is faulty whatever its placeholders stand for
    paths: tuple[PathParts, ...]
    heads: tuple[str, ...] | None  # the paths as written when none of them goes into a map or list
    written: tuple[Node | None, ...]  # what each action writes or adds
    requirements: Requirements
    doubtful: tuple[Node, ...]  # what names and values that meet the requirements can still make faulty


class Update:
    """Makes a new item of an old one; a missing item is its key, or `{}`."""

    __slots__ = ("_attributes", "_names", "_outcomes", "_paths", "_values", "_written")

    def __init__(
        self,
        outcomes: tuple[Outcome, ...],
        bindings: Bindings,
        written: tuple[Node | None, ...],
        *,
        paths: tuple[PathParts, ...] = (),
        attributes: list[str] | None = None,
    ) -> None:
        self._paths = paths
        self._attributes = attributes  # instead of the paths, when none of them goes into a map or list
        self._outcomes = outcomes
        self._written = written
        self._names: Names = bindings.names
        self._values: Values = bindings.values

    def __call__(self, item: Item) -> Item:
        if self._attributes is None:
            return self._apply_to_document(item)
        names = self._names
        values = self._values
        new: Item = item.copy()
        for attribute, outcome in zip(self._attributes, self._outcomes, strict=False):
            value = outcome(item, names, values)
            if value is None:
                new.pop(attribute, None)
            else:
                new[attribute] = value
        return new

    @property
    def top_level_names(self) -> frozenset[str]:
        """The attributes that the update touches."""
        if self._attributes is not None:
            return frozenset(self._attributes)
        return frozenset([str(path[0]) for path in self._paths])

    @property
    def nested_names(self) -> frozenset[str]:
        """The attributes that the update enters, which no attribute of a key can be."""
        return frozenset([str(path[0]) for path in self._paths if len(path) > 1])

    @property
    def types_written(self) -> dict[str, str]:
        """Of whole attributes the type that the update gives them, or adds to, whatever the item is."""
        paths = self._paths if self._attributes is None else [(name,) for name in self._attributes]
        types = {
            str(path[0]): type_in_any_case(value, self._values)
            for path, value in zip(paths, self._written, strict=True)
            if len(path) == 1
        }
        return {name: kind for name, kind in types.items() if kind is not None}

    def before(self, old: Item) -> Item:
        """Of the item as it was, what the update touches."""
        return Projection(self._paths, self._attributes)(old)

    def after(self, new: Item) -> Item:
        """Of the item as it has become, what the update touched."""
        return Projection(self._paths, self._attributes)(new)

    def _apply_to_document(self, item: Item) -> Item:
        changes: Changes = {}
        for path, outcome in zip(self._paths, self._outcomes, strict=True):
            _check_place(item, path)
            branch = changes
            for part in path[:-1]:
                branch = branch.setdefault(part, {})
            branch[path[-1]] = _Change(outcome(item, self._names, self._values))
        new = _changed_attributes(item, changes)
        check_nesting({str(name): new[str(name)] for name in changes if str(name) in new})
        return new


class _Change:
    """What shall be at a place; None for nothing."""

    __slots__ = ("value",)

    def __init__(self, value: AttributeValue | None) -> None:
        self.value = value


Changes = dict[str | int, Any]  # a `_Change`, or the changes within, by name or index


@cached_by_text
def compiled_update(text: str) -> CompiledUpdate:
    parsed = parsed_update(text)
    outcomes: tuple[Outcome, ...] | None = None
    try:
        check_update(parsed, AnyBindings())
        outcomes = tuple(map(compiled_outcome, parsed.actions))
    except ExpressionFault:
        pass  # what a request binds may be at fault before that
    nodes = [node for of_action in parsed.nodes for node in of_action]
    paths = tuple(action.path.parts for action in parsed.actions)
    return CompiledUpdate(
        outcomes,
        paths,
        None if any(len(path) > 1 for path in paths) else tuple(str(name) for [name] in paths),
        tuple(None if action.section == "DELETE" else action.value for action in parsed.actions),
        requirements([*nodes, *(action.path for action in parsed.actions)], allowed_types(parsed)),
        tuple(node for node in nodes if is_doubtful(node)),
    )


def bound_update(text: str, compiled: CompiledUpdate, bindings: Bindings) -> Update:
    outcomes = compiled.outcomes
    if outcomes is None or not compiled.requirements.are_met_by(bindings):
        check_update(parsed_update(text), bindings)
        raise AssertionError(text)
    for node in compiled.doubtful:
        _check_all_if_faulty(node, text, bindings)
    names = bindings.names
    if compiled.heads is not None:
        attributes = [names.get(head, head) for head in compiled.heads]
        if len(set(attributes)) == len(attributes):
            return Update(outcomes, bindings, compiled.written, attributes=attributes)
    return Update(outcomes, bindings, compiled.written, paths=bindings.paths(compiled.paths))


def _check_all_if_faulty(node: Node, text: str, bindings: Bindings) -> None:
    try:
        check_value(node, bindings)
    except ExpressionFault:
        check_update(parsed_update(text), bindings)  # there may be one that DynamoDB tells first


def _check_place(item: Item, path: PathParts) -> None:
    """What leads to a place has to be there, and be a map or a list as the path wants."""
    if len(path) > 1:
        head, *parents, last = path
        parent = descend(item.get(str(head)), parents, {})
        if parent is None or ("L" if isinstance(last, int) else "M") not in parent:
            raise ValidationException(
                "The document path provided in the update expression is invalid for update"
            )


def _changed_attributes(item: Item, changes: Changes) -> Item:
    new = item.copy()
    for part, change in changes.items():
        name = str(part)
        value = change.value if isinstance(change, _Change) else _changed(item[name], change)
        if value is None:
            new.pop(name, None)
        else:
            new[name] = value
    return new


def _changed(value: AttributeValue, changes: Changes) -> AttributeValue:
    if "M" in value:
        return {"M": _changed_attributes(value["M"], changes)}
    elements: list[AttributeValue | None] = list(value["L"])
    for index in sorted(changes, key=int):
        change = changes[index]
        if not isinstance(change, _Change):
            elements[int(index)] = _changed(value["L"][index], change)
        elif int(index) < len(elements):
            elements[int(index)] = change.value
        else:
            elements.append(change.value)  # there are no gaps beyond the end
    return {"L": [element for element in elements if element is not None]}

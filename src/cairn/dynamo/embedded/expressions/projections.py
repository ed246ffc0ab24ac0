"""Projections: the parts of an item that paths lead to, lists closed up around what was not asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from cairn.dynamo.embedded.expressions.bindings import Bindings
from cairn.dynamo.embedded.expressions.cache import cached_by_text
from cairn.dynamo.embedded.expressions.requirements import Requirements, requirements
from cairn.dynamo.embedded.expressions.syntax import PathParts
from cairn.dynamo.embedded.expressions.update_grammar import parsed_projection
from cairn.dynamo.seam import AttributeValue, Item

Branch = dict[str | int, Any]  # what is wanted within a value, by name or index; empty when all of it is


@dataclass(frozen=True, slots=True, eq=False)
class CompiledProjection:
    paths: tuple[PathParts, ...]
    requirements: Requirements
    heads: tuple[str, ...] | None  # the paths as written when none of them goes into a map or list


class Projection:
    """Takes from an item what its paths lead to."""

    __slots__ = ("_names", "_paths", "_wanted")

    def __init__(self, paths: Sequence[PathParts], names: Sequence[str] | None = None) -> None:
        self._paths = paths
        self._names = names  # instead of the paths, when none of them goes into a map or list
        self._wanted: Branch = {}
        if names is None:
            for path in paths:
                branch = self._wanted
                for part in path:
                    branch = branch.setdefault(part, {})

    def __call__(self, item: Item) -> Item:
        if self._names is not None:
            return {name: item[name] for name in self._names if name in item}
        return _selected(item, self._wanted)

    @property
    def top_level_names(self) -> frozenset[str]:
        """The attributes that are asked for, in whole or in part."""
        return frozenset(self._names if self._names is not None else [str(path[0]) for path in self._paths])

    @property
    def nested_names(self) -> frozenset[str]:
        """The attributes that a path enters, which no attribute of a key can be."""
        return frozenset(str(path[0]) for path in self._paths if len(path) > 1)


@cached_by_text
def compiled_projection(text: str) -> CompiledProjection:
    paths = parsed_projection(text)
    heads = [str(path.parts[0]) for path in paths if len(path.parts) == 1]
    return CompiledProjection(
        tuple(path.parts for path in paths),
        requirements(paths, ()),
        tuple(heads) if len(heads) == len(paths) else None,
    )


def bound_projection(compiled: CompiledProjection, bindings: Bindings) -> Projection:
    if compiled.heads is not None and compiled.requirements.are_met_by(bindings):
        given = bindings.names
        names = [given.get(head, head) for head in compiled.heads]
        if len(set(names)) == len(names):
            return Projection((), names)
    return Projection(bindings.paths(compiled.paths))


def _selected(item: Item, branch: Branch) -> Item:
    found = {name: _within(item[name], wanted) for name, wanted in branch.items() if name in item}
    return {name: value for name, value in found.items() if value is not None}


def _within(value: AttributeValue, branch: Branch) -> AttributeValue | None:
    if not branch:
        return value
    if isinstance(next(iter(branch)), str):
        attributes = _selected(value.get("M", {}), branch)
        return {"M": attributes} if attributes else None
    elements: list[AttributeValue] = value.get("L", [])
    found = [
        _within(elements[int(index)], branch[index])
        for index in sorted(branch, key=int)
        if int(index) < len(elements)
    ]
    kept = [element for element in found if element is not None]
    return {"L": kept} if kept else None

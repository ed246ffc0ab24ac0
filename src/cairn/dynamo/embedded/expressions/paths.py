"""Document paths: their names put in for placeholders, looked up in items, and checked against one another."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cairn.dynamo.embedded.expressions.faults import ExpressionFault, described
from cairn.dynamo.embedded.expressions.syntax import PathParts
from cairn.dynamo.seam import AttributeValue, Item

Names = Mapping[str, str]
Values = Mapping[str, AttributeValue]
Lookup = Callable[[Item, Names, Values], AttributeValue | None]


def resolved(parts: PathParts, names: Names) -> PathParts:
    """The path with names in place of placeholders, which have to be defined."""
    # What is written out in an expression can't begin with `#`, and placeholders always do.
    return tuple(part if isinstance(part, int) else names.get(part, part) for part in parts)


def placeholders(parts: PathParts) -> list[str]:
    return [part for part in parts if isinstance(part, str) and part[0] == "#"]


def lookup(parts: PathParts) -> Lookup:
    """A function that finds what the path leads to in an item, or None."""
    head = str(parts[0])
    if len(parts) > 1:
        return _nested_lookup(head, parts[1:])
    if head[0] == "#":
        return lambda item, names, _values: item.get(names[head])
    return lambda item, _names, _values: item.get(head)


def _nested_lookup(head: str, rest: Sequence[str | int]) -> Lookup:
    def find(item: Item, names: Names, _values: Values) -> AttributeValue | None:
        return descend(item.get(names.get(head, head)), rest, names)

    return find


def descend(value: AttributeValue | None, parts: Sequence[str | int], names: Names) -> AttributeValue | None:
    """Where the parts lead from a value, or None."""
    for part in parts:
        if value is None:
            return None
        content: Any
        if isinstance(part, int):
            content = value.get("L")
            value = content[part] if content is not None and part < len(content) else None
        else:
            content = value.get("M")
            value = None if content is None else content.get(names.get(part, part))
    return value


class Places:
    """The places that the paths of an expression lead to, of which none may lie within another."""

    def __init__(self) -> None:
        self._tree: dict[str | int, Any] = {}
        self._paths: list[PathParts] = []

    def add(self, path: PathParts) -> None:
        """Has to be called from the last path of the expression to the first, as DynamoDB looks at them."""
        if not self._insert(path):
            for other in reversed(self._paths):
                _check_pair(path, other)
        self._paths.append(path)

    def _insert(self, path: PathParts) -> bool:
        """Whether the path stands apart from those inserted so far."""
        branch = self._tree
        for depth, part in enumerate(path):
            if depth and not branch:
                return False  # another path ends here
            if branch and isinstance(next(iter(branch)), int) is not isinstance(part, int):
                return False
            if part not in branch:
                for new in path[depth:]:
                    branch = branch.setdefault(new, {})
                return True
            branch = branch[part]
        return False


def _check_pair(one: PathParts, two: PathParts) -> None:
    fault = "overlap"
    for a, b in zip(one, two, strict=False):
        if isinstance(a, int) is not isinstance(b, int):
            fault = "conflict"
            break
        if a != b:
            return
    raise ExpressionFault(
        f"Two document paths {fault} with each other; must remove or rewrite one of these paths; "
        f"path one: {described(one)}, path two: {described(two)}"
    )

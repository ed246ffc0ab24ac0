"""What a text asks of the names and values that it is bound to, in a form that is quick to check.

Whoever finds a requirement unmet goes the long way through all checks, which finds DynamoDB's words for it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from cairn.dynamo.embedded.expressions.bindings import Bindings
from cairn.dynamo.embedded.expressions.paths import placeholders
from cairn.dynamo.embedded.expressions.syntax import Node, Path, Value


@dataclass(frozen=True, slots=True, eq=False)
class Requirements:
    names: frozenset[str]  # the placeholders in the text
    values: frozenset[str]
    types: tuple[tuple[str, frozenset[str]], ...]  # the types that placeholders of values may have

    def are_met_by(self, bindings: Bindings) -> bool:
        values = bindings.values
        if not bindings.names.keys() >= self.names or not values.keys() >= self.values:
            return False
        if not self.types:
            return True
        return not any(allowed.isdisjoint(values[placeholder]) for placeholder, allowed in self.types)


def requirements(nodes: Iterable[Node], types: Iterable[tuple[Node, frozenset[str]]]) -> Requirements:
    """`types` are operands with what they may be."""
    names: set[str] = set()
    values: set[str] = set()
    for node in nodes:
        if isinstance(node, Path):
            names.update(placeholders(node.parts))
        elif isinstance(node, Value):
            values.add(node.placeholder)
    return Requirements(
        frozenset(names),
        frozenset(values),
        tuple((operand.placeholder, allowed) for operand, allowed in types if isinstance(operand, Value)),
    )

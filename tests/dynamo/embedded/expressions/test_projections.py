"""Projections: what they take from an item, and what is wrong with them."""

import pytest

from cairn.dynamo.seam import Item
from tests.dynamo.embedded.expressions.cast import ITEM, fault, projection

TAKEN: dict[str, Item] = {
    "a": {"a": {"N": "1"}},
    "a, b": {"a": {"N": "1"}, "b": {"S": "hello"}},
    "m.x": {"m": {"M": {"x": {"N": "5"}}}},
    "c[0]": {"c": {"L": [{"N": "1"}]}},
    "c[2], c[0]": {"c": {"L": [{"N": "1"}, {"N": "3"}]}},
    "c[0], c[1]": {"c": {"L": [{"N": "1"}, {"N": "2"}]}},
    "m.y[1].z": {"m": {"M": {"y": {"L": [{"M": {"z": {"S": "deep"}}}]}}}},
    "m.y[1]": {"m": {"M": {"y": {"L": [{"M": {"z": {"S": "deep"}}}]}}}},
    "m.y[1].z, m.y[0]": {"m": {"M": {"y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}}}},
    "m.y[9]": {},
    "m.q": {},
    "q": {},
    "q.r": {},
    "a.b": {},
    "c[7]": {},
    "c.x": {},
    "#n": {},
    "c[0].x": {},
    "m.x, m.y": {"m": {"M": {"x": {"N": "5"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}}}},
    "m.x,m.y[0]": {"m": {"M": {"x": {"N": "5"}, "y": {"L": [{"S": "q"}]}}}},
    "c[1].q, c[0]": {"c": {"L": [{"N": "1"}]}},
    "m.y[0].q, m.y[1].z": {"m": {"M": {"y": {"L": [{"M": {"z": {"S": "deep"}}}]}}}},
    "PK": {"PK": {"S": "p"}},
    "bin, bs": {"bin": {"B": b"hello"}, "bs": {"BS": [b"hello"]}},
    "m.y[0].q": {},
    "#n, a": {"a": {"N": "1"}},
}

FAULTS: dict[str, str] = {
    "a, a, b": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
    "b, a, a": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
    "a, b, a, d": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
    "a[0].b, a[0][1]": "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, [0], b], path two: [a, [0], [1]]",
    "b[0], a[0], a.c, b.c": "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [a, [0]], path two: [a, c]",
    "b.c, a[0], b, a.c, b": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [b], path two: [b]",
    "#z, #y": "An expression attribute name used in the document path is not defined; attribute name: #y",
    "a[0].b, a[0][1], a, b": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a, [0], [1]], path two: [a]",
    "m.a, m.b, m.c, m.b": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, b], path two: [m, b]",
    "m.a, m, q": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, a], path two: [m]",
    "a, a": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
    "a, a.b": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a, b]",
    "m.x, m": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, x], path two: [m]",
    "m, m.x": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m], path two: [m, x]",
    "m.x, m.x": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [m, x], path two: [m, x]",
    "m.x, m[0]": "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [m, x], path two: [m, [0]]",
    "c[0], c.x": "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [c, [0]], path two: [c, x]",
    "name": "Attribute name is a reserved keyword; reserved keyword: name",
    "#n.name": "Attribute name is a reserved keyword; reserved keyword: name",
    "name, #n, a, a": "Attribute name is a reserved keyword; reserved keyword: name",
    "a, a, #n": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
    "#n, a, a": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
    "a, a, name": "Attribute name is a reserved keyword; reserved keyword: name",
    "c[99999999999], name": "List index is not within the allowable range; index: [99999999999]",
    "name, c[99999999999]": "Attribute name is a reserved keyword; reserved keyword: name",
    "m[0], m.x, a, a": "Two document paths overlap with each other; must remove or rewrite one of these paths; path one: [a], path two: [a]",
    "a, a, m[0], m.x": "Two document paths conflict with each other; must remove or rewrite one of these paths; path one: [m, [0]], path two: [m, x]",
}


@pytest.mark.parametrize(("text", "taken"), TAKEN.items())
def test_projection_takes_what_its_paths_lead_to(text: str, taken: Item) -> None:
    assert projection(text)(ITEM) == taken


@pytest.mark.parametrize(("text", "message"), FAULTS.items())
def test_faulty_projection_is_refused(text: str, message: str) -> None:
    assert fault("projection", text) == f"Invalid ProjectionExpression: {message}"


def test_projection_knows_the_attributes_it_takes_and_enters() -> None:
    taking = projection("#a, m.x, c[0]")
    assert taking.top_level_names == {"a", "m", "c"}
    assert taking.nested_names == {"m", "c"}
    assert projection("b, #a").top_level_names == {"a", "b"}

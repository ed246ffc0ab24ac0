"""One item, values and names for all tests of expressions, and short ways to ask them something."""

import re
from typing import Any

import pytest

from cairn.dynamo.embedded.expressions import Condition, Expressions, KeyConditions, Projection, Update
from cairn.dynamo.embedded.keys import KeyAttribute, KeySchema
from cairn.dynamo.errors import ValidationException
from cairn.dynamo.seam import AttributeValue, Item

SCHEMA = KeySchema(KeyAttribute("PK", "S"), KeyAttribute("SK", "S"))

ITEM: Item = {
    "PK": {"S": "p"},
    "SK": {"S": "s"},
    "a": {"N": "1"},
    "b": {"S": "hello"},
    "b2": {"B": b"hello!"},
    "bin": {"B": b"hello"},
    "bs": {"BS": [b"hello"]},
    "c": {"L": [{"N": "1"}, {"N": "2"}, {"N": "3"}]},
    "e": {"S": "é"},
    "els": {"L": []},
    "em": {"S": "😀x"},
    "ll": {
        "L": [
            {"M": {"k": {"S": "v"}}},
            {"L": [{"N": "1"}]},
            {"SS": ["x", "y"]},
            {"NULL": True},
            {"S": "hello"},
        ]
    },
    "m": {"M": {"x": {"N": "5"}, "y": {"L": [{"S": "q"}, {"M": {"z": {"S": "deep"}}}]}}},
    "mm": {"M": {"k": {"S": "v"}}},
    "n2": {"N": "10"},
    "n3": {"N": "-5"},
    "ns": {"NS": ["1", "2"]},
    "nul": {"NULL": True},
    "ss": {"SS": ["x", "y"]},
    "ss2": {"SS": ["x", "y"]},
    "t": {"BOOL": True},
}

VALUES: dict[str, AttributeValue] = {
    ":v": {"N": "1"},
    ":w": {"N": "2"},
    ":one": {"N": "1.00"},
    ":two": {"N": "2.0"},
    ":three": {"N": "3"},
    ":five": {"N": "5"},
    ":ten": {"N": "10"},
    ":b": {"B": b"hello"},
    ":bb": {"B": b"he"},
    ":bs": {"BS": [b"hello"]},
    ":e": {"S": ""},
    ":h": {"S": "hello"},
    ":hell": {"S": "hell"},
    ":k": {"S": "s"},
    ":l": {"L": [{"N": "1"}]},
    ":L": {"S": "L"},
    ":m": {"M": {"k": {"S": "v"}}},
    ":n": {"NULL": True},
    ":ns": {"NS": ["1"]},
    ":p": {"S": "p"},
    ":s": {"S": "x"},
    ":ss": {"SS": ["x"]},
    ":SS": {"S": "SS"},
    ":t": {"BOOL": True},
    ":y": {"S": "a"},
    ":yx": {"SS": ["y", "x"]},
    ":z": {"S": "z"},
}
NAMES = {"#n": "x", "#a": "a", "#dotted": "a.b"}


def placeholders(text: str) -> tuple[dict[str, str] | None, dict[str, AttributeValue] | None]:
    """Those of the names and values that the text uses; None where it uses none."""
    used = set(re.findall(r"[#:]\w+", text))
    names = {placeholder: name for placeholder, name in NAMES.items() if placeholder in used}
    values = {placeholder: value for placeholder, value in VALUES.items() if placeholder in used}
    return names or None, values or None


def expressions(text: str) -> Expressions:
    """A request with those of the values and names that the text uses."""
    return Expressions(*placeholders(text))


def condition(text: str) -> Condition:
    return expressions(text).condition(text)


def projection(text: str) -> Projection:
    return expressions(text).projection(text)


def update(text: str) -> Update:
    return expressions(text).update(text)


def key_conditions(text: str) -> KeyConditions:
    return expressions(text).key_conditions(text)


def fault(kind: str, text: str) -> str:
    """What is wrong with an expression."""
    with pytest.raises(ValidationException) as caught:
        getattr(expressions(text), kind)(text)
    return caught.value.message


def changes(text: str) -> dict[str, Any]:
    """What an update makes of the item: attributes that are new or other than before, None for those that are gone."""
    before = {name: dict(value) for name, value in ITEM.items()}
    after = update(text)(ITEM)
    assert before == ITEM
    return {name: after.get(name) for name in ITEM.keys() | after.keys() if after.get(name) != ITEM.get(name)}

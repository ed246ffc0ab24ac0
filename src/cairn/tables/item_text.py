"""An item as text: for people, a line an attribute; for machines, DynamoDB's own JSON."""

import base64
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final

from cairn.dynamo.seam import AttributeValue, Item
from cairn.tables.browsing import Found, Look


def heading(found: Found, look: Look) -> tuple[str, str]:
    """What an item is, and its keys: `Goal`, `PK=USER#1 SK=…`."""
    names = dict.fromkeys((*look.table.key_names, *(look.index.key_names if look.index else ())))
    keys = " ".join(f"{name}={_key(found.item[name])}" for name in names if name in found.item)
    return found.layout.entity.__name__ if found.layout else "not declared", keys


def attribute_lines(found: Found, look: Look) -> Iterator[tuple[str, str]]:
    """Each attribute that the heading does not tell, in the order of the declaration; then those unknown to it."""
    shown = {*look.table.key_names, *(look.index.key_names if look.index else ())}
    declared = list(found.layout.by_attribute) if found.layout else []
    order = {name: place for place, name in enumerate(declared)}
    for name in sorted(found.item.keys() - shown, key=lambda name: (order.get(name, len(order)), name)):
        value = found.item[name]
        yield printable(name), value_text(value) + (_moment(value) if name == look.table.ttl else "")


def as_json(found: Found) -> str:
    """One line of JSON, which loses nothing."""
    line = {
        "kind": found.layout.entity.__name__ if found.layout else None,
        "item": found.item,
        **({"fault": found.fault} if found.fault else {}),
    }
    return json.dumps(line, ensure_ascii=False, default=_base64)


def value_text(value: AttributeValue) -> str:
    """A value as people read it. Text stands in quotation marks, so that the text 1 is not the number 1."""
    [(kind, content)] = value.items()
    return _TEXTS[kind](content)


def printable(text: str) -> str:
    """The text, with whatever could command a terminal written as its code."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


def _key(value: AttributeValue) -> str:
    return printable(value["S"]) if "S" in value else value_text(value)


def _quoted(text: str) -> str:
    return printable(json.dumps(text, ensure_ascii=False))


def _bytes(content: Any) -> str:
    return f"base64 {_base64(content)}"


def _base64(content: Any) -> str:
    return base64.b64encode(bytes(content)).decode()


def _moment(value: AttributeValue) -> str:
    try:
        return f" ({datetime.fromtimestamp(int(value['N']), UTC):%Y-%m-%dT%H:%M:%SZ})"
    except (KeyError, ValueError, OverflowError, OSError):
        return ""


def _set(content: list[Any], text: Callable[[Any], str]) -> str:
    return "{" + ", ".join(map(text, sorted(content))) + "}"


def _map(content: Item) -> str:
    return "{" + ", ".join(f"{printable(name)}: {value_text(each)}" for name, each in content.items()) + "}"


_TEXTS: Final[Mapping[str, Callable[[Any], str]]] = {
    "S": _quoted,
    "N": str,
    "B": _bytes,
    "BOOL": lambda flag: "true" if flag else "false",
    "NULL": lambda _: "null",
    "SS": lambda content: _set(content, _quoted),
    "NS": lambda content: "{" + ", ".join(sorted(content, key=float)) + "}",
    "BS": lambda content: _set(content, _bytes),
    "M": _map,
    "L": lambda content: "[" + ", ".join(map(value_text, content)) + "]",
}

"""What each access pattern asks of DynamoDB, and what the answer is charged.

The request is the one that a program sends, made with sample values. Sizes are those of examples, unless they are
given; the rounding is the engine's own.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from inspect import Parameter, signature
from typing import Any, Final, Literal
from uuid import UUID

from cairn.dynamo.embedded.capacity import page_units, read_units
from cairn.dynamo.embedded.values import checked_item
from cairn.dynamo.seam import AttributeValue
from cairn.tables.access_patterns import AccessPattern
from cairn.tables.errors import DeclarationError, KeyValueError
from cairn.tables.keys import Ref
from cairn.tables.queries import Query
from cairn.tables.samples import Text, entry, example_item, named, sample
from cairn.tables.table import Index

PAGE_BYTES: Final = 1024 * 1024
_PLACEHOLDER: Final = re.compile(r"[#:][0-9]+")
_CONDITIONS: Final = ("KeyConditionExpression", "FilterExpression")


@dataclass(frozen=True, slots=True)
class Explanation:
    """One access pattern: its request, and what is read when so many items of such a size answer it.

    `consistent_units` is None where an index is read, which can't be done consistently.
    """

    pattern: AccessPattern
    operation: Literal["GetItem", "Query"]
    request: Mapping[str, Any]
    index: Index | None
    question: str
    filter: str | None
    items: int
    item_bytes: int
    requests: int
    units: float
    consistent_units: float | None

    @property
    def bytes(self) -> int:
        return self.items * self.item_bytes


def asked(pattern: AccessPattern, text: Text) -> Query[Any] | Ref[Any]:
    """The pattern's question, with a sample for each parameter that has no default."""
    wanted = [each for each in signature(pattern.ask).parameters.values() if each.default is Parameter.empty]
    samples = {
        each.name: sample(pattern.parameters[each.name], each.name, text, place)
        for place, each in enumerate(wanted)
    }
    positional = [samples.pop(each.name) for each in wanted if each.kind is not Parameter.KEYWORD_ONLY]
    try:
        return pattern.ask(*positional, **samples)
    except KeyValueError as fault:
        raise DeclarationError(f"{pattern}: no sample value fits: {fault}") from fault


def explain(
    pattern: AccessPattern, *, stage: str, items: int = 25, item_bytes: int | None = None
) -> Explanation:
    """What a pattern costs when `items` answer it, each of `item_bytes` or of the size of an example."""
    question = asked(pattern, named)
    ids = {
        str(sample(UUID, name, number=place)): named(name) for place, name in enumerate(pattern.parameters)
    }
    if isinstance(question, Ref):
        size = item_bytes or _size(example_item(question.layout))
        return Explanation(
            pattern,
            "GetItem",
            {"TableName": question.layout.table.name_at(stage), "Key": question.key},
            None,
            _readable(" AND ".join(f"{name} = {_told(value)}" for name, value in question.key.items()), ids),
            None,
            1,
            size,
            1,
            read_units(size, consistent=False),
            read_units(size, consistent=True),
        )
    request = question.request(stage)
    size = item_bytes or _average_size(question)
    if question.most is not None and not question.conditions:
        request["Limit"] = question.most
        items = min(items, question.most)
    pages = _pages(items, size)
    key_condition, wanted = (_filled(request, name) for name in _CONDITIONS)
    return Explanation(
        pattern,
        "Query",
        request,
        question.index,
        _readable(key_condition or "", ids),
        None if wanted is None else _readable(wanted, ids),
        items,
        size,
        len(pages),
        sum(page_units(page, consistent=question.is_consistent) for page in pages),
        None if question.index else sum(page_units(page, consistent=True) for page in pages),
    )


def _average_size(query: Query[Any]) -> int:
    """The size of what one item adds to an answer, where several entities answer: on average."""
    sizes = [
        _size(entry(example_item(layout), plan))
        for layout, plan in zip(query.layouts, query.plans, strict=True)
    ]
    return round(sum(sizes) / len(sizes))


def _size(item: Mapping[str, AttributeValue]) -> int:
    return checked_item(item)[1]


def _pages(items: int, size: int) -> list[int]:
    """The bytes of each page. DynamoDB ends a page with the item that makes it a megabyte."""
    on_a_page = -(-PAGE_BYTES // size)
    whole, rest = divmod(items, on_a_page)
    pages = [on_a_page * size] * whole
    return [*pages, rest * size] if rest or not pages else pages


def _filled(request: Mapping[str, Any], name: str) -> str | None:
    """An expression with its names and values in place of the placeholders."""
    expression = request.get(name)
    if expression is None:
        return None
    names = request.get("ExpressionAttributeNames", {})
    values = request.get("ExpressionAttributeValues", {})

    def fill(found: re.Match[str]) -> str:
        placeholder = found[0]
        return str(names[placeholder]) if placeholder in names else _told(values[placeholder])

    return _PLACEHOLDER.sub(fill, expression)


def _told(value: AttributeValue) -> str:
    [content] = value.values()
    return str(content)


def _readable(question: str, ids: Mapping[str, str]) -> str:
    for value, name in ids.items():
        question = question.replace(value, name)
    return question.replace("\U0010ffff", "…").replace("\0", "+")

"""What a document lists, and what a declaration has, compared by name: attributes, indexes, access patterns."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from cairn.dynamo.seam import Dynamo
from cairn.tables import (
    AccessPattern,
    Counted,
    Cursors,
    Entity,
    Query,
    Table,
    Tables,
    access_patterns,
    assert_calls,
)

CURSORS = Cursors(b"a secret of thirty-two bytes, say")


def counted_tables(dynamo: Dynamo, stage: str = "prod") -> Tables:
    """Tables whose requests `answer_of` counts."""
    return Tables(Counted(dynamo), cursors=CURSORS, stage=stage)


def attributes_of(entity: type[Entity]) -> set[str]:
    """Every attribute that an item of this entity may have, those of its keys among them."""
    layout = entity.__layout__
    of_keys = {half.attribute for plan in layout.plans.values() for half in (plan.pk, plan.sk)}
    return {*layout.known_attributes, *of_keys}


def templates_of(entity: type[Entity]) -> dict[str, str]:
    """Each attribute that holds a key, and what it is made from."""
    return {
        half.attribute: half.template.text
        for plan in entity.__layout__.plans.values()
        for half in (plan.pk, plan.sk)
    }


def snake_case(template: str) -> str:
    """`USER#{userId}` as declarations write it: `USER#{user_id}`."""
    return re.sub(
        r"\{(\w+)\}",
        lambda found: "{" + re.sub("[A-Z]", lambda each: "_" + each[0].lower(), found[1]) + "}",
        template,
    )


def assert_agrees(
    where: str,
    documented: Iterable[str],
    declared: Iterable[str],
    *,
    besides: Mapping[str, str] | None = None,
) -> None:
    """Fails by name where a document and its declaration differ. `besides` gives what is declared on top, and why."""
    listed, has, added = set(documented), set(declared), set(besides or {})
    faults = {
        "in the document, but not declared": listed - has,
        "declared, but not in the document": has - listed - added,
        "said to be declared on top, but is not": added - has,
        "said to be declared on top, but is in the document": added & listed,
    }
    told = [f"{what}: {', '.join(sorted(names))}" for what, names in faults.items() if names]
    if told:
        raise AssertionError(f"{where}: " + "; ".join(told))


def pattern_named(table: Table, title: str) -> AccessPattern:
    """The one access pattern of a table that has this title."""
    found = [each for each in access_patterns(table) if each.title == title]
    if len(found) != 1:
        told = ", ".join(map(str, found)) or "none"
        raise AssertionError(f"{table.name}: one access pattern is titled {title!r}, found {told}")
    return found[0]


async def answer_of(tables: Tables, asked: Any) -> list[Any]:
    """What a query or a reference finds. Fails when that takes more than one request."""
    if isinstance(asked, Query):
        with assert_calls(tables.dynamo, queries=1):
            return await tables.all(asked)
    with assert_calls(tables.dynamo, reads=1):
        found = await tables.get(asked)
    return [] if found is None else [found]

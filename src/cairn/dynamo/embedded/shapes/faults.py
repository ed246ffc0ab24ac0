"""AWS's list of what a request's values break: absences, lengths, patterns, ranges, enumerations."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cairn.dynamo.embedded.shapes import names
from cairn.dynamo.embedded.shapes.shape import (
    AttributeMap,
    Boolean,
    Integer,
    ListOf,
    MapOf,
    Shape,
    String,
    Structure,
    TableName,
    entries_of,
    members_of,
)


def faults_of(shape: Shape, value: Any, place: str = "") -> Iterator[str]:
    """Each fault as AWS tells it, lazily. A member that is None is as good as left out; in a list or a map it is
    a fault.
    """
    if value is None:
        yield f"Value null at '{place}' failed to satisfy constraint: Member must not be null"
        return
    match shape:
        case Structure():
            for name, member in shape.members.items():
                inner = f"{place}{'.' if place else ''}{name[0].lower()}{name[1:]}"
                nested = value.get(name)
                if nested is not None or name in shape.required:
                    yield from faults_of(member, nested, inner)
        case ListOf():
            yield from _told(shape, value, place, _breaks_length(shape.fewest, shape.most, len(value)))
            for number, member in enumerate(members_of(value), 1):
                yield from faults_of(shape.member, member, f"{place}.{number}.member")
        case MapOf():
            yield from _told(shape, value, place, _breaks_length(shape.fewest, shape.most, len(value)))
            yield from _told(shape, value, place, _breaks_of_keys(shape, value))
            yield from _told(shape, value, place, _breaks_of_values(shape, value))
            for key, member in entries_of(value):
                inner = f"{place}.{key}.member"
                if isinstance(shape.value, ListOf) and member is not None:
                    # Its length is told above, of the map.
                    for number, each in enumerate(members_of(member), 1):
                        yield from faults_of(shape.value.member, each, f"{inner}.{number}.member")
                else:
                    yield from faults_of(shape.value, member, inner)
        case _:
            yield from _told(shape, value, place, _breaks(shape, value))


def _told(shape: Shape, value: Any, place: str, constraints: Iterator[str]) -> Iterator[str]:
    for constraint in constraints:
        shown = _shown(shape, value)
        at = f"Value at '{place}'" if shown is None else f"Value '{shown}' at '{place}'"
        yield f"{at} failed to satisfy constraint: {constraint}"


def _breaks(shape: Shape, value: Any) -> Iterator[str]:
    match shape:
        case TableName():
            if not names.is_arn(value):
                # The service's model asks for one character; the rules for names come after it.
                if value:
                    yield from _breaks_pattern(names.PATTERN, value)
                yield from _breaks_length(names.SHORTEST if value else 1, names.LONGEST, len(value))
        case String():
            if shape.pattern is not None:
                yield from _breaks_pattern(shape.pattern, value)
            yield from _breaks_length(shape.shortest, shape.longest, len(value))
            if shape.one_of and value not in shape.one_of:
                yield f"Member must satisfy enum value set: [{', '.join(shape.one_of)}]"
        case Integer():
            if shape.least is not None and value < shape.least:
                yield f"Member must have value greater than or equal to {shape.least}"
            if shape.most is not None and value > shape.most:
                yield f"Member must have value less than or equal to {shape.most}"
        case _:
            pass


def _breaks_pattern(pattern: str, value: str) -> Iterator[str]:
    if not re.fullmatch(pattern, value):
        yield f"Member must satisfy regular expression pattern: {pattern}"


def _breaks_length(shortest: int | None, longest: int | None, length: int) -> Iterator[str]:
    if shortest is not None and length < shortest:
        yield f"Member must have length greater than or equal to {shortest}"
    if longest is not None and length > longest:
        yield f"Member must have length less than or equal to {longest}"


def _breaks_of_keys(shape: MapOf, value: Mapping[str, Any]) -> Iterator[str]:
    if shape.keyed_by_table:
        for key, _ in entries_of(value):
            if not names.is_arn(key) and not names.name.fullmatch(key):
                yield (
                    "Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member "
                    "must have length greater than or equal to 3, Member must satisfy regular expression pattern: "
                    f"{names.PATTERN}]"
                )


def _breaks_of_values(shape: MapOf, value: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(shape.value, ListOf):
        fewest, most = shape.value.fewest, shape.value.most
        for _, member in entries_of(value):
            if member is not None and any(_breaks_length(fewest, most, len(member))):
                yield (
                    f"Map value must satisfy constraint: [Member must have length less than or equal to {most}, "
                    f"Member must have length greater than or equal to {fewest}]"
                )


def _shown(shape: Shape, value: Any) -> str | None:
    """None for what holds items or keys, which AWS keeps out of its messages."""
    if value is None:
        return "null"
    match shape:
        case String() | TableName() | Integer():
            return str(value)
        case Boolean():
            return "true" if value else "false"
        case ListOf():
            shown = [_shown(shape.member, member) for member in members_of(value)]
            return None if None in shown else f"[{', '.join(map(str, shown))}]"
        case Structure():
            members = {name: _shown(member, value.get(name)) for name, member in shape.members.items()}
            if None in members.values():
                return None
            inner = ", ".join(f"{name[0].lower()}{name[1:]}={shown}" for name, shown in members.items())
            return f"{shape.name}({inner})"
        case AttributeMap() | MapOf():
            return None if value else "{}"

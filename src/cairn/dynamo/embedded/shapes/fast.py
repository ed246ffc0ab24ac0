"""The fast road: a declaration compiled once into a test that passes a faultless request.

A test says yes only when nothing is wrong. No is not yet a fault: what is merely unusual, a member that is None or a
mapping that is no dict, goes on to the slow road, which decides.
"""

from collections.abc import Callable
from typing import Any

from cairn.dynamo.embedded.shapes import names
from cairn.dynamo.embedded.shapes.shape import (
    LONGEST_MAP,
    AttributeMap,
    Boolean,
    Integer,
    ListOf,
    MapOf,
    Shape,
    String,
    Structure,
    TableName,
)

Test = Callable[[Any], bool]


def compiled(shape: Shape) -> Test:
    """The test of a shape. It may raise TypeError for a value that can't be looked up, which means no as well."""
    match shape:
        case String():
            return _string(shape)
        case TableName():
            match = names.table_name_or_arn.fullmatch
            return lambda value: type(value) is str and match(value) is not None
        case Integer():
            lowest, highest = shape.range
            least = lowest if shape.least is None else shape.least
            most = highest if shape.most is None else shape.most
            return lambda value: type(value) is int and least <= value <= most
        case Boolean():
            return lambda value: type(value) is bool
        case AttributeMap():
            return lambda value: type(value) is dict
        case ListOf():
            return _list(shape)
        case MapOf():
            return _map(shape)
        case Structure():
            return _structure(shape)


def _plain_type(shape: Shape) -> type | None:
    """The type whose every value fits the shape, if there is one."""
    if shape == String():
        return str
    if isinstance(shape, Boolean):
        return bool
    if isinstance(shape, AttributeMap):
        return dict
    return None


def _string(shape: String) -> Test:
    if shape.one_of:
        return frozenset(shape.one_of).__contains__
    if shape.pattern is not None:
        # Every pattern here is that of a name, with a name's lengths.
        match = names.name.fullmatch
        return lambda value: type(value) is str and match(value) is not None
    shortest = shape.shortest or 0
    longest = shape.longest
    if longest is None:
        return lambda value: type(value) is str and len(value) >= shortest
    return lambda value: type(value) is str and shortest <= len(value) <= longest


def _list(shape: ListOf) -> Test:
    test = compiled(shape.member)
    fewest = shape.fewest or 0
    most = shape.most

    def fits(value: Any) -> bool:
        if type(value) is not list or not fewest <= len(value) <= most:
            return False
        return all(map(test, value))

    return fits


def _map(shape: MapOf) -> Test:
    if shape == MapOf(String()):
        return _fits_strings_by_string
    test = compiled(shape.value)
    fewest = shape.fewest or 0
    most = shape.most
    match = names.table_name_or_arn.fullmatch if shape.keyed_by_table else None

    def fits(value: Any) -> bool:
        if type(value) is not dict or not fewest <= len(value) <= most:
            return False
        for key, member in value.items():
            if type(key) is not str or (match is not None and match(key) is None) or not test(member):
                return False
        return True

    return fits


def _fits_strings_by_string(value: Any) -> bool:
    if type(value) is not dict or len(value) > LONGEST_MAP:
        return False
    for key, member in value.items():  # noqa: SIM110  a generator takes as long again
        if type(key) is not str or type(member) is not str:
            return False
    return True


def _structure(shape: Structure) -> Test:
    plain = {name: _plain_type(member) for name, member in shape.members.items() if _plain_type(member)}
    tests = {name: compiled(member) for name, member in shape.members.items() if name not in plain}
    plain_of = plain.get
    test_of = tests.get
    required = tuple(name for name in shape.members if name in shape.required)

    def fits(value: Any) -> bool:
        if type(value) is not dict:
            return False
        for name in required:
            if name not in value:
                return False
        for name, member in value.items():
            if type(member) is not plain_of(name):
                test = test_of(name)
                if test is None or not test(member):
                    return False
        return True

    return fits

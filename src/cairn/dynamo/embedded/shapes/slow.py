"""The slow road: everything that is wrong with a request's shape, in AWS's words and order.

AWS first reads the body into its own types, which fails at the first wrong type, and then lists what the values break:
"2 validation errors detected: …; …", ten at most.
"""

import difflib
from collections.abc import Mapping
from typing import Any

from cairn.dynamo.embedded.shapes import names
from cairn.dynamo.embedded.shapes.faults import faults_of
from cairn.dynamo.embedded.shapes.serialization import refuse_wrong_types
from cairn.dynamo.embedded.shapes.shape import (
    ListOf,
    MapOf,
    Shape,
    Structure,
    TableName,
    entries_of,
    members_of,
)
from cairn.dynamo.errors import SerializationException, ValidationException

MOST_FAULTS_TOLD = 10


def refuse_faults(operation: str, shape: Structure, request: object) -> None:
    """Raises what AWS would answer to a request of the wrong shape; returns when nothing is wrong."""
    if not isinstance(request, Mapping):
        raise SerializationException("Unexpected value type in payload")
    refuse_wrong_types(shape, request)
    _refuse_unknown_members(operation, shape, request)
    _refuse_table_name_told_alone(shape, request)
    faults = []
    for fault in faults_of(shape, request):
        faults.append(fault)
        if len(faults) == MOST_FAULTS_TOLD:
            break
    if faults:
        count = f"{len(faults)} validation error{'s' if len(faults) > 1 else ''} detected: "
        raise ValidationException(count + "; ".join(faults))
    _refuse_wrong_arns(shape, request)


def _refuse_unknown_members(place: str, shape: Shape, value: Any) -> None:
    if value is None:
        return
    match shape:
        case ListOf():
            for member in members_of(value):
                _refuse_unknown_members(place, shape.member, member)
        case MapOf():
            for _, member in entries_of(value):
                _refuse_unknown_members(place, shape.value, member)
        case Structure():
            for name, member in value.items():
                if name in shape.members:
                    nested = shape.members[name]
                    inner = nested.name if isinstance(nested, Structure) else f"{place}.{name}"
                    _refuse_unknown_members(inner, nested, member)
                elif name in shape.outside:
                    if member is not None:
                        raise ValidationException(f"{name} is not offered here: {shape.outside[name]}")
                else:
                    raise ValidationException(_unknown_member(place, name, shape))
        case _:
            pass


def _unknown_member(place: str, name: object, shape: Structure) -> str:
    nearest = difflib.get_close_matches(str(name)[:100], list(shape.members), n=1, cutoff=0.5)
    right = f"did you mean {nearest[0]}?" if nearest else f"it takes {', '.join(shape.members) or 'none'}."
    return f"Unknown parameter {str(name)[:100]} in {place}: {right}"


def _refuse_table_name_told_alone(shape: Structure, request: Mapping[str, Any]) -> None:
    for name, member in shape.members.items():
        if isinstance(member, TableName) and member.told_alone:
            value = request.get(name)
            if value is None:
                raise ValidationException(
                    f"The parameter '{name}' is required but was not present in the request"
                )
            if not names.is_arn(value) and not names.SHORTEST <= len(value) <= names.LONGEST:
                raise ValidationException(
                    f"{name} must be at least 3 characters long and at most 255 characters long"
                )


def _refuse_wrong_arns(shape: Shape, value: Any) -> None:
    if value is None:
        return
    match shape:
        case TableName():
            if names.is_arn(value) and not names.table_arn.fullmatch(value):
                raise ValidationException(names.ARN_FAULT)
        case ListOf():
            for member in members_of(value):
                _refuse_wrong_arns(shape.member, member)
        case MapOf():
            for key, _ in entries_of(value) if shape.keyed_by_table else ():
                _refuse_wrong_arns(TableName(), key)
        case Structure():
            for name, member in shape.members.items():
                _refuse_wrong_arns(member, value.get(name))
        case _:
            pass

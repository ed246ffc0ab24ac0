"""What expressions may not do with attributes that are part of a key."""

from collections.abc import Mapping
from typing import Protocol

from cairn.dynamo.embedded.keys import unlike_index_key
from cairn.dynamo.embedded.tables import Table
from cairn.dynamo.errors import ValidationException


class EntersAttributes(Protocol):
    """An expression that knows which attributes its paths enter."""

    @property
    def nested_names(self) -> frozenset[str]: ...


def refuse_entering_keys(table: Table, *expressions: EntersAttributes | None) -> None:
    """A key attribute is a scalar: a path can't lead into it."""
    for expression in expressions:
        if expression is not None and (names := expression.nested_names):
            _refuse(table, names)


def refuse_changing_key(table: Table, names: frozenset[str]) -> None:
    for name in table.schema.names:
        if name in names:
            raise ValidationException(
                f"One or more parameter values were invalid: Cannot update attribute {name}. "
                "This attribute is part of the key"
            )


def refuse_other_types(table: Table, written: Mapping[str, str]) -> None:
    """Refuses an update that gives a key of an index another type, whatever the item is."""
    for keys in table.indexes.values():
        for attribute in keys.index.schema.attributes:
            if written.get(attribute.name, attribute.type) != attribute.type:
                raise unlike_index_key(attribute, written[attribute.name], keys.index.name)


def _refuse(table: Table, names: frozenset[str]) -> None:
    kinds = [("Key", table.schema), *(("IndexKey", keys.index.schema) for keys in table.indexes.values())]
    for kind, schema in kinds:
        for name in schema.names:
            if name in names:
                raise ValidationException(
                    "Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: "
                    f"{kind}: {name}"
                )

"""Single-table modelling: a table's document as declarations, and one request a question.

`Table` and `Entity` declare; queries and actions are values; `Tables` asks and carries out.
"""

from cairn.tables.access_patterns import AccessPattern, access_pattern, access_patterns
from cairn.tables.actions import Action, check, create, delete, put, update, upsert
from cairn.tables.attributes import Attribute, Change, attribute
from cairn.tables.conditions import Condition, When
from cairn.tables.counting import Counted, assert_calls
from cairn.tables.creation import create_tables
from cairn.tables.cursors import Cursors
from cairn.tables.embedded import AsText, Embedded
from cairn.tables.entity import Entity
from cairn.tables.errors import (
    AlreadyThereError,
    ConditionFailedError,
    CursorError,
    DeclarationError,
    IncompleteUpdateError,
    KeyValueError,
    NotFoundError,
    TablesError,
    UnreadableItemError,
)
from cairn.tables.keys import Key, Keys, Ref, TableKey, together
from cairn.tables.markers import ExpiresAt, InKey, OrNull, Revision, key_part
from cairn.tables.opened import Page, Tables
from cairn.tables.queries import Query
from cairn.tables.table import Index, Table, as_written, camel_case

__all__ = [
    "AccessPattern",
    "Action",
    "AlreadyThereError",
    "AsText",
    "Attribute",
    "Change",
    "Condition",
    "ConditionFailedError",
    "Counted",
    "CursorError",
    "Cursors",
    "DeclarationError",
    "Embedded",
    "Entity",
    "ExpiresAt",
    "InKey",
    "IncompleteUpdateError",
    "Index",
    "Key",
    "KeyValueError",
    "Keys",
    "NotFoundError",
    "OrNull",
    "Page",
    "Query",
    "Ref",
    "Revision",
    "Table",
    "TableKey",
    "Tables",
    "TablesError",
    "UnreadableItemError",
    "When",
    "access_pattern",
    "access_patterns",
    "as_written",
    "assert_calls",
    "attribute",
    "camel_case",
    "check",
    "create",
    "create_tables",
    "delete",
    "key_part",
    "put",
    "together",
    "update",
    "upsert",
]

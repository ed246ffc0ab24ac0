"""What is told of tables can be told of every app's."""

import pytest

from cairn.apps.declared import TABLES_BY_APP
from cairn.tables import Table, access_patterns
from cairn.tables.explaining import explain
from cairn.tables.write_units import units_of

TABLES = [table for tables in TABLES_BY_APP.values() for table in tables]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_each_access_pattern_and_each_write_is_explained(table: Table) -> None:
    explained = [explain(each, stage="prod") for each in access_patterns(table)]
    written = [units_of(layout) for layout in table.layouts]
    assert explained
    assert all(each.units for each in explained)
    assert all(each.item_bytes for each in written)

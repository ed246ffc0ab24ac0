"""What is told of tables can be told of every app's."""

import importlib
import pkgutil

import pytest

import cairn.services
from cairn.apps.declared import TABLES_BY_APP, TABLES_BY_PART
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


def test_the_tables_of_every_service_are_among_those_that_operators_deal_with() -> None:
    found = {
        value
        for module in pkgutil.walk_packages(cairn.services.__path__, prefix="cairn.services.")
        if module.name.endswith(".schema")
        for value in vars(importlib.import_module(module.name)).values()
        if isinstance(value, Table)
    }
    listed = {table for tables in TABLES_BY_PART.values() for table in tables}
    assert found
    assert found <= listed

"""What is told of tables can be told of every app's."""

import importlib
import pkgutil

import pytest

import cairn.services
from cairn.apps.declared import TABLES_BY_APP, TABLES_BY_PART, USAGE_BY_PART
from cairn.tables import Table, access_patterns
from cairn.tables.costs import cost
from cairn.tables.explaining import explain
from cairn.tables.prices import load_prices
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


def test_whatever_has_tables_says_how_much_it_is_used() -> None:
    assert USAGE_BY_PART.keys() == TABLES_BY_PART.keys()
    for part, usage in USAGE_BY_PART.items():
        tables = {table.name for table in TABLES_BY_PART[part]}
        assert {each.entity.__layout__.table.name for each in usage.kept} <= tables
        reckoned = cost([(TABLES_BY_PART[part], usage)], users=1000, prices=load_prices(), peak=4)
        counted = [each.operation.name for table in reckoned.tables for each in table.operations]
        assert set(counted) == {each.name for each in usage.operations}

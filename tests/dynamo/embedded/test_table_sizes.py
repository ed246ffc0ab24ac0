"""What a table holds is counted when somebody asks, and a figure that took long to count serves for a while."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from cairn.dynamo.embedded import open_folder
from cairn.dynamo.embedded.store import Store
from cairn.dynamo.embedded.table_sizes import TableSize, TableSizes
from tests.dynamo.contract.engines import table_of
from tests.dynamo.embedded.clock import Clock


async def slowly(count: Callable[[], TableSize]) -> TableSize:
    """As a large table is counted: the figure is good for some seconds."""
    await asyncio.sleep(0.1)
    return count()


async def test_a_figure_serves_for_a_while_but_not_for_a_table_that_was_changed(tmp_path: Path) -> None:
    async with open_folder(tmp_path) as dynamo:
        await dynamo.call("CreateTable", {"TableName": "Notes", **table_of("id:S")})
        await dynamo.call("PutItem", {"TableName": "Notes", "Item": {"id": {"S": "1"}}})
        with closing(Store(tmp_path, Clock())) as store:
            sizes = TableSizes(store.reader, slowly)
            assert (await sizes.of(store.table("Notes"))).items == 1
            await dynamo.call("PutItem", {"TableName": "Notes", "Item": {"id": {"S": "2"}}})
            assert (await sizes.of(store.table("Notes"))).items == 1
            await dynamo.call("UpdateTable", {"TableName": "Notes", "DeletionProtectionEnabled": True})
            store.refresh()
            assert (await sizes.of(store.table("Notes"))).items == 2

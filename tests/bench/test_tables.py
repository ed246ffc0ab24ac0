"""`python -m bench.tables` on plans so small that their figures mean nothing: that it measures, not what."""

from pathlib import Path

import pytest

from bench.dynamo.servers import CAIRN
from bench.tables.asking import OPERATIONS
from bench.tables.measuring import ENDPOINTS, Figures, Plan, measure_endpoints, measure_inside
from bench.tables.report import aims, between_marks, report

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"
PLAN = Plan(kept=200, rounds=1, reads=2, writes=2)


def headings(markdown: str) -> list[str]:
    return [line for line in markdown.splitlines() if line.startswith("### ")]


async def test_typed_tables_are_measured_beside_plain_calls(tmp_path: Path) -> None:
    figures = Figures(0.0, await measure_inside(tmp_path / "data", PLAN), {})
    askers = ["dynamo.call", "cairn.tables"]
    assert [(operation, [*rounds]) for operation, rounds in figures.inside.items()] == [
        (operation, askers) for operation in OPERATIONS
    ]
    assert [aim.what for aim in aims(figures)] == ["typed get in the process"]
    assert headings(report(figures)) == ["### In the process"]


def test_all_are_measured_on_an_endpoint(tmp_path: Path) -> None:
    [cairn] = [server for server in ENDPOINTS if server.name == CAIRN]
    found = measure_endpoints(tmp_path, PLAN, [cairn])
    askers = ["dynamo.call", "cairn.tables", "PynamoDB", "boto3 resource"]
    assert [(operation, [*rounds]) for operation, rounds in found[CAIRN].items()] == [
        (operation, askers) for operation in OPERATIONS
    ]
    assert all(
        seconds > 0 for rounds in found[CAIRN].values() for each in rounds.values() for seconds in each
    )
    figures = Figures(0.0, {}, found)
    assert [aim.beside for aim in aims(figures)] == ["PynamoDB on Cairn"]
    assert headings(report(figures)) == ["### On Cairn, over the wire"]


async def test_fewer_items_than_a_query_finds_are_refused(tmp_path: Path) -> None:
    with pytest.raises(
        ValueError, match=r"^100 items: a query has to find fifty, whichever partition it asks$"
    ):
        await measure_inside(tmp_path / "data", Plan(kept=100, rounds=1, reads=1, writes=1))


def test_the_page_takes_new_figures_and_keeps_its_words() -> None:
    page = PAGE.read_text()
    old, new = between_marks(page, "OLD"), between_marks(page, "NEW")
    assert old != page
    assert new == old.replace("OLD", "NEW")

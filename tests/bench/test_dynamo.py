"""`python -m bench.dynamo` on plans so small that their figures mean nothing: that it measures, not what."""

from pathlib import Path

from bench.dynamo.growth import measure_growth
from bench.dynamo.inside import InsidePlan, measure_inside
from bench.dynamo.report import Figures, between_marks, report
from bench.dynamo.servers import CAIRN, SERVERS
from bench.dynamo.wire import OPERATIONS, WirePlan, measure_wire

PAGE = Path(__file__).parents[2] / "docs" / "performance.md"


def headings(markdown: str) -> list[str]:
    return [line for line in markdown.splitlines() if line.startswith("### ")]


async def test_the_engine_is_measured_beside_bare_sqlite(tmp_path: Path) -> None:
    figures = await measure_inside(tmp_path, InsidePlan(kept=200, rounds=1, seconds=0.02))
    assert all(microseconds > 0 for microseconds in figures.microseconds.values())
    assert figures.reads.writes_per_second > 0
    assert headings(report(Figures(0.0, inside=figures))) == ["### In the process, beside bare SQLite"]


def test_a_server_is_measured_over_the_wire(tmp_path: Path) -> None:
    [cairn] = [server for server in SERVERS if server.name == CAIRN]
    plan = WirePlan(kept=1_000, rounds=1, seconds=0.05, warm_up_seconds=0.02)
    figures = measure_wire([cairn], tmp_path, plan)
    assert [name for name, rates in figures.rates.items() if rates[CAIRN].per_second > 0] == [*OPERATIONS]
    flushes = figures.flushes_a_put[CAIRN]
    assert flushes is None or flushes >= 1
    assert headings(report(Figures(0.0, wire=figures))) == ["### Over the wire, 8 clients"]


def test_a_growing_table_is_measured_at_each_size(tmp_path: Path) -> None:
    steps = measure_growth(tmp_path, [100, 1_000])
    assert [step.items for step in steps] == [100, 1_000]
    assert headings(report(Figures(0.0, growth=steps))) == ["### A table that grows"]


def test_the_page_takes_new_figures_and_keeps_its_words() -> None:
    page = PAGE.read_text()
    old, new = between_marks(page, "OLD"), between_marks(page, "NEW")
    assert old != page
    assert new == old.replace("OLD", "NEW")

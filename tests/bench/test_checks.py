"""Checks under faults: a worker that dies loses no run and doubles none, and the programs that measure them run."""

from pathlib import Path

from bench.checks.faults import fault_run
from bench.checks.pages import serving


async def test_workers_that_are_killed_lose_no_run_and_double_none(tmp_path: Path) -> None:
    with serving() as port:
        found = await fault_run(tmp_path, port, checks=40, seconds=6, kill_every=2)
    assert found.kills >= 3
    assert found.runs > found.checks
    assert (found.too_soon, found.written_otherwise, found.not_run_again) == (0, 0, 0)

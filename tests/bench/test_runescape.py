"""`python -m bench.runescape` on plans so small that their figures mean nothing: that it measures, not what."""

from datetime import timedelta
from pathlib import Path

from bench.runescape.__main__ import report_days
from bench.runescape.days import Kind, measure_days
from bench.runescape.pages import measure_pages
from bench.runescape.polls import measure_polls

DAY = timedelta(days=1)


async def test_polls_are_measured_beside_the_bare_minimum(tmp_path: Path) -> None:
    polls = await measure_polls(tmp_path, 2, rounds=1)
    assert min(polls.looks, polls.whole, polls.bare) > 0
    assert polls.jobs_a_poll >= 1


async def test_a_goals_page_is_one_bounded_query_however_much_there_is(tmp_path: Path) -> None:
    pages = await measure_pages(tmp_path, years=1, rounds=1)
    assert [page.counts for page in pages] == ["experience", "level"]
    assert [page.requests for page in pages] == [{"reads": 5, "queries": 1}] * 2


async def test_a_day_is_counted_for_each_kind_of_player(tmp_path: Path) -> None:
    kinds = [Kind("daily", 0.5, tuple(range(7)), DAY / 4, DAY), Kind("no more", 0.5, (), 2 * DAY, DAY)]
    daily, idle = await measure_days(tmp_path, 1, kinds=kinds)
    assert daily.calls > idle.calls > 0
    assert daily.write_units > idle.write_units > 0
    assert daily.progress_bytes > daily.snapshot_bytes > 0
    assert report_days([daily, idle])[-1].startswith("One call a second is 86,400 a day: ")

"""What a newcomer is shown of habits."""

from pathlib import Path

from cairn.apps.habits.demo import SKETCHES, fill
from cairn.apps.habits.service.boarding import Span
from tests.apps.habits.service.cast import ADA, BO, opened_trail


async def test_the_first_has_all_habits_and_everybody_is_on_the_board(tmp_path: Path) -> None:
    async with opened_trail(tmp_path) as trail:
        await fill(trail.services, [ADA, BO])
        await trail.settle()
        dashboard = await trail.habits.viewing.dashboard(ADA)
        assert [each.habit.name for each in dashboard.habits] == [each.name for each in SKETCHES]
        assert all(each.habit.longest_streak >= 3 for each in dashboard.habits)
        board = await trail.habits.boarding.board(ADA, Span.ALL_TIME)
        assert [each.username for each in board.rows] == ["Ada", "Bo on the hill"]

"""Settings of the habit tracker."""

from typing import Annotated, ClassVar

from pydantic import Field

from cairn.services.settings import Section


class HabitSettings(Section):
    """Settings of the habit tracker."""

    title: ClassVar[str] = "Habits"
    prefix: ClassVar[str] = "CAIRN_HABITS_"

    leaderboard_shards: Annotated[int, Field(ge=1, le=32)] = Field(
        default=1,
        description="Over how many partitions those are spread who join the leaderboard. One takes about a thousand "
        "completions a second on DynamoDB. It can be raised at any time, and not be lowered.",
    )

"""What an operator can say about RuneScape goals."""

from datetime import timedelta
from typing import ClassVar

from pydantic import Field

from cairn.services.settings import Section


class RunescapeSettings(Section):
    """How the hiscores are asked, and how long is kept what they say."""

    title: ClassVar = "RuneScape goals"
    prefix: ClassVar = "CAIRN_RUNESCAPE_"

    hiscores: str = Field(
        default="https://secure.runescape.com",
        pattern=r"^https?://[^/\s]+$",
        description="Where the hiscores answer, without a slash at the end.",
    )
    pace: timedelta = Field(
        default=timedelta(seconds=1),
        ge=timedelta(0),
        description="The time between two calls to the hiscores, of all workers together.",
    )
    past: str = Field(
        default="https://api.wiseoldman.net",
        pattern=r"^https?://[^/\s]+$",
        description="Where Wise Old Man answers, from which the past of characters is brought, without a slash at the end.",
    )
    past_pace: timedelta = Field(
        default=timedelta(seconds=4),
        ge=timedelta(0),
        description="The time between two calls to Wise Old Man, which takes 20 a minute.",
    )
    user_agent: str = Field(
        default="Cairn, goals for RuneScape characters",
        pattern=r"^[ -~]{1,200}$",
        description="How Cairn introduces itself to the hiscores; say how you can be reached.",
    )
    snapshots_kept: timedelta = Field(
        default=timedelta(days=30),
        ge=timedelta(days=1),
        description="For how long each change of a character is kept. What was so at the end of each day stays.",
    )
    progress_kept: timedelta | None = Field(
        default=None,
        description="For how long the records of a goal's progress are kept. For ever, when nothing is said.",
    )

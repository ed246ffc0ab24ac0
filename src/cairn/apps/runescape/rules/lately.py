"""Experience in all at the end of each of the last days, for the little line beside a character's name."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.measures import OVERALL

DAYS: Final = 30


def with_day(lately: Mapping[str, int], day: date, reading: Reading) -> dict[str, int]:
    """The days as they are with one more, without those that are long ago."""
    skill = reading.skills.get(OVERALL)
    if skill is None or skill.xp is None:
        return dict(lately)
    begin = (day - timedelta(days=DAYS)).isoformat()
    kept = {each: xp for each, xp in lately.items() if each > begin}
    return dict(sorted({**kept, day.isoformat(): skill.xp}.items()))


def line(lately: Mapping[str, int], today: date) -> list[int]:
    """The last thirty days, from the first that is known on. A day without a look is like the one before."""
    values: list[int] = []
    for back in range(DAYS - 1, -1, -1):
        known = lately.get((today - timedelta(days=back)).isoformat())
        if known is not None:
            values.append(known)
        elif values:
            values.append(values[-1])
    return values

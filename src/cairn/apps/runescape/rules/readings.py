"""What lies between two readings."""

from cairn.apps.runescape.hiscores.readings import Reading


def has_played(before: Reading, after: Reading) -> bool:
    """Whether anything differs but ranks, which others change."""
    return _counted(before) != _counted(after)


def _counted(reading: Reading) -> tuple[dict[str, tuple[int | None, int | None]], dict[str, int]]:
    return (
        {name: (skill.level, skill.xp) for name, skill in reading.skills.items()},
        {name: each.score for name, each in reading.activities.items() if each.score is not None},
    )

"""Milestones between two readings."""

from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill
from cairn.apps.runescape.rules.milestones import passed


def reading(xp: int | None, *, kills: int | None = None, total: int = 100) -> Reading:
    return Reading(
        {"Overall": Skill(1, total, 5_000), "Woodcutting": Skill(1, None, xp)}, {"Zulrah": Activity(1, kills)}
    )


def test_all_that_lie_between_are_told() -> None:
    told = passed(reading(13_000_000, kills=499), reading(50_000_000, kills=501, total=500))
    assert [str(each) for each in told] == [
        "Total level 500",
        "Level 99 Woodcutting",
        "Level 110 Woodcutting",
        "50,000,000 experience in Woodcutting",
        "500 Zulrah",
    ]


def test_each_is_told_once() -> None:
    assert passed(reading(13_034_431), reading(13_034_432)) == []


def test_what_was_unknown_tells_nothing() -> None:
    assert passed(reading(None), reading(200_000_000, kills=9_999)) == []

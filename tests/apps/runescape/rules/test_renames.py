"""Who bears a name now."""

from cairn.apps.runescape.hiscores.readings import Reading, Skill
from cairn.apps.runescape.rules.renames import is_somebody_else, may_be


def reading(*xp: int | None) -> Reading:
    return Reading({f"Skill {number}": Skill(None, None, each) for number, each in enumerate(xp)})


def test_several_skills_that_fell_are_another_person() -> None:
    before = reading(500, 500, 500, 500)
    assert is_somebody_else(before, reading(1, 1, 1, 900))
    assert not is_somebody_else(before, reading(499, 500, 500, 500))  # a rollback of the game
    assert not is_somebody_else(before, reading(None, None, None, None))


def test_the_same_character_has_all_that_it_had() -> None:
    before = reading(500, 500, None)
    assert may_be(before, reading(500, 700, 5))
    assert not may_be(before, reading(499, 700, 5))
    assert not may_be(before, reading(None, None, 5))
    assert not may_be(reading(), reading())

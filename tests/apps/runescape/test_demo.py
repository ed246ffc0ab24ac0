"""What a newcomer is shown of RuneScape goals."""

from collections import Counter
from pathlib import Path

from cairn.apps.runescape.demo import fill
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.projection import Standing
from cairn.apps.runescape.service.briefs import brief_of
from tests.apps.runescape.cast import ADA, BO, opened_gielinor


async def test_the_first_has_characters_with_goals_in_every_state_and_nobody_was_asked(
    tmp_path: Path,
) -> None:
    async with opened_gielinor(tmp_path) as place:
        await fill(place.services, [ADA, BO])
        runescape, zone, now = place.runescape, ADA.preferences.zone, place.clock.now()
        found = await runescape.characters.of_member(ADA)
        assert [each.character.name for each in found] == ["Ash Bo", "Iron Lichen", "Moss Walker", "Old Rust"]
        standings = set()
        for own in found:
            for tracking in await runescape.goals.of_character(ADA.account_id, own.name):
                coming = await runescape.courses.of(tracking, own.following, zone, now=now)
                brief = brief_of(tracking, own, zone, now=now)
                assert coming is not None
                assert brief is not None
                assert brief.shown == coming.shown
                standings.add(coming.projection.standing)
        assert standings >= {
            Standing.AHEAD,
            Standing.BEHIND,
            Standing.STALLED,
            Standing.REACHED,
            Standing.MISSED,
            Standing.UNDER_WAY,
        }
        assert place.boards.asked == []


async def test_its_past_is_read_like_any_other(tmp_path: Path) -> None:
    async with opened_gielinor(tmp_path) as place:
        await fill(place.services, [ADA, BO])
        own = await place.runescape.characters.one(ADA, CharacterName("Moss Walker"))
        assert len(await place.runescape.histories.days(own.following)) == 311
        assert await place.runescape.histories.milestones(own.following, most=3) != []
        goals = [
            tracking.goal.target_attribute
            for member in (ADA, BO)
            for each in await place.runescape.characters.of_member(member)
            for tracking in await place.runescape.goals.of_character(member.account_id, each.name)
        ]
        tracked = {each.attribute_name: each.goals for each in await place.runescape.counting.most_tracked()}
        assert tracked == Counter(goals)
        [grouped] = await place.runescape.groups.of_character(ADA.account_id, CharacterName("Iron Lichen"))
        assert 0 < grouped.progress.reached < grouped.progress.goals
        await place.look()
        assert place.boards.asked == []

"""What people are told, as it comes in: at a mail server, at a Discord and at a gateway for text messages."""

from datetime import date, timedelta
from pathlib import Path

import pytest

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.schema import ChannelType, Frequency, Progress, TargetType
from cairn.apps.runescape.service.groups import AllSkills
from cairn.apps.runescape.service.jobs import Digest
from cairn.services.jobs import Postpone
from cairn.tables import Counted, assert_calls
from tests.apps.runescape.cast import ADA, DAY, HOUR, NOON
from tests.apps.runescape.hiscores_server import Player
from tests.apps.runescape.service.receivers import NUMBER, Told, opened_told

MAIL, DISCORD, SMS = ChannelType.EMAIL, ChannelType.DISCORD, ChannelType.SMS
_OF_A_DAY = [
    HOUR,
    4 * HOUR,
    1.5 * HOUR,
    5.5 * HOUR,
    8 * HOUR,
    4 * HOUR,
]  # digests are due in the third of them
PNG = b"\x89PNG"


def zezima(told: Told) -> Player:
    return told.place.boards.players[Board.OSRS, "zezima"]


async def later(told: Told, time: timedelta, **xp: int) -> None:
    """Lets Zezima have so much experience, and lets time go by: hour by hour, or day by day from noon to noon."""
    if xp:
        zezima(told).xp.update(xp)
    steps = [HOUR] * int(time / HOUR) if time < DAY else _OF_A_DAY * int(time / DAY)
    for step in steps:
        await told.place.pass_by(step)


async def test_a_digest_comes_to_each_channel_at_the_persons_hour(tmp_path: Path) -> None:
    async with opened_told(tmp_path, zone="America/New_York", Mining=100_000) as told:
        # 12:00 UTC is eight in the morning in New York; 18:00 there is 22:00 UTC.
        await told.goal(target_attribute="Mining", target_value=200_000, target_date=date(2026, 3, 25))
        await later(told, 9 * HOUR, Mining=140_000)
        assert told.count == (0, 0, 0)
        await later(told, HOUR)
        assert told.count == (1, 1, 1)
        [(title, text)] = told.mails
        assert title == "Goals of Zezima"
        line = "200,000 xp in Mining: ahead. 140,000 now (+40,000), 70% of the target."
        assert line in text
        assert "6,000 a day needed." in text
        assert "https://cairn.test/runescape" in text
        [embed] = told.embeds
        assert line in embed["description"]
        assert embed["url"] == "https://cairn.test/runescape"
        assert [picture[:4] for picture in embed["pictures"]] == [PNG]
        [letter] = told.post.taken
        [picture] = [part for part in letter.walk() if part.get_content_type() == "image/png"]
        assert bytes(picture.get_payload(decode=True)).startswith(PNG)
        [sms] = told.texts
        assert line in sms
        assert len(sms) <= 480


async def test_nothing_is_sent_when_nothing_changed(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        await told.goal(MAIL, target_attribute="Mining", target_value=200_000)
        await later(told, DAY, Mining=100_100)
        assert told.count == (1, 0, 0)
        await later(told, 3 * DAY)
        assert told.count == (1, 0, 0)
        await later(told, 2 * DAY, Mining=100_300)
        assert told.count == (2, 0, 0)
        assert "100,300 now (+200)" in told.mails[-1][1]


async def test_who_chooses_a_later_hour_is_told_twice_on_that_day(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        await told.goal(MAIL, target_attribute="Mining", target_value=200_000)
        await later(told, 7 * HOUR, Mining=110_000)
        await told.place.runescape.hours.choose(told.ada, 23)
        await later(told, 5 * HOUR, Mining=120_000)
        assert ["+10,000" in text for _, text in told.mails] == [True, True]


async def test_what_did_not_change_is_not_read_to_be_told(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        for target in range(200_000, 200_005):
            await told.goal(MAIL, target_attribute="Mining", target_value=target)
        tables = told.place.services.tables
        counted = tables.dynamo = Counted(tables.dynamo)
        with assert_calls(counted, reads=3, queries=6, batches=2), pytest.raises(Postpone):
            await told.place.runescape.digesting.digest(Digest(user_id=ADA.account_id))


async def test_weekly_is_on_monday_and_monthly_on_the_first(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000, Fishing=100_000) as told:
        await told.goal(MAIL, target_attribute="Mining", target_value=200_000, frequency=Frequency.WEEKLY)
        await told.goal(SMS, target_attribute="Fishing", target_value=200_000, frequency=Frequency.MONTHLY)
        days = []
        for day in range(18):  # from Sunday 15 March on
            before = told.count
            await later(told, DAY, Mining=100_001 + day, Fishing=100_001 + day)
            days.append(tuple(now - once for now, once in zip(told.count, before, strict=True)))
        # Each of these days ends at noon of the day after.
        assert [day for day, (mails, _, _) in enumerate(days) if mails] == [1, 8, 15]
        assert [day for day, (_, _, texts) in enumerate(days) if texts] == [17]


async def test_reached_is_told_once_with_its_picture(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        made = await told.goal(
            target_attribute="Mining", target_value=200_000, frequency=Frequency.WHEN_REACHED
        )
        await later(told, HOUR, Mining=150_000)
        assert told.count == (0, 0, 0)
        await later(told, HOUR, Mining=200_000)
        assert told.count == (1, 1, 1)
        title = "Zezima: 200,000 xp in Mining is reached"
        assert told.mails[0][0] == title
        assert told.embeds[0]["title"] == title
        assert told.embeds[0]["pictures"][0].startswith(PNG)
        assert told.texts[0].startswith(title)
        assert f"/runescape/goals/Zezima/{made.goal.goal_id}" in told.mails[0][1]
        await later(told, 2 * DAY, Mining=250_000)
        assert told.count == (1, 1, 1)


async def test_what_is_wanted_anew_can_be_reached_anew(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        made = await told.goal(MAIL, target_attribute="Mining", target_value=110_000)
        await later(told, HOUR, Mining=120_000)
        await told.place.runescape.goals.change(told.ada, "zezima", made.goal.goal_id, target_value=130_000)
        await later(told, HOUR, Mining=130_000)
        assert [title for title, _ in told.mails] == [
            "Zezima: 110,000 xp in Mining is reached",
            "Zezima: 130,000 xp in Mining is reached",
        ]


async def test_a_daily_amount_is_told_once_a_day(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=1_000) as told:
        await told.goal(MAIL, target_attribute="Mining", target_value=100, repeats=Period.DAY)
        told.place.clock.advance(HOUR)
        for day in range(3):
            for hour in range(3):
                await later(told, HOUR, Mining=1_000 + 200 * day + 60 * (hour + 1))
            await later(told, 21 * HOUR)
        assert [title for title, _ in told.mails] == ["Zezima: 100 xp in Mining each day is done"] * 3
        assert "has done it for this day" in told.mails[0][1]


async def test_on_change_each_gain_is_told_and_no_loss(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        zezima(told).more["LMS - Rank"] = 700
        await told.place.pass_by(HOUR)
        made = await told.goal(
            DISCORD,
            target_attribute="LMS - Rank",
            target_type=TargetType.SCORE,
            target_value=900,
            frequency=Frequency.ON_CHANGE,
        )
        for score in (750, 650, 660):
            zezima(told).more["LMS - Rank"] = score
            await told.place.pass_by(HOUR)
        assert [each["description"] for each in told.embeds] == [
            "750 now, 50 gained. 150 are left.",
            "660 now, 10 gained. 240 are left.",
        ]
        records = await told.place.services.tables.all(
            Progress.of_goal(ADA.account_id, made.name, made.goal.goal_id)
        )
        assert [each.progress_value for each in records] == [700, 750, 650, 660]


async def test_in_quiet_hours_word_waits_for_their_end(tmp_path: Path) -> None:
    async with opened_told(tmp_path, zone="Europe/Berlin", Mining=100_000) as told:
        await told.goal(MAIL, target_attribute="Mining", target_value=110_000)
        await told.place.runescape.hours.choose(told.ada, 18, quiet_from=13, quiet_until=8)
        await later(told, HOUR, Mining=120_000)  # two in the afternoon in Berlin
        assert told.count == (0, 0, 0)
        await later(told, 17 * HOUR)
        assert told.count == (0, 0, 0)
        await later(told, HOUR)  # eight in the morning there
        assert [title for title, _ in told.mails] == ["Zezima: 110,000 xp in Mining is reached"]


async def test_falling_behind_is_told_once_until_it_is_made_good(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        await told.goal(MAIL, target_attribute="Mining", target_value=200_000, target_date=date(2026, 3, 24))
        await later(told, DAY)
        [(title, text)] = told.mails
        assert title == "Goals of Zezima: 1 behind"
        assert "200,000 xp in Mining: behind. 100,000 now (unchanged)" in text
        await later(told, 2 * DAY)
        assert told.count == (1, 0, 0)
        await later(told, 2 * DAY, Mining=190_000)
        assert told.mails[-1][0] == "Goals of Zezima"
        assert "ahead" in told.mails[-1][1]


async def test_a_day_that_was_missed_is_told_once(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        await told.goal(SMS, target_attribute="Mining", target_value=200_000, target_date=date(2026, 3, 15))
        await later(told, 3 * DAY)
        assert sum("missed" in text for text in told.texts) == 1


async def test_goals_of_a_group_are_one_line(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000, Fishing=100_000) as told:
        await told.place.runescape.groups.make_all_skills(
            told.ada, "zezima", AllSkills(level=55, channel_type=MAIL)
        )
        await later(told, DAY, Mining=170_000, Fishing=140_000)
        [_reached, (title, text)] = told.mails
        assert title == "Goals of Zezima"
        assert "All skills to level 55: 1 of 24 reached, 6% in all. Fishing 53 (+4)." in text


async def test_an_outage_of_the_hiscores_is_told_once(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        await told.goal(MAIL, target_attribute="Mining", target_value=200_000)
        told.place.boards.instead = ("503 Service Unavailable", b"<html>Maintenance")
        await later(told, 5 * DAY)
        assert [title for title, _ in told.mails] == ["The hiscores don't answer"]
        assert "since 15 March 2026" in told.mails[0][1]
        told.place.boards.instead = None
        await later(told, DAY)
        told.place.boards.instead = ("503 Service Unavailable", b"")
        await later(told, 3 * DAY)
        assert len(told.mails) == 2


async def test_a_name_that_is_gone_is_told_once(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        await told.goal(DISCORD, target_attribute="Mining", target_value=200_000)
        told.place.boards.remove("zezima")
        await later(told, 9 * DAY)
        [embed] = told.embeds
        assert embed["title"] == "Zezima is not where it was"
        assert embed["url"] == "https://cairn.test/runescape/characters/Zezima"


async def test_a_goal_that_rests_is_told_nothing_of(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        made = await told.goal(MAIL, target_attribute="Mining", target_value=110_000)
        await told.place.runescape.goals.pause(told.ada, "zezima", made.goal.goal_id, is_paused=True)
        await later(told, 2 * DAY, Mining=200_000)
        assert told.count == (0, 0, 0)
        assert (await told.place.runescape.goals.one(ADA.account_id, "zezima", made.goal.goal_id)).last


async def test_one_channel_of_a_type_can_be_chosen_and_silenced(tmp_path: Path) -> None:
    async with opened_told(tmp_path, Mining=100_000) as told:
        channels = told.place.runescape.channels
        chosen = await channels.choose(told.ada, SMS, NUMBER)
        assert (chosen.identifier, chosen.is_active, chosen.created_at) == (NUMBER, True, NOON)
        assert (await channels.choose(told.ada, DISCORD, "123")).identifier == "123"
        await channels.choose(told.ada, SMS, NUMBER, is_active=False)
        await told.goal(target_attribute="Mining", target_value=110_000)
        await later(told, HOUR, Mining=120_000)
        assert told.count == (1, 1, 0)
        await channels.forget(told.ada, SMS)
        await told.goal(SMS, target_attribute="Mining", target_value=130_000)
        await later(told, HOUR, Mining=140_000)
        assert told.count == (1, 1, 1)

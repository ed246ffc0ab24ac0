"""Sessions: renewed by use, over when they are not used, ended one by one or all together."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from cairn.services.accounts import Anyone, OpenSession
from cairn.services.accounts.schema import Session
from cairn.services.problems import NotFound
from cairn.services.settings import Settings
from cairn.tables import put
from tests.services.accounts.cast import ADA, BO, HOME, NOON, House, opened_house
from tests.services.accounts.conftest import BOTH_PLACES

OFFICE = Anyone(address="198.51.100.4", user_agent="Safari")
DAY = timedelta(days=1)


async def test_a_session_lasts_as_long_as_it_is_used(house: House) -> None:
    ada = await house.sign_up()
    for _ in range(4):
        house.clock.advance(89 * DAY)
        assert await house.accounts.sessions.recognise(ada.cookie) == ada.member
    house.clock.advance(90 * DAY)
    assert await house.accounts.sessions.recognise(ada.cookie) is None


async def test_for_how_long_is_a_setting(tmp_path: Path) -> None:
    async with opened_house(tmp_path, settings=Settings(session_days=1)) as house:
        ada = await house.sign_up()
        house.clock.advance(DAY - timedelta(seconds=1))
        assert await house.accounts.sessions.recognise(ada.cookie) == ada.member
        house.clock.advance(DAY)
        assert await house.accounts.sessions.recognise(ada.cookie) is None


async def test_to_use_a_session_writes_only_every_few_hours(house: House) -> None:
    ada = await house.sign_up()
    ref = Session.with_id(ada.member.account_id, ada.member.session_id)
    before = await house.tables.expect(ref)
    house.clock.advance(timedelta(hours=6) - timedelta(seconds=1))
    await house.accounts.sessions.recognise(ada.cookie)
    assert await house.tables.expect(ref) == before
    house.clock.advance(timedelta(seconds=1))
    await house.accounts.sessions.recognise(ada.cookie)
    assert (await house.tables.expect(ref)).last_seen_at == NOON + timedelta(hours=6)


async def test_sessions_outlive_a_restart(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        ada = await house.sign_up()
    async with opened_house(tmp_path) as house:
        assert await house.accounts.sessions.recognise(ada.cookie) == ada.member


async def test_to_sign_out_ends_this_session_alone(house: House) -> None:
    here, there = await house.sign_up(), await house.sign_in()
    await house.accounts.sessions.sign_out(here.member)
    assert await house.accounts.sessions.recognise(here.cookie) is None
    assert await house.accounts.sessions.recognise(there.cookie) == there.member


async def test_to_sign_out_everywhere_ends_all_sessions_of_the_account_and_no_other(house: House) -> None:
    here, there, bo = await house.sign_up(), await house.sign_in(), await house.sign_up(BO)
    await house.accounts.sessions.sign_out_everywhere(here.member)
    recognised = [await house.accounts.sessions.recognise(each.cookie) for each in (here, there, bo)]
    assert recognised == [None, None, bo.member]
    assert await house.tables.all(Session.of_account(here.member.account_id)) == []
    again = await house.sign_in()
    assert await house.accounts.sessions.recognise(again.cookie) == again.member


async def test_a_session_of_before_is_over_though_its_item_is_there(house: House) -> None:
    """It may be written back by a renewal that was under way; the generation tells."""
    ada = await house.sign_up()
    stored = await house.tables.expect(Session.with_id(ada.member.account_id, ada.member.session_id))
    await house.accounts.sessions.sign_out_everywhere(ada.member)
    await house.tables.write(put(stored))
    assert await house.accounts.sessions.recognise(ada.cookie) is None


@BOTH_PLACES
async def test_a_renewal_does_not_bring_back_what_is_ended_at_that_moment(house: House) -> None:
    ada = await house.sign_up()
    house.clock.advance(DAY)
    await asyncio.gather(
        house.accounts.sessions.recognise(ada.cookie), house.accounts.sessions.sign_out(ada.member)
    )
    assert await house.accounts.sessions.recognise(ada.cookie) is None


async def test_a_member_sees_where_they_are_signed_in(house: House) -> None:
    here = await house.sign_up()
    house.clock.advance(DAY)
    there = await house.sign_in(anyone=OFFICE)
    assert await house.accounts.sessions.of_member(here.member) == [
        OpenSession(
            there.member.session_id, NOON + DAY, NOON + DAY, "198.51.100.4", "Safari", is_this_one=False
        ),
        OpenSession(here.member.session_id, NOON, NOON, "192.0.2.7", "Firefox", is_this_one=True),
    ]


async def test_a_member_ends_one_session(house: House) -> None:
    here, there = await house.sign_up(), await house.sign_in()
    await house.accounts.sessions.end(here.member, there.member.session_id)
    assert await house.accounts.sessions.recognise(there.cookie) is None
    assert await house.accounts.sessions.recognise(here.cookie) == here.member


async def test_nobody_ends_the_session_of_another(house: House) -> None:
    ada, bo = await house.sign_up(ADA), await house.sign_up(BO)
    for session_id in (ada.member.session_id, "nothing", "", "a#b"):
        with pytest.raises(NotFound):
            await house.accounts.sessions.end(bo.member, session_id)
    assert await house.accounts.sessions.recognise(ada.cookie) == ada.member


@pytest.mark.parametrize("cookie", ["", "guessed", "A" * 64, "A" * 63, "ä" * 64, "A" * 64 + "=="])
async def test_what_is_no_cookie_of_ours_opens_nothing(house: House, cookie: str) -> None:
    await house.sign_up()
    assert await house.accounts.sessions.recognise(cookie) is None


async def test_a_cookie_of_one_account_does_not_open_another(house: House) -> None:
    ada, bo = await house.sign_up(ADA), await house.sign_up(BO)
    mixed = ada.cookie[:20] + bo.cookie[20:]
    assert await house.accounts.sessions.recognise(mixed) is None


async def test_the_token_of_a_session_is_its_own(house: House) -> None:
    sessions = house.accounts.sessions
    here, there = await house.sign_up(), await house.sign_in()
    assert sessions.csrf_token_is_right(here.member, here.member.csrf_token)
    for wrong in (there.member.csrf_token, "", here.member.csrf_token[:-1], "é"):
        assert not sessions.csrf_token_is_right(here.member, wrong)


async def test_a_cookie_is_not_stored(house: House) -> None:
    ada = await house.sign_up()
    stored = await house.tables.dynamo.call("Scan", {"TableName": "Accounts"})
    assert ada.cookie not in str(stored["Items"])
    assert ada.cookie[22:] not in str(stored["Items"])


async def test_a_very_long_name_of_a_browser_is_cut(house: House) -> None:
    ada = await house.sign_up(anyone=Anyone(address=HOME.address, user_agent="x" * 5000))
    [session] = await house.accounts.sessions.of_member(ada.member)
    assert session.user_agent == "x" * 300

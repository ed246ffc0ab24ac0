"""What whoever holds the data folder does without signing in."""

from datetime import timedelta
from pathlib import Path

import pytest

from cairn.services.accounts import EmailTaken, LinkUsed, WrongCredentials
from cairn.services.problems import InvalidInput, NotFound
from cairn.services.settings import Settings
from tests.services.accounts.cast import ADA, BO, HOME, OTHER_PASSWORD, PASSWORD, House, opened_house


async def test_accounts_are_made_where_sign_up_is_closed(tmp_path: Path) -> None:
    async with opened_house(tmp_path, settings=Settings(sign_up="closed")) as house:
        keeping = house.accounts.keeping
        first = await keeping.create(" ADA@example.org", password=PASSWORD, is_operator=False)
        assert (first.email, first.is_operator, first.is_email_verified) == (ADA, True, False)
        assert not (await keeping.create(BO, password=PASSWORD, is_operator=False)).is_operator
        assert (await keeping.create("cy@example.org", password=PASSWORD, is_operator=True)).is_operator
        assert (await house.sign_in(ADA)).member.is_operator
        with pytest.raises(EmailTaken):
            await keeping.create(ADA, password=PASSWORD, is_operator=False)
        with pytest.raises(InvalidInput):
            await keeping.create("di@example.org", password="short", is_operator=False)
        assert len([each async for each in keeping.everybody()]) == 3


async def test_a_link_lets_the_owner_choose_a_password_within_a_day(house: House) -> None:
    await house.accounts.keeping.create(ADA, password=None, is_operator=False)
    with pytest.raises(WrongCredentials):
        await house.sign_in(ADA, "")
    url = await house.accounts.keeping.password_link("ADA@example.org")
    page, _, secret = url.partition("?link=")
    assert page == "https://cairn.example.org/reset-password"
    house.clock.advance(timedelta(hours=23))
    entry = await house.accounts.links.reset_password(HOME, secret=secret, password=PASSWORD)
    assert entry.member.email == ADA
    late = (await house.accounts.keeping.password_link(ADA)).partition("?link=")[2]
    house.clock.advance(timedelta(days=1))
    with pytest.raises(LinkUsed):
        await house.accounts.links.reset_password(HOME, secret=late, password=OTHER_PASSWORD)


async def test_a_password_that_the_keeper_gives_ends_all_sessions(house: House) -> None:
    ada = await house.sign_up()
    await house.accounts.keeping.set_password(ADA, OTHER_PASSWORD)
    assert await house.accounts.sessions.recognise(ada.cookie) is None
    await house.sign_in(ADA, OTHER_PASSWORD)


async def test_an_address_without_an_account_is_told(house: House) -> None:
    keeping = house.accounts.keeping
    for ask in (keeping.account(BO), keeping.set_password(BO, PASSWORD), keeping.password_link(BO)):
        with pytest.raises(NotFound):
            await ask

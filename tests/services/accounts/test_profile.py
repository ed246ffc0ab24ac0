"""What people prefer, and how it is changed."""

import asyncio

import pytest

from cairn.services.accounts import Preferences, Theme, Units
from cairn.services.problems import InvalidInput
from tests.services.accounts.cast import House
from tests.services.accounts.conftest import BOTH_PLACES


async def test_what_is_given_changes_and_the_rest_stays(house: House) -> None:
    ada = await house.sign_up()
    profile = house.accounts.profile
    changed = await profile.change_preferences(ada.member, time_zone="Europe/Vienna", language="de-AT")
    assert changed == Preferences(time_zone="Europe/Vienna", language="de-AT")
    changed = await profile.change_preferences(ada.member, theme="dark", units="imperial")
    assert changed == Preferences(
        time_zone="Europe/Vienna", language="de-AT", theme=Theme.DARK, units=Units.IMPERIAL
    )
    recognised = await house.accounts.sessions.recognise(ada.cookie)
    assert recognised is not None
    assert recognised.preferences == changed
    assert str(recognised.preferences.zone) == "Europe/Vienna"


@BOTH_PLACES
async def test_two_changes_at_once_are_both_kept(house: House) -> None:
    ada = await house.sign_up()
    profile = house.accounts.profile
    await asyncio.gather(
        profile.change_preferences(ada.member, theme=Theme.LIGHT),
        profile.change_preferences(ada.member, time_zone="Asia/Tokyo"),
        profile.change_preferences(ada.member, language="ja"),
    )
    shown = await profile.of_member(ada.member)
    assert shown.preferences == Preferences(time_zone="Asia/Tokyo", theme=Theme.LIGHT, language="ja")


async def test_what_is_no_preference_is_told_field_by_field(house: House) -> None:
    ada = await house.sign_up()
    with pytest.raises(InvalidInput) as refusal:
        await house.accounts.profile.change_preferences(
            ada.member, time_zone="Mars/Olympus", theme="blue", language="English", units="metric"
        )
    assert refusal.value.fields == {
        "time_zone": "'Mars/Olympus' is no time zone: write a name of the IANA database, such as Europe/Berlin",
        "theme": "Input should be 'system', 'light' or 'dark'",
        "language": "'English' is no language: write it as browsers do, such as en or de-AT",
    }
    assert (await house.accounts.profile.of_member(ada.member)).preferences == Preferences()

"""Changing the password, and which passwords are taken."""

import asyncio
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.services.accounts import SignInAgain, TooManyAttempts, WrongCredentials
from cairn.services.accounts.password_rules import checked_password, weakness
from cairn.services.accounts.schema import Account
from cairn.services.problems import InvalidInput, NotSignedIn
from cairn.tables import attribute, update
from tests.services.accounts.cast import ADA, OTHER_PASSWORD, PASSWORD, House

GUESSED = "is among the first that anybody would try; use a few words that don't belong together"


async def test_a_new_password_ends_all_other_sessions_and_not_this_one(house: House) -> None:
    here, there = await house.sign_up(), await house.sign_in()
    await house.accounts.passwords.change(here.member, current=PASSWORD, password=OTHER_PASSWORD)
    assert await house.accounts.sessions.recognise(here.cookie) == here.member
    assert await house.accounts.sessions.recognise(there.cookie) is None
    assert len(await house.accounts.sessions.of_member(here.member)) == 1
    with pytest.raises(WrongCredentials):
        await house.sign_in(ADA, PASSWORD)
    await house.sign_in(ADA, OTHER_PASSWORD)
    assert [mail.subject for mail in await house.mails()][-1] == "Your password was changed"


async def test_of_two_who_change_the_password_at_once_one_does(house: House) -> None:
    here, there = await house.sign_up(), await house.sign_in()
    outcomes = await asyncio.gather(
        *(
            house.accounts.passwords.change(entry.member, current=PASSWORD, password=OTHER_PASSWORD)
            for entry in (here, there)
        ),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in outcomes) == ["Conflict", "NoneType"]
    recognised = [await house.accounts.sessions.recognise(entry.cookie) for entry in (here, there)]
    assert [each is None for each in recognised] == [each is not None for each in outcomes]


async def test_the_old_password_is_asked_for(house: House) -> None:
    ada = await house.sign_up()
    with pytest.raises(InvalidInput) as refusal:
        await house.accounts.passwords.change(ada.member, current=OTHER_PASSWORD, password=OTHER_PASSWORD)
    assert refusal.value.fields == {"current": "is not the password of your account"}
    await house.sign_in(ADA, PASSWORD)


async def test_the_old_password_can_not_be_guessed_at_an_open_browser(house: House) -> None:
    ada = await house.sign_up()
    for guess in range(10):
        with pytest.raises(InvalidInput):
            await house.accounts.passwords.change(
                ada.member, current=f"guess {guess}", password=OTHER_PASSWORD
            )
    with pytest.raises(TooManyAttempts):
        await house.accounts.passwords.change(ada.member, current=PASSWORD, password=OTHER_PASSWORD)


async def test_a_session_that_was_ended_changes_nothing(house: House) -> None:
    ada = await house.sign_up()
    await house.accounts.sessions.sign_out_everywhere(ada.member)
    with pytest.raises(NotSignedIn):
        await house.accounts.passwords.change(ada.member, current=PASSWORD, password=OTHER_PASSWORD)


async def test_who_has_no_password_chooses_one_soon_after_signing_in(house: House) -> None:
    ada = await house.sign_up()
    without = attribute(Account.password_hash).unset()
    await house.tables.write(update(Account.with_id(ada.member.account_id), without))
    house.clock.advance(timedelta(minutes=16))
    with pytest.raises(SignInAgain):
        await house.accounts.passwords.change(ada.member, password=OTHER_PASSWORD)
    house.clock.advance(timedelta(minutes=-2))
    await house.accounts.passwords.change(ada.member, password=OTHER_PASSWORD)
    await house.sign_in(ADA, OTHER_PASSWORD)


@pytest.mark.parametrize(
    ("password", "reason"),
    [
        ("short", "use at least 10 characters; a few words that don't belong together are easy to keep"),
        ("x" * 257, "use at most 256 characters"),
        ("password123", GUESSED),
        ("P4$$w0rd2024", GUESSED),
        ("aaaaaaaaaaaaaaaaaaaa", GUESSED),
        ("abcabcabcabcabc", GUESSED),
        ("qwertyuiop1234567890", GUESSED),
        ("0987654321", GUESSED),
        ("lovelace1815lovelace", GUESSED),
        ("no engine can originate", None),
        ("die L\u00f6sung ist 42", None),
        ("tr0ub4dor&3 xkcd", None),
    ],
)
def test_a_password_is_refused_with_the_reason(password: str, reason: str | None) -> None:
    assert weakness(password, personal=["lovelace"]) == reason


def test_what_stands_in_the_address_is_known_to_who_guesses() -> None:
    with pytest.raises(InvalidInput) as refusal:
        checked_password("augusta-king1815", email="augusta.king@example.org")
    assert refusal.value.fields == {"password": GUESSED}
    assert checked_password("augusta-king1815", email="bo@example.org") == "augusta-king1815"


@given(st.text(max_size=300))
def test_any_text_is_judged(password: str) -> None:
    reason = weakness(password)
    assert (reason is None) <= (10 <= len(password) <= 256)

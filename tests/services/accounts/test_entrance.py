"""Signing up and in with a password: one account an address, no telling whether there is one, and limits."""

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from cairn.services.accounts import EmailTaken, Preferences, SignUpClosed, WrongCredentials
from cairn.services.accounts.schema import Account, EmailClaim, Operators
from cairn.services.problems import InvalidInput
from cairn.services.settings import Settings
from tests.services.accounts.cast import (
    ADA,
    BO,
    HOME,
    NOON,
    OTHER_PASSWORD,
    PASSWORD,
    QUICK,
    House,
    opened_house,
)
from tests.services.accounts.conftest import BOTH_PLACES


async def test_who_signs_up_is_signed_in_and_can_sign_in_again(house: House) -> None:
    entry = await house.accounts.entrance.sign_up(
        HOME, email=" Ada@Example.org ", password=PASSWORD, preferences=Preferences(time_zone="Europe/London")
    )
    assert (entry.member.email, entry.member.is_email_verified) == (ADA, False)
    assert entry.member.preferences == Preferences(time_zone="Europe/London")
    assert entry.member.signed_in_at == NOON
    assert await house.accounts.sessions.recognise(entry.cookie) == entry.member
    again = await house.sign_in("ADA@example.org")
    assert again.member.account_id == entry.member.account_id
    assert again.cookie != entry.cookie


async def test_the_first_account_is_the_operators_and_no_other(house: House) -> None:
    ada, bo = await house.sign_up(ADA), await house.sign_up(BO)
    assert (ada.member.is_operator, bo.member.is_operator) == (True, False)
    stored = await house.tables.expect(Operators.all())
    assert stored.account_ids == {ada.member.account_id}


@BOTH_PLACES
async def test_of_those_who_sign_up_first_at_once_one_is_an_operator(house: House) -> None:
    everyone = await asyncio.gather(*(house.sign_up(f"guest{number}@example.org") for number in range(8)))
    assert sum(entry.member.is_operator for entry in everyone) == 1


@BOTH_PLACES
async def test_two_who_sign_up_with_one_address_at_once_make_one_account(house: House) -> None:
    outcomes = await asyncio.gather(
        *(house.sign_up(spelling) for spelling in (ADA, "ADA@example.org")), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in outcomes) == ["EmailTaken", "Entry"]
    assert len(await house.tables.all(Account.all())) == 1


async def test_an_address_that_is_taken_is_told_and_nothing_is_changed(house: House) -> None:
    ada = await house.sign_up(ADA)
    with pytest.raises(EmailTaken) as refusal:
        await house.sign_up(ADA, OTHER_PASSWORD)
    assert refusal.value.fields == {"email": "has an account"}
    claim = await house.tables.expect(EmailClaim.of(ADA))
    assert claim.account_id == ada.member.account_id
    with pytest.raises(WrongCredentials):
        await house.sign_in(ADA, OTHER_PASSWORD)


async def test_a_wrong_password_and_an_unknown_address_are_answered_alike(house: House) -> None:
    await house.sign_up(ADA)
    answers = []
    for email in (ADA, BO, "no address"):
        with pytest.raises(WrongCredentials) as refusal:
            await house.sign_in(email, OTHER_PASSWORD)
        answers.append((str(refusal.value), refusal.value.fields))
    assert answers == [answers[0]] * 3


async def test_what_is_no_address_is_told(house: House) -> None:
    with pytest.raises(InvalidInput) as refusal:
        await house.sign_up("ada")
    assert refusal.value.fields == {"email": "is no e-mail address: An email address must have an @-sign."}
    with pytest.raises(InvalidInput) as refusal:
        await house.sign_up(f"{'a' * 1_000_000}@example.org")
    assert refusal.value.fields == {"email": "is no e-mail address: it has more than 320 characters"}


async def test_where_sign_up_is_closed_nobody_signs_up(tmp_path: Path) -> None:
    async with opened_house(tmp_path, settings=Settings(sign_up="closed")) as house:
        with pytest.raises(SignUpClosed):
            await house.sign_up()
        assert await house.tables.all(Account.all()) == []


async def test_a_password_is_hashed_anew_when_the_parameters_rise(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        ada = Account.with_id((await house.sign_up()).member.account_id)
        before = (await house.tables.expect(ada)).password_hash
    async with opened_house(tmp_path, parameters=replace(QUICK, time_cost=2)) as house:
        await house.sign_in()
        after = (await house.tables.expect(ada)).password_hash
        assert before is not None
        assert after is not None
        assert ("t=1" in before, "t=2" in after) == (True, True)
        await house.sign_in()
        assert (await house.tables.expect(ada)).password_hash == after


async def test_the_same_password_typed_on_another_keyboard_is_the_same(house: House) -> None:
    await house.sign_up(ADA, "die Lo\u0308sung ist schoen")
    assert (await house.sign_in(ADA, "die L\u00f6sung ist schoen")).member.email == ADA

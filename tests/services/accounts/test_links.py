"""Links in mails: what they prove, once, for some time, and what they tell nobody."""

import asyncio
from datetime import timedelta

import pytest

from cairn.services.accounts import (
    AccountShown,
    EmailTaken,
    Entry,
    LinkUsed,
    Preferences,
    TooManyAttempts,
    WrongCredentials,
)
from cairn.services.accounts.links import MAIL_RESET_LINK
from cairn.services.accounts.schema import Account, AccountStatus, EmailClaim, Link
from cairn.services.problems import Conflict, InvalidInput
from cairn.tables import attribute, update
from tests.services.accounts.cast import ADA, BO, HOME, NOON, OTHER_PASSWORD, PASSWORD, House
from tests.services.accounts.conftest import BOTH_PLACES

NEW = "ada@newmail.example"


async def shown(house: House, entry: Entry) -> AccountShown:
    return await house.accounts.profile.of_member(entry.member)


async def test_who_signs_up_is_mailed_a_link_that_verifies_the_address(house: House) -> None:
    ada = await house.sign_up()
    [mail] = await house.mails()
    assert (mail.to, mail.subject) == (ADA, "Confirm your e-mail address")
    secret = await house.secret_mailed_to(ADA)
    assert f"https://cairn.example.org/verify-email?link={secret}\n" in mail.text
    assert f'href="https://cairn.example.org/verify-email?link={secret}"' in str(mail.html)

    assert await house.accounts.links.verify_email(HOME, secret=secret) == ADA
    recognised = await house.accounts.sessions.recognise(ada.cookie)
    assert recognised is not None
    assert recognised.is_email_verified


@BOTH_PLACES
async def test_a_link_works_once(house: House) -> None:
    await house.sign_up()
    secret = await house.secret_mailed_to(ADA)
    uses = await asyncio.gather(
        *(house.accounts.links.verify_email(HOME, secret=secret) for _ in range(4)), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in uses) == ["LinkUsed", "LinkUsed", "LinkUsed", "str"]
    with pytest.raises(LinkUsed):
        await house.accounts.links.verify_email(HOME, secret=secret)


async def test_a_link_serves_its_purpose_alone(house: House) -> None:
    await house.sign_up()
    secret = await house.secret_mailed_to(ADA)
    with pytest.raises(LinkUsed):
        await house.accounts.links.reset_password(HOME, secret=secret, password=OTHER_PASSWORD)
    assert await house.accounts.links.verify_email(HOME, secret=secret) == ADA


async def test_a_link_is_worthless_after_its_time(house: House) -> None:
    await house.sign_up()
    secret = await house.secret_mailed_to(ADA)
    house.clock.advance(timedelta(days=7))
    with pytest.raises(LinkUsed):
        await house.accounts.links.verify_email(HOME, secret=secret)


@pytest.mark.parametrize("secret", ["", "guessed", "A" * 64, "é" * 64])
async def test_what_is_no_link_is_told(house: House, secret: str) -> None:
    with pytest.raises(LinkUsed):
        await house.accounts.links.verify_email(HOME, secret=secret)


async def test_to_sign_out_everywhere_ends_the_links_that_were_mailed(house: House) -> None:
    ada = await house.sign_up()
    secret = await house.secret_mailed_to(ADA)
    await house.accounts.sessions.sign_out_everywhere(ada.member)
    with pytest.raises(LinkUsed):
        await house.accounts.links.verify_email(HOME, secret=secret)


async def test_another_link_to_verify_can_be_asked_for_until_it_is_verified(house: House) -> None:
    ada = await house.sign_up()
    await house.accounts.links.ask_to_verify_email(ada.member)
    assert [mail.subject for mail in await house.mails()] == ["Confirm your e-mail address"] * 2
    await house.accounts.links.verify_email(HOME, secret=await house.secret_mailed_to(ADA))
    with pytest.raises(Conflict):
        await house.accounts.links.ask_to_verify_email(ada.member)


async def test_who_forgot_the_password_chooses_another_and_all_sessions_are_over(house: House) -> None:
    ada = await house.sign_up()
    await house.accounts.links.ask_to_reset_password(HOME, email=" ADA@example.org")
    secret = await house.secret_mailed_to(ADA)
    assert await house.accounts.links.check_reset(HOME, secret=secret) == ADA

    entry = await house.accounts.links.reset_password(HOME, secret=secret, password=OTHER_PASSWORD)
    assert entry.member.is_email_verified
    assert await house.accounts.sessions.recognise(entry.cookie) == entry.member
    assert await house.accounts.sessions.recognise(ada.cookie) is None
    assert len(await house.accounts.sessions.of_member(entry.member)) == 1
    assert (await house.sign_in(ADA, OTHER_PASSWORD)).member.account_id == ada.member.account_id
    with pytest.raises(WrongCredentials):
        await house.sign_in(ADA, PASSWORD)
    [*_, told] = await house.mails()
    assert (told.to, told.subject) == (ADA, "Your password was changed")
    with pytest.raises(LinkUsed):
        await house.accounts.links.reset_password(HOME, secret=secret, password=PASSWORD)


async def test_a_bad_password_does_not_use_the_link_up(house: House) -> None:
    await house.sign_up()
    await house.accounts.links.ask_to_reset_password(HOME, email=ADA)
    secret = await house.secret_mailed_to(ADA)
    with pytest.raises(InvalidInput):
        await house.accounts.links.reset_password(HOME, secret=secret, password="short")
    await house.accounts.links.reset_password(HOME, secret=secret, password=OTHER_PASSWORD)


async def test_two_links_to_reset_serve_once_together(house: House) -> None:
    await house.sign_up()
    await house.accounts.links.ask_to_reset_password(HOME, email=ADA)
    first = await house.secret_mailed_to(ADA)
    house.clock.advance(timedelta(seconds=1))
    await house.accounts.links.ask_to_reset_password(HOME, email=ADA)
    second = await house.secret_mailed_to(ADA)
    assert first != second
    await house.accounts.links.reset_password(HOME, secret=first, password=OTHER_PASSWORD)
    with pytest.raises(LinkUsed):
        await house.accounts.links.reset_password(HOME, secret=second, password=PASSWORD)


async def test_of_two_links_to_reset_that_are_used_at_once_one_serves(house: House) -> None:
    await house.sign_up()
    secrets = []
    for _ in range(2):
        await house.accounts.links.ask_to_reset_password(HOME, email=ADA)
        secrets.append(await house.secret_mailed_to(ADA))
        house.clock.advance(timedelta(seconds=1))
    outcomes = await asyncio.gather(
        *(
            house.accounts.links.reset_password(HOME, secret=secret, password=OTHER_PASSWORD)
            for secret in secrets
        ),
        return_exceptions=True,
    )
    assert sorted(type(each).__name__ for each in outcomes) == ["Entry", "LinkUsed"]


async def test_nobody_learns_by_asking_whether_an_address_has_an_account(house: House) -> None:
    await house.sign_up(ADA)
    before = len(await house.mails())
    written = []
    for email in (ADA, "stranger@example.org"):
        assert await house.accounts.links.ask_to_reset_password(HOME, email=email) is None  # type: ignore[func-returns-value]
        written.append(len(await house.waiting(MAIL_RESET_LINK)))
    assert written == [1, 2]
    assert [mail.to for mail in (await house.mails())[before:]] == [ADA]


async def test_mails_to_an_address_are_limited_whether_it_has_an_account_or_not(house: House) -> None:
    await house.sign_up(ADA)
    for email in (ADA, BO):
        for _ in range(3):
            await house.accounts.links.ask_to_reset_password(HOME, email=email)
        with pytest.raises(TooManyAttempts) as refusal:
            await house.accounts.links.ask_to_reset_password(HOME, email=email)
        assert refusal.value.retry_after == timedelta(minutes=10)


@BOTH_PLACES
async def test_a_reset_takes_from_who_never_proved_the_address_all_that_they_prepared(house: House) -> None:
    """Somebody signs up with Ada's address before she does. She resets the password: nothing of theirs is left."""
    stranger = await house.sign_up(ADA, "not her password at all")
    token = await house.accounts.tokens.create(stranger.member, name="later", scopes=["*:write"])
    await house.accounts.links.ask_to_reset_password(HOME, email=ADA)
    secret = await house.secret_mailed_to(ADA)
    await house.accounts.links.reset_password(HOME, secret=secret, password=PASSWORD)
    assert await house.accounts.recognise_bearer(token.secret) is None
    assert await house.accounts.sessions.recognise(stranger.cookie) is None


async def test_a_reset_of_a_verified_account_leaves_its_tokens(house: House) -> None:
    ada = await house.sign_up()
    await house.accounts.links.verify_email(HOME, secret=await house.secret_mailed_to(ADA))
    token = await house.accounts.tokens.create(ada.member, name="backup", scopes=["*:read"])
    await house.accounts.links.ask_to_reset_password(HOME, email=ADA)
    secret = await house.secret_mailed_to(ADA)
    await house.accounts.links.reset_password(HOME, secret=secret, password=OTHER_PASSWORD)
    assert await house.accounts.recognise_bearer(token.secret) is not None


async def test_an_account_on_its_way_out_is_mailed_nothing(house: House) -> None:
    ada = await house.sign_up()
    secret = await house.secret_mailed_to(ADA)
    status = attribute(Account.status).set(AccountStatus.DELETING)
    await house.tables.write(update(Account.with_id(ada.member.account_id), status))
    before = await house.mails()
    await house.accounts.links.ask_to_reset_password(HOME, email=ADA)
    assert await house.mails() == before
    with pytest.raises(LinkUsed):
        await house.accounts.links.verify_email(HOME, secret=secret)


@BOTH_PLACES
async def test_a_new_address_counts_once_its_link_is_used(house: House) -> None:
    ada = await house.sign_up()
    await house.accounts.links.ask_to_change_email(ada.member, email="Ada@NewMail.example", password=PASSWORD)
    assert (await shown(house, ada)).email == ADA
    assert await house.accounts.links.change_email(HOME, secret=await house.secret_mailed_to(NEW)) == NEW

    account = await shown(house, ada)
    assert account == AccountShown(
        account_id=ada.member.account_id,
        email=NEW,
        is_email_verified=True,
        has_password=True,
        identities=0,
        is_operator=True,
        created_at=NOON,
        preferences=Preferences(),
    )
    assert (await house.sign_in(NEW)).member.account_id == ada.member.account_id
    with pytest.raises(WrongCredentials):
        await house.sign_in(ADA)
    assert await house.tables.get(EmailClaim.of(ADA)) is None
    told = [mail for mail in await house.mails() if mail.subject == "Your e-mail address was changed"]
    assert [(mail.to, NEW in mail.text) for mail in told] == [(ADA, True)]
    bo = await house.sign_up(ADA)
    assert bo.member.account_id != ada.member.account_id


async def test_to_change_the_address_takes_the_password(house: House) -> None:
    ada = await house.sign_up()
    for password, told in (
        (None, "give the password of your account, to show that it is you"),
        ("", "give the password of your account, to show that it is you"),
        (OTHER_PASSWORD, "is not the password of your account"),
    ):
        with pytest.raises(InvalidInput) as refusal:
            await house.accounts.links.ask_to_change_email(ada.member, email=NEW, password=password)
        assert refusal.value.fields == {"password": told}
    assert [mail.to for mail in await house.mails()] == [ADA]


async def test_an_address_that_another_account_has_is_not_taken_and_only_its_reader_is_told(
    house: House,
) -> None:
    ada, bo = await house.sign_up(ADA), await house.sign_up(BO)
    await house.accounts.links.ask_to_change_email(ada.member, email=BO, password=PASSWORD)
    with pytest.raises(EmailTaken):
        await house.accounts.links.change_email(HOME, secret=await house.secret_mailed_to(BO))
    assert [(await shown(house, entry)).email for entry in (ada, bo)] == [ADA, BO]


async def test_a_link_mailed_to_the_old_address_ends_with_the_change(house: House) -> None:
    ada = await house.sign_up()
    old = await house.secret_mailed_to(ADA)
    await house.accounts.links.ask_to_change_email(ada.member, email=NEW, password=PASSWORD)
    await house.accounts.links.change_email(HOME, secret=await house.secret_mailed_to(NEW))
    with pytest.raises(LinkUsed):
        await house.accounts.links.verify_email(HOME, secret=old)


async def test_links_are_stored_without_what_opens_them(house: House) -> None:
    ada = await house.sign_up()
    secret = await house.secret_mailed_to(ADA)
    stored = await house.tables.dynamo.call("Scan", {"TableName": "Accounts"})
    assert secret not in str(stored["Items"])
    assert len(await house.tables.all(Link.key.query(account_id=ada.member.account_id))) == 1

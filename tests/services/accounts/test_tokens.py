"""Tokens: shown once, stored as a hash, held to their scopes, worthless once revoked or too old."""

from datetime import timedelta

import pytest

from cairn.services.accounts import Right, Scope, SignedIn, TokenListed
from cairn.services.problems import Conflict, InvalidInput, NotAllowed, NotFound, NotSignedIn
from tests.services.accounts.cast import ADA, BO, NOON, House

DAY = timedelta(days=1)
HABITS = Scope("habits", Right.WRITE)
NO_SCOPE = (
    "is none: write an app and what is allowed there, such as checks:read. Apps are checks, habits, *; "
    "what is allowed is read or write"
)
READ_ALL = Scope("*", Right.READ)


async def test_a_token_is_its_owners_with_what_it_allows(house: House) -> None:
    ada = await house.sign_up()
    made = await house.accounts.tokens.create(
        ada.member, name=" backup ", scopes=["habits:write", "*:read"], expires_at=NOON + DAY
    )
    assert made.secret.startswith("cairn_")
    assert made.token == TokenListed(
        made.token.token_id, "backup", frozenset({HABITS, READ_ALL}), NOON, None, NOON + DAY
    )
    member = await house.accounts.recognise_bearer(made.secret)
    assert member is not None
    assert not isinstance(member, SignedIn)
    assert (member.account_id, member.email, member.scopes) == (ada.member.account_id, ADA, made.token.scopes)
    assert not member.is_operator


async def test_a_token_does_what_its_scopes_say_and_nothing_else(house: House) -> None:
    ada = await house.sign_up()
    made = await house.accounts.tokens.create(ada.member, name="backup", scopes=["habits:write", "*:read"])
    member = await house.accounts.recognise_bearer(made.secret)
    assert member is not None
    asked = [(app, right) for app in ("habits", "checks", "*") for right in Right]
    assert [asking for asking in asked if member.may(*asking)] == [
        ("habits", Right.READ),
        ("habits", Right.WRITE),
        ("checks", Right.READ),
        ("*", Right.READ),
    ]
    with pytest.raises(NotAllowed) as refusal:
        member.require("checks", Right.WRITE)
    assert str(refusal.value) == "This token may not write in checks; one with the scope checks:write may"


async def test_a_token_can_not_be_seen_again(house: House) -> None:
    ada = await house.sign_up()
    made = await house.accounts.tokens.create(ada.member, name="backup", scopes=["*:read"])
    secret = made.secret.removeprefix("cairn_")
    stored = await house.tables.dynamo.call("Scan", {"TableName": "Accounts"})
    assert secret[22:] not in str(stored["Items"])
    assert secret not in repr(await house.accounts.tokens.of_member(ada.member))


async def test_a_token_is_worthless_from_its_expiry_on(house: House) -> None:
    ada = await house.sign_up()
    made = await house.accounts.tokens.create(
        ada.member, name="today", scopes=["*:read"], expires_at=NOON + DAY
    )
    house.clock.advance(DAY - timedelta(seconds=1))
    assert await house.accounts.recognise_bearer(made.secret) is not None
    house.clock.advance(timedelta(seconds=1))
    assert await house.accounts.recognise_bearer(made.secret) is None
    assert await house.accounts.tokens.of_member(ada.member) == []


async def test_a_revoked_token_is_worthless_at_once(house: House) -> None:
    ada = await house.sign_up()
    tokens = house.accounts.tokens
    kept = await tokens.create(ada.member, name="kept", scopes=["*:read"])
    gone = await tokens.create(ada.member, name="gone", scopes=["*:read"])
    await tokens.revoke(ada.member, gone.token.token_id)
    assert await house.accounts.recognise_bearer(gone.secret) is None
    assert await house.accounts.recognise_bearer(kept.secret) is not None
    assert [each.name for each in await tokens.of_member(ada.member)] == ["kept"]
    assert await tokens.has_any(ada.member)
    await tokens.revoke(ada.member, kept.token.token_id)
    assert not await tokens.has_any(ada.member)
    with pytest.raises(NotFound):
        await tokens.revoke(ada.member, gone.token.token_id)


async def test_nobody_revokes_the_token_of_another(house: House) -> None:
    ada, bo = await house.sign_up(ADA), await house.sign_up(BO)
    made = await house.accounts.tokens.create(ada.member, name="backup", scopes=["*:read"])
    for token_id in (made.token.token_id, "nothing", "", "a#b"):
        with pytest.raises(NotFound):
            await house.accounts.tokens.revoke(bo.member, token_id)
    assert await house.accounts.recognise_bearer(made.secret) is not None


async def test_the_day_of_the_last_use_is_kept(house: House) -> None:
    ada = await house.sign_up()
    made = await house.accounts.tokens.create(ada.member, name="backup", scopes=["*:read"])
    house.clock.advance(3 * DAY)
    await house.accounts.recognise_bearer(made.secret)
    [token] = await house.accounts.tokens.of_member(ada.member)
    assert token.last_used_on == (NOON + 3 * DAY).date()


async def test_tokens_outlive_a_sign_out_everywhere(house: House) -> None:
    ada = await house.sign_up()
    made = await house.accounts.tokens.create(ada.member, name="backup", scopes=["*:read"])
    await house.accounts.sessions.sign_out_everywhere(ada.member)
    assert await house.accounts.recognise_bearer(made.secret) is not None


async def test_a_session_that_was_ended_makes_no_token(house: House) -> None:
    ada = await house.sign_up()
    await house.accounts.sessions.sign_out_everywhere(ada.member)
    with pytest.raises(NotSignedIn):
        await house.accounts.tokens.create(ada.member, name="backup", scopes=["*:read"])


async def test_no_token_is_made_for_an_account_that_signed_out_everywhere_meanwhile(house: House) -> None:
    ada = await house.sign_up()
    as_read = await house.accounts.keeping.account(ADA)
    await house.accounts.sessions.sign_out_everywhere(ada.member)
    with pytest.raises(NotSignedIn):
        await house.accounts.tokens.create_for(as_read, name="backup", scopes=["*:read"])
    assert await house.accounts.tokens.of_account(ada.member.account_id) == []


@pytest.mark.parametrize(
    ("scopes", "message"),
    [
        ([], "choose at least one; a token without any could do nothing"),
        (
            ["garden:read"],
            f"'garden:read' {NO_SCOPE}",
        ),
        (
            ["habits"],
            f"'habits' {NO_SCOPE}",
        ),
    ],
)
async def test_scopes_that_are_none_are_told(house: House, scopes: list[str], message: str) -> None:
    ada = await house.sign_up()
    with pytest.raises(InvalidInput) as refusal:
        await house.accounts.tokens.create(ada.member, name="backup", scopes=scopes)
    assert refusal.value.fields == {"scopes": message}


async def test_a_token_has_a_name_and_a_moment_to_come(house: House) -> None:
    ada = await house.sign_up()
    for name in ("", "   ", "x" * 101):
        with pytest.raises(InvalidInput) as refusal:
            await house.accounts.tokens.create(ada.member, name=name, scopes=["*:read"])
        assert refusal.value.fields == {"name": "give it a name of 1 to 100 characters"}
    with pytest.raises(InvalidInput) as refusal:
        await house.accounts.tokens.create(ada.member, name="late", scopes=["*:read"], expires_at=NOON)
    assert refusal.value.fields == {"expires_at": "is past; choose a moment to come, or none"}


async def test_an_account_has_so_many_tokens_at_most(house: House) -> None:
    ada = await house.sign_up()
    for number in range(50):
        await house.accounts.tokens.create(ada.member, name=f"token {number}", scopes=["*:read"])
    with pytest.raises(Conflict):
        await house.accounts.tokens.create(ada.member, name="one more", scopes=["*:read"])


@pytest.mark.parametrize("secret", ["", "cairn_", "cairn_guessed", "cairn_" + "A" * 64, "A" * 64])
async def test_what_is_no_token_opens_nothing(house: House, secret: str) -> None:
    await house.sign_up()
    assert await house.accounts.recognise_bearer(secret) is None


async def test_a_cookie_is_no_token_and_a_token_no_cookie(house: House) -> None:
    ada = await house.sign_up()
    made = await house.accounts.tokens.create(ada.member, name="backup", scopes=["*:read"])
    assert await house.accounts.recognise_bearer(f"cairn_{ada.cookie}") is None
    assert await house.accounts.sessions.recognise(made.secret.removeprefix("cairn_")) is None

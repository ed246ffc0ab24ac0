"""Bearer tokens of an issuer that the operator trusts: for us, signed, of this time, and held to their scopes."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from joserfc import jwt

from cairn.services.accounts import Member, Operator, Right, Scope, SignedIn, SignUpClosed
from cairn.services.accounts.bearers import granted
from cairn.services.accounts.departures import DELETE_ACCOUNT
from cairn.services.accounts.schema import Account, AccountStatus
from cairn.services.accounts.scopes import EVERYTHING
from cairn.services.clock import ManualClock
from cairn.services.settings import Settings, SettingsError
from cairn.tables import attribute, update
from tests.oidc_provider import Provider, elliptic_key, opened_provider, rsa_key
from tests.services.accounts.cast import ADA, HOME, NOON, House, opened_house

AUDIENCE = "4hs7client"
NOON_SECONDS = int(NOON.timestamp())
ADMIN = "aws.cognito.signin.user.admin"


@dataclass
class Pool:
    """A pool of people, as Cognito has them, and the house that believes what it signs."""

    house: House
    provider: Provider

    def access_token(self, **more: Any) -> str:
        """As Cognito makes it: without an audience, and without what it knows of the person."""
        said = {"client_id": AUDIENCE, "token_use": "access", "scope": ADMIN, "username": "ada", **more}
        return self.provider.signed(self.provider.about(**said))

    def id_token(self, **more: Any) -> str:
        said = {"aud": AUDIENCE, "token_use": "id", **self.provider.profile, **more}
        return self.provider.signed(self.provider.about(**said))

    async def recognised(self, token: str) -> Member | None:
        return await self.house.accounts.recognise_bearer(token)


@asynccontextmanager
async def opened_pool(folder: Path, **settings: Any) -> AsyncIterator[Pool]:
    clock = ManualClock(NOON)
    async with opened_provider(now=lambda: clock.now().timestamp()) as provider:
        configured = Settings(jwt_issuer=provider.issuer, jwt_audience=AUDIENCE, **settings)
        async with opened_house(folder, settings=configured, clock=clock) as house:
            yield Pool(house, provider)


@pytest.fixture
async def pool(tmp_path: Path) -> AsyncIterator[Pool]:
    async with opened_pool(tmp_path) as pool:
        yield pool


async def test_an_account_is_made_at_first_sight_and_found_from_then_on(pool: Pool) -> None:
    first = await pool.recognised(pool.access_token())
    assert first is not None
    assert not isinstance(first, SignedIn | Operator)
    assert (first.email, first.is_operator, first.scopes) == (None, False, EVERYTHING)
    again = await pool.recognised(pool.access_token(jti="another"))
    assert again == first
    [ref] = await pool.house.tables.all(Account.all())
    account = await pool.house.tables.expect(ref)
    assert (account.account_id, account.is_operator) == (first.account_id, False)
    assert pool.provider.asked.count("/jwks") == 1


async def test_many_first_requests_at_once_make_one_account(pool: Pool) -> None:
    found = await asyncio.gather(*(pool.recognised(pool.access_token()) for _ in range(8)))
    assert len({each.account_id for each in found if each is not None}) == 1
    assert len(await pool.house.tables.all(Account.all())) == 1
    assert pool.provider.asked.count("/jwks") == 1


async def test_an_id_token_tells_the_address_too(pool: Pool) -> None:
    member = await pool.recognised(pool.id_token())
    assert member is not None
    assert (member.email, member.is_email_verified, member.scopes) == (ADA, True, EVERYTHING)


async def test_an_account_with_the_verified_address_is_the_same_person(pool: Pool) -> None:
    ada = await pool.house.sign_up()
    await pool.house.accounts.links.verify_email(HOME, secret=await pool.house.secret_mailed_to(ADA))
    member = await pool.recognised(pool.id_token())
    assert member is not None
    assert member.account_id == ada.member.account_id
    assert not member.is_operator


async def test_an_address_that_nobody_verified_opens_no_account_of_another(pool: Pool) -> None:
    ada = await pool.house.sign_up()
    member = await pool.recognised(pool.id_token(email_verified=False))
    assert member is not None
    assert (member.account_id == ada.member.account_id, member.email) == (False, None)


@pytest.mark.parametrize(
    "claims",
    [
        {"client_id": "another"},
        {"client_id": None},
        {"aud": "another"},
        {"aud": ["another"]},
        {"aud": []},
        {"aud": {"4hs7client": True}},
        {"token_use": "refresh"},
        {"iss": "https://id.example"},
        {"exp": NOON_SECONDS - 60},
        {"exp": None},
        {"iat": NOON_SECONDS + 3600},
        {"sub": None},
    ],
)
async def test_a_token_that_is_not_for_us_and_now_opens_nothing(pool: Pool, claims: dict[str, Any]) -> None:
    pool.provider.claims = claims
    assert await pool.recognised(pool.access_token()) is None
    assert await pool.house.tables.all(Account.all()) == []


async def test_a_token_that_another_signed_opens_nothing(pool: Pool) -> None:
    claims = pool.provider.about(client_id=AUDIENCE, token_use="access", scope=ADMIN)
    forged = [
        jwt.encode({"alg": "RS256", "kid": "first"}, claims, rsa_key("of a stranger")),
        jwt.encode({"alg": "ES256", "kid": "first"}, claims, elliptic_key("of a stranger")),
        "",
        "a.b.c",
        "é.é.é",
        pool.access_token()[:-4],
        f"{pool.access_token()}.more",
    ]
    assert [await pool.recognised(token) for token in forged] == [None] * len(forged)


async def test_tokens_of_ours_open_what_they_did(pool: Pool) -> None:
    ada = await pool.house.sign_up()
    made = await pool.house.accounts.tokens.create(ada.member, name="backup", scopes=["*:read"])
    member = await pool.recognised(made.secret)
    assert member is not None
    assert member.account_id == ada.member.account_id
    assert pool.provider.asked == []


async def test_names_of_keys_that_are_made_up_make_no_requests(pool: Pool) -> None:
    assert await pool.recognised(pool.access_token()) is not None
    pool.house.clock.advance(timedelta(minutes=1))
    claims = pool.provider.about(client_id=AUDIENCE)
    for number in range(20):
        made_up = jwt.encode({"alg": "RS256", "kid": f"made up {number}"}, claims, rsa_key("first"))
        assert await pool.recognised(made_up) is None
    assert pool.provider.asked.count("/jwks") == 2


async def test_new_keys_are_found_and_old_ones_serve_while_the_issuer_is_down(pool: Pool) -> None:
    assert await pool.recognised(pool.access_token()) is not None
    pool.house.clock.advance(timedelta(minutes=1))
    pool.provider.keys.append(rsa_key("second"))
    assert await pool.recognised(pool.access_token()) is not None
    pool.provider.is_down = True
    pool.house.clock.advance(timedelta(hours=3))
    assert await pool.recognised(pool.access_token()) is not None
    pool.house.clock.advance(timedelta(hours=24))
    assert await pool.recognised(pool.access_token()) is None
    pool.provider.is_down = False
    pool.house.clock.advance(timedelta(seconds=30))
    assert await pool.recognised(pool.access_token()) is not None


async def test_who_is_suspended_or_leaving_gets_in_with_no_token(pool: Pool) -> None:
    member = await pool.recognised(pool.access_token())
    assert member is not None
    account = Account.with_id(member.account_id)
    for status in (AccountStatus.SUSPENDED, AccountStatus.DELETING):
        await pool.house.tables.write(update(account, attribute(Account.status).set(status)))
        assert await pool.recognised(pool.access_token()) is None


async def test_who_was_deleted_is_somebody_new(pool: Pool) -> None:
    member = await pool.recognised(pool.access_token())
    assert member is not None
    account = await pool.house.tables.expect(Account.with_id(member.account_id))
    await pool.house.accounts.departures.begin(account)
    assert len(await pool.house.waiting(DELETE_ACCOUNT)) == 1
    await pool.house.delete_accounts({})
    again = await pool.recognised(pool.access_token())
    assert again is not None
    assert again.account_id != member.account_id


async def test_where_sign_up_is_closed_nobody_new_comes_by_a_token(tmp_path: Path) -> None:
    async with opened_pool(tmp_path, sign_up="closed") as pool:
        with pytest.raises(SignUpClosed):
            await pool.recognised(pool.access_token())


async def test_an_issuer_without_an_audience_stops_the_start(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"^CAIRN_JWT_ISSUER needs CAIRN_JWT_AUDIENCE: "):
        async with opened_house(tmp_path, settings=Settings(jwt_issuer="https://id.example")):
            pass


HABITS = frozenset({Scope("habits", Right.WRITE)})


@pytest.mark.parametrize(
    ("claims", "scopes"),
    [
        ({"scope": "habits:write"}, HABITS),
        ({"scope": "openid cairn/habits:write email"}, HABITS),
        ({"scope": "https://cairn.example.org/habits:write"}, HABITS),
        ({"scp": ["habits:write"]}, HABITS),
        ({"scope": "*:read checks:write"}, {Scope("*", Right.READ), Scope("checks", Right.WRITE)}),
        ({"scope": "openid email garden:read habits habits:own :read"}, frozenset()),
        ({"scope": ""}, frozenset()),
        ({"scp": [1, None, {}]}, frozenset()),
        ({"scope": 5}, frozenset()),
        ({"scope": ADMIN}, EVERYTHING),
        ({"token_use": "id"}, EVERYTHING),
        ({"token_use": "access"}, frozenset()),
        ({}, frozenset()),
    ],
)
def test_a_scope_allows_what_it_names(claims: dict[str, Any], scopes: frozenset[Scope]) -> None:
    assert granted(claims, ("checks", "habits")) == scopes

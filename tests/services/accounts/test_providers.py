"""Signing in with a provider: a real one on this machine."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from pydantic import SecretStr

from cairn.services.accounts import (
    AccountSuspended,
    ProviderFailed,
    ProviderListed,
    SignUpClosed,
    WrongCredentials,
)
from cairn.services.accounts.schema import Account, AccountStatus, IdentityClaim
from cairn.services.clock import ManualClock
from cairn.services.problems import Conflict, NotFound, NotSignedIn
from cairn.services.settings import OidcProvider, Settings, SettingsError
from cairn.tables import attribute, update
from tests.oidc_provider import (
    CLIENT_ID,
    CLIENT_SECRET,
    elliptic_key,
    opened_provider,
)
from tests.services.accounts.cast import ADA, BO, HOME, NOON, OTHER_PASSWORD, opened_house
from tests.services.accounts.street import BACK, Street, opened_street


async def test_who_a_provider_vouches_for_has_an_account_from_the_first_time_on(street: Street) -> None:
    assert street.house.accounts.providers.listed == (ProviderListed("the-works", "The Works"),)
    first = await street.sign_in()
    assert (first.member.email, first.member.is_email_verified, first.member.is_operator) == (ADA, True, True)
    assert await street.house.accounts.sessions.recognise(first.cookie) == first.member
    second = await street.sign_in()
    assert second.member.account_id == first.member.account_id
    [identity] = await street.house.accounts.providers.of_member(first.member)
    assert (identity.provider, identity.email, identity.connected_at) == ("The Works", ADA, NOON)
    assert street.provider.asked.count("/jwks") == 1
    assert street.provider.asked.count("/.well-known/openid-configuration") == 1


async def test_a_browser_is_sent_with_what_it_has_to_bring_back(street: Street) -> None:
    sent = await street.house.accounts.providers.begin(HOME, provider="the-works", return_to="/habits")
    asked = parse_qs(urlsplit(sent.url).query)
    changing = {name: asked.pop(name) for name in ("state", "nonce", "code_challenge")}
    assert asked == {
        "theme": ["dark"],
        "response_type": ["code"],
        "client_id": [CLIENT_ID],
        "redirect_uri": [BACK],
        "scope": ["openid email profile"],
        "code_challenge_method": ["S256"],
    }
    again = await street.house.accounts.providers.begin(HOME, provider="the-works")
    asked = parse_qs(urlsplit(again.url).query)
    assert all(asked[name] != value for name, value in changing.items())
    assert (await street.arrive(sent)).return_to == "/habits"


@pytest.mark.parametrize(
    "says",
    [
        {"keys": [elliptic_key("curve")]},
        {"is_profile_in_token": False},
        {"client_secret": None},
        {"configuration": {"token_endpoint_auth_methods_supported": ["client_secret_post"]}},
        {"claims": {"aud": [CLIENT_ID, "another"], "azp": CLIENT_ID}},
    ],
    ids=["elliptic curve", "userinfo", "public client", "secret in the form", "several audiences"],
)
async def test_providers_differ_and_all_are_understood(tmp_path: Path, says: dict[str, Any]) -> None:
    async with opened_street(tmp_path, **says) as street:
        assert (await street.sign_in()).member.email == ADA


async def test_who_changes_their_mind_at_the_provider_is_told_so(street: Street) -> None:
    street.provider.refuses = True
    with pytest.raises(ProviderFailed) as refusal:
        await street.arrive()
    assert str(refusal.value) == "The Works did not let you in, or you changed your mind"


async def test_a_provider_that_is_down_is_told(street: Street) -> None:
    street.provider.is_down = True
    with pytest.raises(ProviderFailed):
        await street.house.accounts.providers.begin(HOME, provider="the-works")


async def test_an_answer_from_another_issuer_is_refused(street: Street) -> None:
    with pytest.raises(ProviderFailed):
        await street.arrive(change=lambda back: {**back, "iss": "https://id.example"})
    arrival = await street.arrive(change=lambda back: {**back, "iss": street.provider.issuer})
    assert arrival.entry is not None


async def test_what_a_browser_brings_back_has_to_be_what_it_was_given(street: Street) -> None:
    providers = street.house.accounts.providers
    mine = await providers.begin(HOME, provider="the-works")
    theirs = await providers.begin(HOME, provider="the-works")
    _, parameters = await street.provider.visited(theirs.url)
    for cookie in (mine.cookie, None, "", "guessed", "é", theirs.cookie[:-4] + "AAAA"):
        with pytest.raises(ProviderFailed):
            await providers.complete(HOME, provider="the-works", cookie=cookie, parameters=parameters)
    for changed in ({**parameters, "state": ""}, {"code": parameters["code"]}):
        with pytest.raises(ProviderFailed):
            await providers.complete(HOME, provider="the-works", cookie=theirs.cookie, parameters=changed)
    with pytest.raises(ProviderFailed):
        await providers.complete(HOME, provider="other", cookie=theirs.cookie, parameters=parameters)
    arrival = await providers.complete(
        HOME, provider="the-works", cookie=theirs.cookie, parameters=parameters
    )
    assert arrival.entry is not None
    with pytest.raises(ProviderFailed):  # a code serves once
        await providers.complete(HOME, provider="the-works", cookie=theirs.cookie, parameters=parameters)


async def test_who_takes_too_long_begins_anew(street: Street) -> None:
    sent = await street.house.accounts.providers.begin(HOME, provider="the-works")
    street.house.clock.advance(timedelta(minutes=10))
    with pytest.raises(ProviderFailed):
        await street.arrive(sent)


async def test_an_account_with_the_address_is_joined_when_the_provider_verified_it(street: Street) -> None:
    house = street.house
    ada = await house.sign_up()
    await house.accounts.links.verify_email(HOME, secret=await house.secret_mailed_to(ADA))
    entry = await street.sign_in()
    assert entry.member.account_id == ada.member.account_id
    assert await house.accounts.sessions.recognise(ada.cookie) is not None
    assert (await house.sign_in()).member.account_id == ada.member.account_id


@pytest.mark.parametrize("verified", [False, None, "false", 1, "yes"])
async def test_no_account_is_joined_by_an_address_that_nobody_verified(street: Street, verified: Any) -> None:
    await street.house.sign_up()
    street.provider.profile = {"email": ADA, "email_verified": verified}
    with pytest.raises(ProviderFailed) as refusal:
        await street.arrive()
    assert "Sign in with your password, and connect the provider" in str(refusal.value)
    assert len(await street.house.tables.all(Account.all())) == 1


async def test_who_joins_an_account_whose_address_was_never_proven_takes_it_over(street: Street) -> None:
    """A stranger signed up with Ada's address. When she comes by a provider, it is hers and opens to them no more."""
    house = street.house
    stranger = await house.sign_up(ADA, "not her password at all")
    token = await house.accounts.tokens.create(stranger.member, name="later", scopes=["*:write"])
    ada = await street.sign_in()
    assert ada.member.account_id == stranger.member.account_id
    assert await house.accounts.sessions.recognise(stranger.cookie) is None
    assert await house.accounts.recognise_bearer(token.secret) is None
    with pytest.raises(WrongCredentials):
        await house.sign_in(ADA, "not her password at all")
    assert await house.accounts.sessions.recognise(ada.cookie) == ada.member


async def test_an_address_that_nobody_verified_is_not_verified_here(street: Street) -> None:
    street.provider.profile = {"email": BO}
    entry = await street.sign_in()
    assert (entry.member.email, entry.member.is_email_verified) == (BO, False)


async def test_who_has_no_address_has_an_account_all_the_same(street: Street) -> None:
    street.provider.profile = {"email": "no address"}
    entry = await street.sign_in()
    assert entry.member.email is None


async def test_two_windows_at_once_make_one_account(street: Street) -> None:
    entries = await asyncio.gather(*(street.sign_in() for _ in range(4)))
    assert len({entry.member.account_id for entry in entries}) == 1
    assert len(await street.house.tables.all(Account.all())) == 1


async def test_where_sign_up_is_closed_a_provider_makes_no_accounts(tmp_path: Path) -> None:
    async with opened_street(tmp_path, settings={"sign_up": "closed"}) as street:
        with pytest.raises(SignUpClosed):
            await street.arrive()


async def test_who_is_suspended_or_leaving_does_not_get_in_by_a_provider(street: Street) -> None:
    entry = await street.sign_in()
    account = Account.with_id(entry.member.account_id)
    for status, refusal in (
        (AccountStatus.SUSPENDED, AccountSuspended),
        (AccountStatus.DELETING, ProviderFailed),
    ):
        await street.house.tables.write(update(account, attribute(Account.status).set(status)))
        with pytest.raises(refusal):
            await street.arrive()


async def test_a_member_connects_a_provider_whatever_address_it_tells(street: Street) -> None:
    bo = await street.house.sign_up(BO)
    street.provider.profile = {"email": "bo@works.example", "email_verified": True}
    await street.connect(bo.member)
    await street.connect(bo.member)
    assert (await street.sign_in()).member.account_id == bo.member.account_id
    assert [mail.subject for mail in await street.house.mails() if mail.to == BO][-2:] == [
        "Confirm your e-mail address",
        "The Works was connected to your account",
    ]


async def test_a_provider_is_connected_in_the_session_that_asked_for_it(street: Street) -> None:
    ada, bo = await street.house.sign_up(ADA), await street.house.sign_up(BO)
    elsewhere = await street.house.sign_in(ADA)
    sent = await street.house.accounts.providers.begin_connecting(ada.member, provider="the-works")
    for visitor in (None, bo.member, elsewhere.member):
        with pytest.raises(NotSignedIn):
            await street.arrive(sent, visitor=visitor)
    await street.arrive(sent, visitor=ada.member)
    assert len(await street.house.accounts.providers.of_member(ada.member)) == 1
    assert await street.house.accounts.providers.of_member(bo.member) == []


async def test_somebody_at_a_provider_opens_one_account(street: Street) -> None:
    bo = await street.house.sign_up(BO)
    await street.sign_in()
    with pytest.raises(ProviderFailed) as refusal:
        await street.connect(bo.member)
    assert "With this you sign in to another account" in str(refusal.value)


async def test_a_provider_is_disconnected_as_long_as_a_way_in_is_left(street: Street) -> None:
    house, providers = street.house, street.house.accounts.providers
    ada = await street.sign_in()
    [identity] = await providers.of_member(ada.member)
    with pytest.raises(Conflict) as refusal:
        await providers.disconnect(ada.member, identity.identity_id)
    assert "choose a password first" in str(refusal.value)
    await house.accounts.passwords.change(ada.member, password=OTHER_PASSWORD)
    await providers.disconnect(ada.member, identity.identity_id)
    assert await providers.of_member(ada.member) == []
    assert await house.tables.get(IdentityClaim.of(identity.identity_id)) is None
    with pytest.raises(NotFound):
        await providers.disconnect(ada.member, identity.identity_id)
    await house.sign_in(ADA, OTHER_PASSWORD)


async def test_of_two_that_are_disconnected_at_once_one_stays(street: Street) -> None:
    providers = street.house.accounts.providers
    ada = await street.sign_in()
    street.provider.subject = "ada-by-another-name"
    await street.connect(ada.member)
    identities = await providers.of_member(ada.member)
    outcomes = await asyncio.gather(
        *(providers.disconnect(ada.member, each.identity_id) for each in identities), return_exceptions=True
    )
    assert sorted(type(each).__name__ for each in outcomes) == ["Conflict", "NoneType"]
    assert len(await providers.of_member(ada.member)) == 1


async def test_nobody_disconnects_the_provider_of_another(street: Street) -> None:
    ada = await street.sign_in()
    bo = await street.house.sign_up(BO)
    [identity] = await street.house.accounts.providers.of_member(ada.member)
    with pytest.raises(NotFound):
        await street.house.accounts.providers.disconnect(bo.member, identity.identity_id)


async def test_a_provider_that_there_is_not_is_told(street: Street) -> None:
    with pytest.raises(NotFound):
        await street.house.accounts.providers.begin(HOME, provider="other")


async def test_two_providers_of_one_name_stop_the_start(tmp_path: Path) -> None:
    one = OidcProvider(name="The Works", issuer="https://one.example", client_id="cairn")
    settings = Settings(oidc=(one, one.model_copy(update={"name": "the works!"})))
    with pytest.raises(SettingsError, match="'the works!' needs a name that no other provider has"):
        async with opened_house(tmp_path, settings=settings):
            pass


async def test_several_providers_open_accounts_of_their_own(tmp_path: Path) -> None:
    clock = ManualClock(NOON)
    now = {"now": lambda: clock.now().timestamp()}
    async with opened_provider(**now) as one, opened_provider(**now, profile={}) as two:
        providers = tuple(
            OidcProvider(
                name=name, issuer=each.issuer, client_id=CLIENT_ID, client_secret=SecretStr(CLIENT_SECRET)
            )
            for name, each in (("One", one), ("Two", two))
        )
        settings = Settings(public_url="https://cairn.example.org", oidc=providers)
        async with opened_house(tmp_path, settings=settings, clock=clock) as house:
            arrived = {}
            for slug, each in (("one", one), ("two", two)):
                sent = await house.accounts.providers.begin(HOME, provider=slug)
                _, parameters = await each.visited(sent.url)
                with pytest.raises(ProviderFailed):  # what one says is not taken for the other's word
                    await house.accounts.providers.complete(
                        HOME,
                        provider="two" if slug == "one" else "one",
                        cookie=sent.cookie,
                        parameters=parameters,
                    )
                arrived[slug] = await house.accounts.providers.complete(
                    HOME, provider=slug, cookie=sent.cookie, parameters=parameters
                )
            ids = {arrival.entry.member.account_id for arrival in arrived.values() if arrival.entry}
            assert len(ids) == 2  # the same subject, of two issuers

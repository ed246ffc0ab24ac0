"""What a provider says is believed only when it is signed by it, for us, for this sign-in, and for this time."""

import hmac
import json
from base64 import urlsafe_b64encode
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from joserfc import jwt

from cairn.services.accounts import (
    ProviderFailed,
)
from cairn.services.accounts.oidc import Issuer, OidcError, client_for
from cairn.services.accounts.schema import Account
from cairn.services.clock import ManualClock
from tests.oidc_provider import (
    CLIENT_ID,
    elliptic_key,
    rsa_key,
)
from tests.services.accounts.cast import ADA, NOON
from tests.services.accounts.street import Street, opened_street


def _encoded(part: Any) -> str:
    return urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=")


def unsigned(claims: Any) -> str:
    return f"{_encoded({'alg': 'none', 'typ': 'JWT'})}.{_encoded(claims)}."


def signed_with_the_public_key(claims: Any) -> str:
    """What is published serves as the secret that both share: the classic confusion."""
    secret = rsa_key("first").as_pem(private=False)
    signed = ".".join(_encoded(part) for part in ({"alg": "HS256", "kid": "first"}, dict(claims)))
    seal = urlsafe_b64encode(hmac.digest(secret, signed.encode(), "sha256")).decode().rstrip("=")
    return f"{signed}.{seal}"


def forged(claims: Any, key: Any, algorithm: str = "RS256", key_id: str = "first") -> str:
    return jwt.encode({"alg": algorithm, "kid": key_id}, dict(claims), key, algorithms=[algorithm])


def tampered(claims: Any) -> str:
    head, _, signature = forged(claims, rsa_key("first")).split(".")
    return f"{head}.{_encoded({**claims, 'sub': 'somebody else'})}.{signature}"


NOON_SECONDS = int(NOON.timestamp())


@pytest.mark.parametrize(
    ("says", "reason"),
    [
        ({"claims": {"nonce": "of another sign-in"}}, "a token belongs to another sign-in"),
        ({"claims": {"nonce": None}}, "a token belongs to another sign-in"),
        ({"claims": {"iss": "https://id.example"}}, "a token is from https://id.example, not from"),
        ({"claims": {"aud": "another"}}, "a token is for another, not for cairn at home"),
        ({"claims": {"aud": None}}, "a token is for nobody, not for cairn at home"),
        ({"claims": {"aud": [CLIENT_ID, "another"]}}, "a token was given to None, not to cairn at home"),
        ({"claims": {"azp": "another"}}, "a token was given to another, not to cairn at home"),
        ({"claims": {"exp": NOON_SECONDS - 60}}, "a token is too old"),
        ({"claims": {"exp": None}}, "a token is too old"),
        ({"claims": {"exp": "never"}}, "exp of a token is no moment"),
        ({"claims": {"iat": NOON_SECONDS + 61}}, "a token is from a time to come"),
        ({"claims": {"nbf": NOON_SECONDS + 61}}, "a token is from a time to come"),
        ({"claims": {"sub": None}}, "a token names nobody"),
        ({"claims": {"sub": ""}}, "a token names nobody"),
        ({"sign": unsigned}, "a token is signed by 'none', which proves nothing"),
        ({"sign": signed_with_the_public_key}, "a token is signed by 'HS256', which proves nothing"),
        ({"sign": tampered}, "the signature of a token is not that of"),
        (
            {"sign": lambda claims: forged(claims, rsa_key("of a stranger"))},
            "the signature of a token is not that of",
        ),
        (
            {"sign": lambda claims: forged(claims, rsa_key("of a stranger"), key_id="of a stranger")},
            "has no key 'of a stranger' of type RSA",
        ),
        (
            {"sign": lambda claims: forged(claims, elliptic_key("first"), "ES256")},
            "has no key 'first' of type EC",
        ),
        ({"sign": lambda _: "no token"}, "this is no signed token"),
        ({"sign": lambda _: "a.b.c"}, "this is no signed token"),
        (
            {"sign": lambda claims: forged({**claims, "x": "x" * 20_000}, rsa_key("first"))},
            "this is no signed token",
        ),
        ({"configuration": {"issuer": "https://id.example"}}, "says that it is https://id.example"),
        ({"configuration": {"jwks_uri": None}}, "publishes no configuration of an issuer"),
        (
            {"configuration": {"token_endpoint": "http://127.0.0.2:8099/token"}},
            "only public addresses can be reached",
        ),
        (
            {"configuration": {"authorization_response_iss_parameter_supported": True}},
            "nobody answered instead of",
        ),
        ({"client_secret": "another"}, "invalid_client"),
        ({"is_profile_in_token": False, "userinfo": {"sub": "bo", "email": ADA}}, "tells of somebody other"),
    ],
)
async def test_a_lie_opens_nothing_and_the_log_says_why(
    tmp_path: Path, says: dict[str, Any], reason: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with opened_street(tmp_path) as street:
        for name, value in says.items():
            setattr(street.provider, name, value)
        with pytest.raises(ProviderFailed) as refusal:
            await street.arrive()
        assert "The Works can't vouch for you at the moment" in str(refusal.value)
        assert reason in caplog.text
        assert await street.house.tables.all(Account.all()) == []


async def test_clocks_may_differ_by_a_minute(street: Street) -> None:
    street.provider.claims = {"exp": NOON_SECONDS - 59, "iat": NOON_SECONDS + 60}
    assert (await street.sign_in()).member.email == ADA


async def test_a_provider_that_changes_its_keys_is_believed_by_the_new_one(street: Street) -> None:
    await street.sign_in()
    street.house.clock.advance(timedelta(minutes=1))
    street.provider.keys.append(rsa_key("second"))
    await street.sign_in()
    assert street.provider.asked.count("/jwks") == 2


async def test_a_key_that_is_published_no_more_is_soon_believed_no_more(street: Street) -> None:
    await street.sign_in()
    old = rsa_key("first")
    street.provider.keys = [rsa_key("second")]
    street.provider.sign = lambda claims: forged(claims, old)
    street.house.clock.advance(timedelta(hours=1))
    with pytest.raises(ProviderFailed):
        await street.arrive()


async def test_names_of_keys_that_are_made_up_make_no_requests(street: Street) -> None:
    await street.sign_in()
    street.house.clock.advance(timedelta(minutes=1))
    street.provider.sign = lambda claims: forged(
        claims, rsa_key("first"), key_id=f"made up {claims['nonce']}"
    )
    for _ in range(5):
        with pytest.raises(ProviderFailed):
            await street.arrive()
    assert street.provider.asked.count("/jwks") == 2


async def test_an_issuer_with_https_is_asked_by_https_alone() -> None:
    web = client_for(["https://id.example"], allowed=())
    issuer = Issuer("https://id.example", web, ManualClock(NOON))
    with pytest.raises(
        OidcError, match=r"^https://id\.example points to http://id\.example/jwks, which is not https$"
    ):
        await issuer.fetched("http://id.example/jwks")
    await web.close()

"""An OpenID Connect provider on this machine: discovery, authorization, tokens, keys, and the lies it is told to tell."""

import hashlib
import secrets
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlencode, urlsplit

import aiohttp
from aiohttp import web
from joserfc import jwt
from joserfc.jwk import ECKey, Key, RSAKey

CLIENT_ID = "cairn at home"
CLIENT_SECRET = "a secret: with all sorts of %characters"


@cache
def rsa_key(name: str) -> RSAKey:
    """A key of that name, made once a run."""
    return RSAKey.generate_key(2048, {"kid": name, "use": "sig"})


@cache
def elliptic_key(name: str) -> ECKey:
    return ECKey.generate_key("P-256", {"kid": name, "use": "sig"})


@dataclass
class Grant:
    """What a code stands for."""

    redirect_uri: str
    nonce: str
    challenge: str
    subject: str


@dataclass
class Provider:
    """A provider at which one person is signed in. What it says can be changed from one question to the next."""

    issuer: str = ""
    now: Callable[[], float] = time.time
    client_secret: str | None = CLIENT_SECRET
    subject: str = "ada-at-the-provider"
    profile: dict[str, Any] = field(
        default_factory=lambda: {"email": "ada@example.org", "email_verified": True}
    )
    is_profile_in_token: bool = True
    keys: list[Key] = field(default_factory=lambda: [rsa_key("first")])
    configuration: dict[str, Any] = field(default_factory=dict)
    claims: dict[str, Any] = field(default_factory=dict)
    sign: Callable[[Mapping[str, Any]], str] | None = None
    refuses: bool = False
    is_down: bool = False
    userinfo: dict[str, Any] | None = None
    asked: list[str] = field(default_factory=list)
    _grants: dict[str, Grant] = field(default_factory=dict)

    def signed(self, claims: Mapping[str, Any]) -> str:
        """A token as the provider signs it, with its latest key."""
        if self.sign is not None:
            return self.sign(claims)
        key = self.keys[-1]
        algorithm = "RS256" if isinstance(key, RSAKey) else "ES256"
        return jwt.encode({"alg": algorithm, "kid": key.kid}, dict(claims), key)

    def about(self, **more: Any) -> dict[str, Any]:
        """What every token of the provider says, and more."""
        now = int(self.now())
        said = {"iss": self.issuer, "sub": self.subject, "iat": now, "exp": now + 3600, **more, **self.claims}
        return {name: value for name, value in said.items() if value is not None}

    async def visited(self, url: str) -> tuple[str, dict[str, str]]:
        """Does as a browser that is sent to the provider: where it is sent back to, and with which parameters."""
        async with (
            aiohttp.ClientSession() as browser,
            browser.get(url, allow_redirects=False) as answer,
        ):
            assert answer.status == 302, await answer.text()
            back = urlsplit(answer.headers["location"])
        return f"{back.scheme}://{back.netloc}{back.path}", dict(parse_qsl(back.query))

    # What it answers

    def application(self) -> web.Application:
        application = web.Application(middlewares=[self._noted])
        application.router.add_get("/.well-known/openid-configuration", self._configuration)
        application.router.add_get("/authorize", self._authorize)
        application.router.add_post("/token", self._token)
        application.router.add_get("/jwks", self._jwks)
        application.router.add_get("/userinfo", self._userinfo)
        return application

    @web.middleware
    async def _noted(self, request: web.Request, handler: Callable[[web.Request], Any]) -> web.StreamResponse:
        self.asked.append(request.path)
        if self.is_down:
            return web.json_response({"error": "temporarily_unavailable"}, status=503)
        answer: web.StreamResponse = await handler(request)
        return answer

    async def _configuration(self, _: web.Request) -> web.Response:
        return web.json_response(
            {
                "issuer": self.issuer,
                "authorization_endpoint": f"{self.issuer}/authorize?theme=dark",
                "token_endpoint": f"{self.issuer}/token",
                "userinfo_endpoint": f"{self.issuer}/userinfo",
                "jwks_uri": f"{self.issuer}/jwks",
                "response_types_supported": ["code"],
                "subject_types_supported": ["public"],
                "id_token_signing_alg_values_supported": ["RS256", "ES256"],
                **self.configuration,
            }
        )

    async def _authorize(self, request: web.Request) -> web.Response:
        asked = request.query
        expected = {"response_type": "code", "client_id": CLIENT_ID, "code_challenge_method": "S256"}
        assert {name: asked.get(name) for name in expected} == expected
        assert "openid" in asked["scope"].split()
        if self.refuses:
            back = {"error": "access_denied", "state": asked["state"]}
        else:
            code = secrets.token_urlsafe()
            self._grants[code] = Grant(
                asked["redirect_uri"], asked["nonce"], asked["code_challenge"], self.subject
            )
            back = {"code": code, "state": asked["state"]}
        raise web.HTTPFound(f"{asked['redirect_uri']}?{urlencode(back)}")

    async def _token(self, request: web.Request) -> web.Response:
        form = await request.post()
        grant = self._grants.pop(str(form.get("code")), None)
        proof = urlsafe_b64encode(hashlib.sha256(str(form.get("code_verifier")).encode()).digest())
        if (
            grant is None
            or form.get("grant_type") != "authorization_code"
            or form.get("redirect_uri") != grant.redirect_uri
            or proof.decode().rstrip("=") != grant.challenge
        ):
            return web.json_response({"error": "invalid_grant"}, status=400)
        if not self._is_client(request, form):
            return web.json_response({"error": "invalid_client"}, status=401)
        profile = self.profile if self.is_profile_in_token else {}
        claims = self.about(aud=CLIENT_ID, nonce=grant.nonce, **profile)
        return web.json_response(
            {"access_token": "what opens userinfo", "token_type": "Bearer", "id_token": self.signed(claims)}
        )

    def _is_client(self, request: web.Request, form: Mapping[str, Any]) -> bool:
        if self.client_secret is None:
            return form.get("client_id") == CLIENT_ID and "authorization" not in request.headers
        methods = self.configuration.get("token_endpoint_auth_methods_supported", ["client_secret_basic"])
        if "client_secret_basic" in methods:
            _, _, encoded = request.headers.get("authorization", "").partition(" ")
            name, _, secret = b64decode(encoded).decode().partition(":")
            return (unquote_plus(name), unquote_plus(secret)) == (CLIENT_ID, self.client_secret)
        return (form.get("client_id"), form.get("client_secret")) == (CLIENT_ID, self.client_secret)

    async def _jwks(self, _: web.Request) -> web.Response:
        unknown = {"kty": "AKP", "kid": "of a kind to come", "alg": "ML-DSA-44", "pub": "AAAA"}
        return web.json_response({"keys": [unknown, *(key.as_dict(private=False) for key in self.keys)]})

    async def _userinfo(self, request: web.Request) -> web.Response:
        if request.headers.get("authorization") != "Bearer what opens userinfo":
            return web.json_response({"error": "invalid_token"}, status=401)
        return web.json_response(self.userinfo or {"sub": self.subject, **self.profile})


@asynccontextmanager
async def opened_provider(**says: Any) -> AsyncIterator[Provider]:
    """A provider that listens on this machine for the length of a block."""
    provider = Provider(**says)
    runner = web.AppRunner(provider.application(), access_log=None)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        [(host, port)] = runner.addresses
        provider.issuer = f"http://{host}:{port}"
        yield provider
    finally:
        await runner.cleanup()

"""Whether a request was signed by who knows the secret key: AWS Signature Version 4, in the header.

What the headers alone decide is decided before the body is read. Names and words of the errors are AWS's.
"""

import hashlib
import hmac
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

from cairn.dynamo.errors import (
    IncompleteSignatureException,
    InvalidSignatureException,
    MissingAuthenticationTokenException,
    UnrecognizedClientException,
)

_ALGORITHM = "AWS4-HMAC-SHA256"
_SERVICE = "dynamodb"  # Streams are signed for it too
_TERMINATOR = "aws4_request"
_TOLERANCE = timedelta(minutes=15)
_BASIC_DATE = re.compile(r"\d{8}T\d{6}Z", re.ASCII)
_ACCESS_KEY = re.compile(r"[\w.-]+", re.ASCII)  # what can stand in a Credential, which AWS splits at slashes
_REGION = re.compile(r"[a-z0-9-]+", re.ASCII)

Headers = Mapping[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Credentials:
    """The one access key that is known, and its secret."""

    access_key: str
    secret_key: str = field(repr=False)

    def __post_init__(self) -> None:
        if not _ACCESS_KEY.fullmatch(self.access_key):
            raise ValueError("an access key consists of letters, digits and _ . -, and is not empty")
        if not self.secret_key:
            raise ValueError("the secret key is empty")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a request's headers say about its signature. That it is true, only the body can show."""

    timestamp: str
    region: str
    signed_headers: tuple[str, ...]
    signature: str


def claim_of(
    headers: Headers, query: bytes, *, credentials: Credentials, clock: Callable[[], float]
) -> Claim:
    """The signature that the headers claim, or AWS's error when they alone show that it can't be good."""
    # The order of the checks is AWS's.
    authorization = headers.get(b"authorization", b"").decode("latin-1").strip()
    if authorization and b"X-Amz-Algorithm=" in query:
        raise InvalidSignatureException(
            "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header."
        )
    if not authorization.startswith("AWS4-"):
        raise MissingAuthenticationTokenException("Request is missing Authentication Token")

    algorithm, _, rest = authorization.partition(" ")
    parts = dict(_pair(part) for part in re.split(r"[, ]+", rest) if part)
    date = (headers.get(b"x-amz-date") or headers.get(b"date") or b"").decode("latin-1")
    missing = [
        f"Authorization header requires '{name}' parameter. "
        for name in ("Credential", "Signature", "SignedHeaders")
        if not parts.get(name)
    ]
    if not date:
        missing.append(
            "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
        )
    if missing:
        raise IncompleteSignatureException(f"{''.join(missing)}Authorization={authorization}")

    timestamp, signed_at = _point_in_time(date)
    _check_age(signed_at, datetime.fromtimestamp(int(clock()), UTC))

    signed_headers = tuple(parts["SignedHeaders"].lower().split(";"))
    if "host" not in signed_headers:
        raise InvalidSignatureException("'Host' must be a 'SignedHeader' in the AWS Authorization.")
    if "x-amz-target" not in signed_headers:
        # Otherwise whoever sees a signed Scan could send it again as a DeleteTable.
        raise InvalidSignatureException("'X-Amz-Target' must be a 'SignedHeader' in the AWS Authorization.")
    if algorithm != _ALGORITHM:
        raise IncompleteSignatureException(
            f"Unsupported AWS 'algorithm': '{algorithm}' (only {_ALGORITHM} for now). "
        )

    access_key, region = _scope_of(parts["Credential"], timestamp)
    if not hmac.compare_digest(access_key.encode(), credentials.access_key.encode()):
        raise UnrecognizedClientException("The security token included in the request is invalid.")
    if b"x-amz-security-token" in headers:
        # Only temporary credentials have one, and nobody hands those out here.
        raise UnrecognizedClientException("The security token included in the request is invalid")
    return Claim(timestamp, region, signed_headers, parts["Signature"])


def verify(
    claim: Claim, scope: Mapping[str, Any], headers: Headers, body: bytes, *, credentials: Credentials
) -> None:
    """Refuses the request unless its signature is the one that its content and the secret key make."""
    canonical_headers = "".join(
        f"{name}:{' '.join(headers.get(name.encode(), b'').decode('latin-1').split())}\n"
        for name in claim.signed_headers
    )
    canonical_request = "\n".join(
        (
            scope["method"],
            quote(scope.get("raw_path") or scope["path"].encode(), safe="/~"),
            _canonical_query(scope["query_string"].decode("latin-1")),
            canonical_headers,
            ";".join(claim.signed_headers),
            hashlib.sha256(body).hexdigest(),
        )
    )
    day = claim.timestamp[:8]
    string_to_sign = "\n".join(
        (
            _ALGORITHM,
            claim.timestamp,
            f"{day}/{claim.region}/{_SERVICE}/{_TERMINATOR}",
            hashlib.sha256(canonical_request.encode("latin-1")).hexdigest(),
        )
    )
    key = _signing_key(credentials.secret_key, day, claim.region)
    expected = hmac.digest(key, string_to_sign.encode(), "sha256").hex()
    if not hmac.compare_digest(expected.encode(), claim.signature.encode()):
        raise InvalidSignatureException(
            "The request signature we calculated does not match the signature you provided. Check your AWS "
            "Secret Access Key and signing method. Consult the service documentation for details."
        )


def _pair(part: str) -> tuple[str, str]:
    name, equals, value = part.partition("=")
    return name, value if equals else ""


def _point_in_time(date: str) -> tuple[str, datetime]:
    try:
        if _BASIC_DATE.fullmatch(date):
            return date, datetime.fromisoformat(date)
        signed_at = parsedate_to_datetime(date).astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise IncompleteSignatureException(
            f"Date must be in ISO-8601 'basic format'. Got '{date}'. See http://en.wikipedia.org/wiki/ISO_8601"
        ) from error
    return _basic(signed_at), signed_at


def _check_age(signed_at: datetime, now: datetime) -> None:
    if signed_at < (oldest := now - _TOLERANCE):
        raise InvalidSignatureException(
            f"Signature expired: {_basic(signed_at)} is now earlier than {_basic(oldest)} "
            f"({_basic(now)} - 15 min.)"
        )
    if signed_at > (newest := now + _TOLERANCE):
        raise InvalidSignatureException(
            f"Signature not yet current: {_basic(signed_at)} is still later than {_basic(newest)} "
            f"({_basic(now)} + 15 min.)"
        )


def _basic(time: datetime) -> str:
    return time.strftime("%Y%m%dT%H%M%SZ")


def _scope_of(credential: str, timestamp: str) -> tuple[str, str]:
    elements = credential.rstrip("/").split("/")
    if len(elements) != 5:
        raise IncompleteSignatureException(
            "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, "
            f"got '{credential}'"
        )
    access_key, day, region, service, terminator = elements
    faults = []
    if not _REGION.fullmatch(region):
        faults.append(f"Credential should be scoped to a valid region, not '{region}'. ")
    if service != _SERVICE:
        faults.append(f"Credential should be scoped to correct service: '{_SERVICE}'. ")
    if terminator != _TERMINATOR:
        faults.append(
            f"Credential should be scoped with a valid terminator: '{_TERMINATOR}', not '{terminator}'. "
        )
    if day != timestamp[:8]:
        faults.append(
            "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
            f"'{day}' != '{timestamp[:8]}', from '{timestamp}'."
        )
    if faults:
        raise InvalidSignatureException("".join(faults))
    return access_key, region


def _canonical_query(query: str) -> str:
    pairs = (pair.partition("=") for pair in query.split("&") if pair)
    return "&".join(sorted(f"{_encoded_again(name)}={_encoded_again(value)}" for name, _, value in pairs))


def _encoded_again(text: str) -> str:
    return quote(unquote(text), safe="-_.~")


@lru_cache(maxsize=16)
def _signing_key(secret_key: str, day: str, region: str) -> bytes:
    key = f"AWS4{secret_key}".encode()
    for part in (day, region, _SERVICE, _TERMINATOR):
        key = hmac.digest(key, part.encode(), "sha256")
    return key

"""With credentials configured, only who knows the secret is answered, and what was signed can't be changed."""

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from botocore.auth import SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials as BotoCredentials

from cairn.dynamo.wire import Credentials, application
from tests.dynamo.wire.conftest import Scripted, opened
from tests.dynamo.wire.raw_http import AMAZON_JSON, Answer, Client
from tests.web.serving import served

ADA = Credentials("AKIDADA", "wJalrXUtnFEMI/K7MDENG+secret")
BODY = b'{"TableName":"Goals"}'
NOT_OURS = (
    "The request signature we calculated does not match the signature you provided. Check your AWS Secret Access "
    "Key and signing method. Consult the service documentation for details."
)


@dataclass
class Clock:
    """The server's clock, which a test may set wrong."""

    ahead: float = 0

    def __call__(self) -> float:
        return time.time() + self.ahead


@dataclass
class Guarded:
    """A server that answers Ada alone, and what a test needs of it."""

    client: Client
    dynamo: Scripted
    clock: Clock

    def signed(
        self,
        headers: Mapping[str, str] | None = None,
        *,
        access_key: str = ADA.access_key,
        secret_key: str = ADA.secret_key,
        token: str | None = None,
        region: str = "eu-west-1",
        service: str = "dynamodb",
        path: str = "/",
        body: bytes = BODY,
    ) -> dict[str, str]:
        """The headers of a request for DescribeTable as botocore signs it now."""
        request = AWSRequest(
            "POST",
            f"http://{self.client.host}:{self.client.port}{path}",
            {
                "X-Amz-Target": "DynamoDB_20120810.DescribeTable",
                "Content-Type": AMAZON_JSON,
                **(headers or {}),
            },
            body,
        )
        SigV4Auth(BotoCredentials(access_key, secret_key, token), service, region).add_auth(request)
        return dict(request.headers.items())

    def send(self, headers: Mapping[str, str], *, body: bytes = BODY, path: str = "/") -> Answer:
        return self.client.send(body=body, headers=headers, path=path)

    def refusal(self, headers: Mapping[str, str], *, body: bytes = BODY, path: str = "/") -> tuple[str, str]:
        """The name and the words of the error, after which nothing has reached the seam."""
        answer = self.send(headers, body=body, path=path)
        assert self.dynamo.asked == []
        assert answer.status == 400
        return answer.document["__type"].removeprefix("com.amazon.coral.service#"), answer.document["message"]


@pytest.fixture(scope="module")
def server() -> Iterator[Guarded]:
    dynamo, clock = Scripted(), Clock()
    with served(opened(application(dynamo, ADA, clock=clock))) as server:
        yield Guarded(Client(server.host, server.port), dynamo, clock)


@pytest.fixture
def guarded(server: Guarded) -> Guarded:
    server.dynamo.asked.clear()
    server.clock.ahead = 0
    return server


def changed(headers: Mapping[str, str], name: str, value: str | None) -> dict[str, str]:
    """The headers with one set otherwise, or left out."""
    rest = {each: text for each, text in headers.items() if each.lower() != name.lower()}
    return rest if value is None else {**rest, name: value}


@pytest.mark.parametrize("ahead", [-890, 0, 890])
def test_a_good_signature_is_answered_for_a_quarter_of_an_hour_before_and_after(
    guarded: Guarded, ahead: int
) -> None:
    guarded.clock.ahead = ahead
    assert guarded.send(guarded.signed()).status == 200
    assert guarded.dynamo.asked == [("DescribeTable", {"TableName": "Goals"})]


def test_any_path_query_and_header_that_botocore_signs_is_understood(guarded: Guarded) -> None:
    headers = {"X-Amz-Meta": "  two   blanks ", "X-Note": "naïve"}
    path = "/a%20b/c?z=%2F&a=1&a=&b"
    signed = guarded.signed(headers, path=path)
    as_sent = {**signed, "X-Note": "naïve".encode().decode("latin-1")}
    assert guarded.send(as_sent, path=path).status == 200


def test_a_date_header_will_do_instead_of_amazons(guarded: Guarded) -> None:
    assert (
        guarded.send(guarded.signed({"Date": format_datetime(datetime.now(UTC), usegmt=True)})).status == 200
    )


def test_a_request_without_signature_is_refused(guarded: Guarded) -> None:
    refusal = ("MissingAuthenticationTokenException", "Request is missing Authentication Token")
    signed = guarded.signed()
    assert guarded.refusal(changed(signed, "Authorization", None)) == refusal
    assert guarded.refusal(changed(signed, "Authorization", "Basic YWRhOnNlY3JldA==")) == refusal


def test_a_signature_in_the_query_is_refused(guarded: Guarded) -> None:
    url = f"http://{guarded.client.host}:{guarded.client.port}/"
    request = AWSRequest("POST", url, {"X-Amz-Target": "DynamoDB_20120810.DescribeTable"}, BODY)
    SigV4QueryAuth(BotoCredentials(ADA.access_key, ADA.secret_key), "dynamodb", "eu-west-1").add_auth(request)
    assert request.url is not None
    query = request.url.removeprefix(url)
    headers = {"X-Amz-Target": "DynamoDB_20120810.DescribeTable", "Content-Type": AMAZON_JSON}
    assert guarded.refusal(headers, path=f"/{query}") == (
        "MissingAuthenticationTokenException",
        "Request is missing Authentication Token",
    )
    assert guarded.refusal(guarded.signed(), path=f"/{query}") == (
        "InvalidSignatureException",
        "Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as HTTP header.",
    )


def test_what_a_signature_lacks_is_listed(guarded: Guarded) -> None:
    authorization = "AWS4-HMAC-SHA256 Credential=, Signature"
    headers = changed(changed(guarded.signed(), "Authorization", authorization), "X-Amz-Date", None)
    missing = (
        "Authorization header requires 'Credential' parameter. "
        "Authorization header requires 'Signature' parameter. "
        "Authorization header requires 'SignedHeaders' parameter. "
        "Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header. "
    )
    assert guarded.refusal(headers) == (
        "IncompleteSignatureException",
        f"{missing}Authorization={authorization}",
    )


@pytest.mark.parametrize(
    "date", ["201", "20261399T000000Z", "20260101T000000", "yesterday", "\u0663" * 8 + "T000000Z"]
)
def test_a_date_that_is_none_is_refused(guarded: Guarded, date: str) -> None:
    headers = changed(guarded.signed(), "X-Amz-Date", None)
    told = date.encode().decode("latin-1")
    assert guarded.refusal({**headers, "X-Amz-Date": told}) == (
        "IncompleteSignatureException",
        f"Date must be in ISO-8601 'basic format'. Got '{told}'. See http://en.wikipedia.org/wiki/ISO_8601",
    )


def test_an_old_signature_is_refused(guarded: Guarded) -> None:
    guarded.clock.ahead = 1000
    headers = guarded.signed()
    name, message = guarded.refusal(headers)
    assert name == "InvalidSignatureException"
    assert re.sub(r"\d{8}T\d{6}Z", "T", message) == "Signature expired: T is now earlier than T (T - 15 min.)"
    assert message.split()[2] == headers["X-Amz-Date"]


def test_a_signature_from_the_future_is_refused(guarded: Guarded) -> None:
    guarded.clock.ahead = -1000
    headers = guarded.signed()
    name, message = guarded.refusal(headers)
    assert name == "InvalidSignatureException"
    assert (
        re.sub(r"\d{8}T\d{6}Z", "T", message)
        == "Signature not yet current: T is still later than T (T + 15 min.)"
    )
    assert message.split()[4] == headers["X-Amz-Date"]


def test_host_and_target_have_to_be_signed(guarded: Guarded) -> None:
    signed = guarded.signed()
    for name, told in (("host", "Host"), ("x-amz-target", "X-Amz-Target")):
        authorization = signed["Authorization"].replace(f";{name}", "")
        assert guarded.refusal({**signed, "Authorization": authorization}) == (
            "InvalidSignatureException",
            f"'{told}' must be a 'SignedHeader' in the AWS Authorization.",
        )


def test_another_algorithm_is_refused(guarded: Guarded) -> None:
    signed = guarded.signed()
    authorization = signed["Authorization"].replace("AWS4-HMAC-SHA256", "AWS4-HMAC-SHA1")
    assert guarded.refusal({**signed, "Authorization": authorization}) == (
        "IncompleteSignatureException",
        "Unsupported AWS 'algorithm': 'AWS4-HMAC-SHA1' (only AWS4-HMAC-SHA256 for now). ",
    )


@pytest.mark.parametrize("credential", ["AKIDADA", "a/b/c/d", "a/b/c/d/e/f"])
def test_a_credential_of_other_than_five_parts_is_refused(guarded: Guarded, credential: str) -> None:
    authorization = f"AWS4-HMAC-SHA256 Credential={credential}, SignedHeaders=host;x-amz-target, Signature=x"
    told = "Credential must have exactly 5 slash-delimited elements, e.g. keyid/date/region/service/term, got"
    assert guarded.refusal({**guarded.signed(), "Authorization": authorization}) == (
        "IncompleteSignatureException",
        f"{told} '{credential}'",
    )


def test_a_credential_for_something_else_is_refused(guarded: Guarded) -> None:
    signed = guarded.signed()
    date = signed["X-Amz-Date"]
    authorization = (
        "AWS4-HMAC-SHA256 Credential=a/b/C/d/e, SignedHeaders=host;x-amz-date;x-amz-target, Signature=x"
    )
    faults = (
        "Credential should be scoped to a valid region, not 'C'. "
        "Credential should be scoped to correct service: 'dynamodb'. "
        "Credential should be scoped with a valid terminator: 'aws4_request', not 'e'. "
        "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
        f"'b' != '{date[:8]}', from '{date}'."
    )
    assert guarded.refusal({**signed, "Authorization": authorization}) == (
        "InvalidSignatureException",
        faults,
    )


def test_an_unknown_access_key_is_refused_before_the_body_is_read(guarded: Guarded) -> None:
    headers = guarded.signed(access_key="AKIDBO")
    refusal = ("UnrecognizedClientException", "The security token included in the request is invalid.")
    assert guarded.refusal(headers) == refusal
    # A body that is announced and never comes would have it wait.
    answer = guarded.client.send(body=b"", headers={**headers, "Content-Length": "1000"})
    assert (answer.document["message"], answer.headers["connection"]) == (refusal[1], "close")


def test_temporary_credentials_are_refused(guarded: Guarded) -> None:
    assert guarded.refusal(guarded.signed(token="a session's")) == (
        "UnrecognizedClientException",
        "The security token included in the request is invalid",
    )


def test_another_secret_is_refused(guarded: Guarded) -> None:
    assert guarded.refusal(guarded.signed(secret_key="another")) == ("InvalidSignatureException", NOT_OURS)


def test_a_signature_for_another_service_is_refused(guarded: Guarded) -> None:
    assert guarded.refusal(guarded.signed(service="s3")) == (
        "InvalidSignatureException",
        "Credential should be scoped to correct service: 'dynamodb'. ",
    )


def test_what_was_signed_can_not_be_changed(guarded: Guarded) -> None:
    signed = guarded.signed({"X-Amz-Meta": "one"})
    refusal = ("InvalidSignatureException", NOT_OURS)
    moved = (datetime.now(UTC) + timedelta(seconds=30)).strftime("%Y%m%dT%H%M%SZ")
    assert guarded.send(signed).status == 200
    guarded.dynamo.asked.clear()
    assert guarded.refusal(signed, body=b'{"TableName":"Tasks"}') == refusal
    assert guarded.refusal(signed, path="/other") == refusal
    assert guarded.refusal(signed, path="/?a=b") == refusal
    assert guarded.refusal(changed(signed, "X-Amz-Target", "DynamoDB_20120810.DeleteTable")) == refusal
    assert guarded.refusal(changed(signed, "X-Amz-Meta", "two")) == refusal
    assert guarded.refusal(changed(signed, "X-Amz-Meta", None)) == refusal
    assert guarded.refusal(changed(signed, "Host", "example.org")) == refusal
    assert guarded.refusal({**signed, "Authorization": signed["Authorization"][:-1] + "x"}) == refusal
    assert guarded.refusal({**signed, "Authorization": signed["Authorization"] + "é"}) == refusal
    if moved[:8] == signed["X-Amz-Date"][:8]:
        assert guarded.refusal(changed(signed, "X-Amz-Date", moved)) == refusal


def test_a_signed_request_may_come_under_any_name_and_from_any_page(guarded: Guarded) -> None:
    headers = guarded.signed({"Host": "cairn.example.org", "Origin": "https://example.org"})
    answer = guarded.send(headers)
    assert (answer.status, answer.headers["access-control-allow-origin"]) == (200, "*")


@pytest.mark.parametrize(
    ("access_key", "secret_key", "message"),
    [
        ("", "secret", "an access key consists of letters, digits and _ . -, and is not empty"),
        ("a/b", "secret", "an access key consists of letters, digits and _ . -, and is not empty"),
        ("a", "", "the secret key is empty"),
    ],
)
def test_credentials_that_could_not_be_used_are_refused(
    access_key: str, secret_key: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Credentials(access_key, secret_key)


def test_the_secret_is_not_shown() -> None:
    assert repr(ADA) == "Credentials(access_key='AKIDADA')"

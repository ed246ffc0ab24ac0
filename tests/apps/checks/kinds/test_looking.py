"""What each type of check finds, at real servers on this machine."""

import asyncio
import ssl
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
import pytest_asyncio
import trustme

from cairn.apps.checks.kinds import KINDS, CanNotRun, Look, Sight
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.rules.prices import Money
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import CheckType
from cairn.services.outbound import AddressPolicy, Outbound
from tests.services.outbound.conftest import known_names
from tests.services.outbound.servers import FORBIDDEN, PUBLIC, Answering, answer, listening, raw, redirect

NOW = datetime.now(UTC)
MISMATCH = "the certificate of public.test is not trusted: Hostname mismatch"
HTML = "Content-Type: text/html; charset=utf-8"
PRODUCT = (
    b'<script type="application/ld+json">{"@type":"Product","offers":{"@type":"Offer","price":"27.90",'
    b'"priceCurrency":"EUR","availability":"https://schema.org/InStock"}}</script>'
)


@pytest_asyncio.fixture
async def outbound() -> AsyncIterator[Outbound]:
    client = Outbound(policy=AddressPolicy.allowing([f"{PUBLIC}/32"]), seconds=5, resolve=known_names)
    yield client
    await client.close()


async def look(
    outbound: Outbound, kind: CheckType, url: str, *, within: float = 5, **attributes: Any
) -> Look:
    nobody: Any = None  # no check here asks eBay, or is called
    sight = Sight(outbound, nobody, nobody, NOW, timedelta(seconds=within), timedelta(minutes=1))
    found = KINDS[kind]
    return await found.look(sight, found.address(url), found.read(attributes))


async def page(outbound: Outbound, answering: Answering, **attributes: Any) -> Look:
    async with listening(answering) as server:
        return await look(outbound, CheckType.AVAILABILITY, f"{server.url}/", **attributes)


async def test_a_page_that_answers_is_well(outbound: Outbound) -> None:
    found = await page(outbound, answer("200 OK", HTML, body=b"<p>Kettles</p>"))
    assert found.verdict is Verdict.GOOD
    assert found.findings == (Finding("status", "200-299", "200", held=True),)
    assert found.response_time is not None
    assert (found.keyword_found, found.reason, found.sample) == (None, None, None)


async def test_every_assertion_is_told_and_the_first_that_broke_is_the_reason(outbound: Outbound) -> None:
    found = await page(
        outbound,
        answer("500 Internal Server Error", HTML, body=b"<p>Sorry</p>"),
        keyword="Kettles",
        assertions=[{"kind": "header", "name": "X-Cache"}],
    )
    assert found.verdict is Verdict.BAD
    assert [(each.subject, each.held) for each in found.findings] == [
        ("status", False),
        ("text", False),
        ("header X-Cache", False),
    ]
    assert found.reason == "status: expected 200-299, found 500"
    assert found.keyword_found is False
    assert found.sample == "HTTP 500\nSorry"


async def test_with_opposite_a_keyword_has_to_be_absent(outbound: Outbound) -> None:
    sold_out = answer("200 OK", HTML, body=b"<p>Notify me when available</p>")
    found = await page(outbound, sold_out, keyword="notify me", opposite=True)
    assert (found.verdict, found.keyword_found) == (Verdict.BAD, True)
    bought = await page(outbound, answer("200 OK", HTML, body=b"Buy"), keyword="notify me", opposite=True)
    assert (bought.verdict, bought.keyword_found) == (Verdict.GOOD, False)


async def test_a_log_in_page_behind_a_redirect_lacks_the_keyword(outbound: Outbound) -> None:
    async with listening(answer("200 OK", HTML, body=b"<h1>Sign in</h1>")) as door:
        found = await page(outbound, redirect(f"{door.url}/login"), keyword="Kettles")
    assert (found.verdict, found.reason) == (
        Verdict.BAD,
        "text: expected somewhere 'Kettles', found not found",
    )


async def test_a_redirect_that_is_not_followed_is_an_answer(outbound: Outbound) -> None:
    status = [{"kind": "status", "ranges": "302"}]
    found = await page(outbound, redirect("/there"), followRedirects=False, assertions=status)
    assert found.verdict is Verdict.GOOD


async def test_a_redirect_in_a_circle_is_down(outbound: Outbound) -> None:
    found = await page(outbound, redirect("/"))
    assert found.verdict is Verdict.BAD
    assert found.reason is not None
    assert found.reason.endswith("redirects too often, or in a circle")


async def test_nobody_at_the_port_is_down(outbound: Outbound) -> None:
    async with listening(answer("200 OK")) as server:
        url = server.url
    found = await look(outbound, CheckType.AVAILABILITY, url)
    assert (found.verdict, found.reason) == (
        Verdict.BAD,
        f"{url.removeprefix('http://')} can't be reached, or broke off",
    )


async def test_a_server_that_hangs_is_down(outbound: Outbound) -> None:
    async def hang(*_: object) -> None:
        await asyncio.Event().wait()

    async with listening(hang) as server:
        found = await look(outbound, CheckType.AVAILABILITY, server.url, within=0.2)
    assert (found.verdict, found.reason) == (
        Verdict.BAD,
        f"{PUBLIC} did not answer within 0.2 seconds",
    )


async def test_what_is_no_http_is_down(outbound: Outbound) -> None:
    found = await page(outbound, raw(b"SSH-2.0-OpenSSH\r\n"))
    assert found.verdict is Verdict.BAD


async def test_a_page_that_wants_to_see_a_person_is_unknown(outbound: Outbound) -> None:
    found = await page(outbound, answer("403 Forbidden", HTML, "cf-mitigated: challenge"))
    assert (found.verdict, found.reason) == (
        Verdict.UNKNOWN,
        "we could not look: the site wants to be shown that a person looks",
    )


@pytest.mark.parametrize(
    "challenge",
    [
        answer(
            "403 Forbidden",
            HTML,
            body=b"<title>Just a moment...</title><script>window._cf_chl_opt={}</script>",
        ),
        answer("403 Forbidden", HTML, "x-datadome: protected"),
        answer("202 Accepted", "x-amzn-waf-action: challenge"),
        answer("200 OK", HTML, body=b"<title>Pardon Our Interruption...</title>"),
        answer("200 OK", HTML, body=b'<iframe src="/_Incapsula_Resource?SWUDNSAI=31"></iframe>'),
    ],
    ids=["cloudflare", "datadome", "aws", "ebay", "imperva"],
)
@pytest.mark.parametrize("kind", [CheckType.AVAILABILITY, CheckType.PRICE])
async def test_other_challenges_are_unknown_too(
    outbound: Outbound, kind: CheckType, challenge: Answering
) -> None:
    async with listening(challenge) as server:
        assert (await look(outbound, kind, server.url)).verdict is Verdict.UNKNOWN


async def test_a_page_that_is_well_may_load_what_guards_it(outbound: Outbound) -> None:
    page_with_guard = b'<p>Kettles</p><script src="/_Incapsula_Resource?x"></script>' + b"<p>More</p>" * 400
    found = await page(outbound, answer("200 OK", HTML, body=page_with_guard), keyword="Kettles")
    assert found.verdict is Verdict.GOOD


async def test_a_site_that_we_ask_too_often_is_left_alone_for_as_long_as_it_says(outbound: Outbound) -> None:
    often = answer("429 Too Many Requests", "Retry-After: 600")
    found = await page(outbound, often)
    assert (found.verdict, found.again_at) == (Verdict.UNKNOWN, NOW + timedelta(minutes=10))
    wanted = await page(outbound, often, assertions=[{"kind": "status", "ranges": "429"}])
    assert (wanted.verdict, wanted.again_at) == (Verdict.GOOD, None)


async def test_a_post_sends_its_body(outbound: Outbound) -> None:
    async with listening(answer("200 OK")) as server:
        await look(outbound, CheckType.AVAILABILITY, server.url, method="POST", body='{"ping": 1}')
    assert (server.asked[0].line, server.asked[0].body) == ("POST / HTTP/1.1", b'{"ping": 1}')


@pytest.mark.parametrize("kind", [CheckType.AVAILABILITY, CheckType.PRICE])
async def test_what_may_not_be_asked_can_not_run(outbound: Outbound, kind: CheckType) -> None:
    with pytest.raises(CanNotRun, match=r"127\.0\.0\.1 is this machine"):
        await look(outbound, kind, f"http://{FORBIDDEN}/")


async def test_a_redirect_to_what_may_not_be_asked_can_not_run(outbound: Outbound) -> None:
    async with listening(answer("200 OK"), host=FORBIDDEN) as inside:
        with pytest.raises(CanNotRun, match=r"127\.0\.0\.1 is this machine"):
            await page(outbound, redirect(inside.url))
    assert inside.asked == []


async def test_a_port_that_is_taken_is_well(outbound: Outbound) -> None:
    async with listening(answer("200 OK")) as server:
        found = await look(outbound, CheckType.TCP, f"{server.host}:{server.port}")
        url = f"tcp://{server.host}:{server.port}"
    assert (found.verdict, found.findings[0].subject) == (Verdict.GOOD, "connection")
    assert (await look(outbound, CheckType.TCP, url)).verdict is Verdict.BAD


async def test_a_port_of_this_machine_can_not_be_tried(outbound: Outbound) -> None:
    with pytest.raises(CanNotRun, match=r"127\.0\.0\.1 is this machine"):
        await look(outbound, CheckType.TCP, f"tcp://{FORBIDDEN}:22")


@pytest.mark.parametrize(
    ("name", "days", "verdict", "reason"),
    [
        ("public.test", 14, Verdict.GOOD, None),
        ("public.test", 40, Verdict.BAD, "certificate: expected at least 40 days left, found 30 days left"),
        (
            "other.test",
            14,
            Verdict.BAD,
            f"{MISMATCH}, certificate is not valid for 'public.test'.",
        ),
    ],
)
async def test_a_certificate_is_held_to_its_name_and_its_days(
    name: str, days: int, verdict: Verdict, reason: str | None
) -> None:
    authority = trustme.CA()
    trust, shown = ssl.create_default_context(), ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.configure_trust(trust)
    authority.issue_cert(name, not_after=NOW + timedelta(days=30, hours=1)).configure_cert(shown)
    policy = AddressPolicy.allowing([f"{PUBLIC}/32"])
    client = Outbound(policy=policy, seconds=5, resolve=known_names, trust=trust)
    async with listening(answer("200 OK"), secure=shown) as server:
        found = await look(client, CheckType.CERTIFICATE, f"public.test:{server.port}", days=days)
    await client.close()
    assert (found.verdict, found.reason) == (verdict, reason)


async def test_a_shop_tells_price_and_stock(outbound: Outbound) -> None:
    async with listening(answer("200 OK", HTML, body=PRODUCT)) as shop:
        found = await look(outbound, CheckType.PRICE, shop.url)
    assert (found.verdict, found.price, found.in_stock) == (
        Verdict.GOOD,
        Money(Decimal("27.90"), "EUR"),
        True,
    )


@pytest.mark.parametrize(
    ("status", "reason"),
    [
        ("200 OK", "no price was found on the page; name its selector"),
        ("503 Service Unavailable", "we could not look: the shop answered 503"),
    ],
)
async def test_a_page_without_a_price_is_unknown_and_never_down(
    outbound: Outbound, status: str, reason: str
) -> None:
    async with listening(answer(status, HTML, body=b"<p>Hello</p>")) as shop:
        found = await look(outbound, CheckType.PRICE, shop.url)
    assert (found.verdict, found.reason) == (Verdict.UNKNOWN, reason)


@pytest.mark.parametrize(
    ("kind", "given", "written"),
    [
        (CheckType.AVAILABILITY, "example.org", "https://example.org/"),
        (CheckType.AVAILABILITY, " http://EXAMPLE.org/a?b=c#d", "http://example.org/a?b=c"),
        (CheckType.TCP, "db.example.org:5432", "tcp://db.example.org:5432"),
        (CheckType.TCP, "tcp://[2001:db8::1]:22", "tcp://[2001:db8::1]:22"),
        (CheckType.CERTIFICATE, "example.org", "https://example.org:443"),
    ],
)
def test_addresses_have_one_form(kind: CheckType, given: str, written: str) -> None:
    assert KINDS[kind].address(given) == written


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        (CheckType.AVAILABILITY, "file:///etc/passwd"),
        (CheckType.AVAILABILITY, "https://a\\b/"),
        (CheckType.AVAILABILITY, "https://user:pass@example.org/"),
        (CheckType.TCP, "example.org"),
        (CheckType.TCP, "example.org:0"),
        (CheckType.TCP, "user@example.org:22"),
        (CheckType.TCP, "example.org:99999"),
    ],
)
def test_what_is_no_address_is_refused(kind: CheckType, given: str) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        KINDS[kind].address(given)

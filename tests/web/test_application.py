"""The application as a whole: who may do what, and what every answer has in common."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from fastapi import APIRouter

from cairn.apps.base import Anyone, App, Member, Operator, SignedIn, Visitor
from cairn.services.problems import Conflict, NotFound
from tests.web.browser import Browser
from tests.web.cast import ADA, BO, House, opened_house

router = APIRouter()


@router.get("/anyone")
async def for_anyone(caller: Anyone) -> str | None:
    return caller.address


@router.get("/visitor")
async def for_visitors(caller: Visitor) -> str | None:
    return None if caller is None else caller.email


@router.get("/member")
@router.post("/member")
async def for_members(caller: Member) -> str | None:
    return caller.email


@router.post("/signed-in")
async def for_signed_in(caller: SignedIn) -> str | None:
    return caller.email


@router.get("/operator")
async def for_operators(caller: Operator) -> str | None:
    return caller.email


@router.post("/body")
async def takes_a_body(_: Anyone, body: dict[str, str]) -> dict[str, str]:
    return body


@router.get("/fault/{name}")
async def fails(_: Anyone, name: str) -> None:
    raise {"conflict": Conflict("twice"), "missing": NotFound("gone")}.get(name) or RuntimeError("inside")


GARDEN = App(name="garden", title="Garden", summary="", api=router, pages=router)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with opened_house(tmp_path, [GARDEN]) as house:
        yield house


def garden(path: str) -> str:
    return f"/api/v1/garden/{path}"


async def statuses(browser: Browser) -> dict[str, int]:
    asked = {
        "GET anyone": browser.get(garden("anyone")),
        "GET visitor": browser.get(garden("visitor")),
        "GET member": browser.get(garden("member")),
        "POST member": browser.post(garden("member")),
        "POST signed-in": browser.post(garden("signed-in")),
        "GET operator": browser.get(garden("operator")),
    }
    return {name: (await answer).status for name, answer in asked.items()}


async def test_who_may_call_is_the_type_in_the_signature(house: House) -> None:
    ada, bo = await house.enter(ADA), await house.enter(BO)
    everything = dict.fromkeys(await statuses(house.browser), 200)
    assert await statuses(ada) == everything
    assert await statuses(bo) == {**everything, "GET operator": 403}
    assert await statuses(house.browser) == {
        **everything,
        "GET member": 401,
        "POST member": 401,
        "POST signed-in": 401,
        "GET operator": 401,
    }


async def test_a_token_does_what_its_scopes_say_and_never_what_needs_a_browser(house: House) -> None:
    await house.enter(ADA)
    never = {"GET anyone": 200, "GET visitor": 200, "POST signed-in": 401, "GET operator": 401}
    assert [
        await statuses(await house.program(ADA, scope)) for scope in ("garden:write", "garden:read", "*:read")
    ] == [
        {**never, "GET member": 200, "POST member": 200},
        {**never, "GET member": 200, "POST member": 403},
        {**never, "GET member": 200, "POST member": 403},
    ]


async def test_a_browser_posts_only_with_the_token_of_its_session(house: House) -> None:
    ada = await house.enter(ADA)
    token = ada.always.pop("x-csrf-token")
    without = await ada.post(garden("member"))
    assert (without.status, without.json()["type"]) == (403, "/api/v1/problems/missing-csrf-token")
    assert (await ada.post(garden("member"), form={"csrf_token": token[:-1]})).status == 403
    assert (await ada.post(garden("member"), form={"csrf_token": token})).status == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"Origin": "http://localhost"}, 200),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}, 200),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Host": "evil.example"}, 421),
        ({"Host": "127.0.0.1:8000"}, 200),
        ({"Host": "[::1]:8000"}, 200),
        ({"Host": "[::1"}, 421),
    ],
)
async def test_other_sites_change_nothing_here(house: House, headers: dict[str, str], status: int) -> None:
    ada = await house.enter(ADA)
    assert (await ada.post(garden("member"), headers=headers)).status == status


async def test_a_problem_is_json_for_programs_and_tells_nothing_of_the_inside(house: House) -> None:
    browser = house.browser
    conflict = await browser.get(garden("fault/conflict"))
    assert (conflict.status, conflict.header("content-type")) == (409, "application/problem+json")
    assert conflict.json() == {
        "type": "/api/v1/problems/conflict",
        "title": "This contradicts what is there",
        "status": 409,
        "detail": "twice",
        "instance": "/api/v1/garden/fault/conflict",
        "request_id": conflict.header("x-request-id"),
    }
    broken = await browser.get(garden("fault/other"))
    assert (broken.status, broken.json()["detail"]) == (
        500,
        "It is written in the log, under the id of this request",
    )
    assert "inside" not in broken.text


@pytest.mark.parametrize(
    ("content", "status", "fields"),
    [
        (b'{"a": 1}', 400, {"a": "Input should be a valid string"}),
        (b"[]", 400, {"body": "Input should be a valid dictionary"}),
        (b"", 400, {"body": "is missing"}),
        (b'{"a"', 400, None),
        (b'{"a": "' + b"x" * 1024 * 1024 + b'"}', 413, None),
    ],
)
async def test_a_body_that_is_not_right_is_told_by_its_fields(
    house: House, content: bytes, status: int, fields: dict[str, str] | None
) -> None:
    answer = await house.browser.post(
        garden("body"), content=content, headers={"content-type": "application/json"}
    )
    assert (answer.status, answer.json().get("fields")) == (status, fields)


async def test_every_answer_protects_people(house: House) -> None:
    for path in ("/healthz", garden("member"), "/nowhere", garden("fault/other")):
        answer = await house.browser.get(path)
        policy = answer.header("content-security-policy")
        assert policy is not None
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; ")
        assert "unsafe" not in policy
        assert answer.header("x-content-type-options") == "nosniff"
        assert answer.header("cache-control") == "no-store"
        assert answer.header("x-request-id")


async def test_head_says_what_get_would(house: House) -> None:
    answer = await house.browser.ask("HEAD", "/healthz")
    assert (answer.status, answer.header("content-length"), answer.content) == (200, "15", b"")


async def test_it_is_ready_and_shows_its_figures_to_this_machine(house: House) -> None:
    here = house.browser
    here.address = "127.0.0.1"
    assert (await here.get("/readyz")).json() == {"status": "ok"}
    figures = await here.get("/metrics")
    assert figures.header("content-type") == "text/plain; version=0.0.4; charset=utf-8"
    assert 'cairn_http_request_seconds_count{method="GET",route="/readyz",status="200"} 1.0' in figures.text
    assert (await house.browser.get("/metrics")).status == 401
    for passed_on in ("X-Forwarded-For", "X-Real-IP", "Via"):
        assert (await here.get("/metrics", headers={passed_on: "127.0.0.1"})).status == 401


async def test_monitors_ask_by_the_name_that_a_machine_has_among_machines(tmp_path: Path) -> None:
    async with opened_house(tmp_path, CAIRN_METRICS_TOKEN="figures") as house:
        monitor = Browser(house.app, origin="http://cairn-2:8000")
        token = {"Authorization": "Bearer figures"}
        answers = [
            (await monitor.get("/healthz")).status,
            (await monitor.get("/readyz")).status,
            (await monitor.get("/metrics", headers=token)).status,
            (await monitor.get("/metrics")).status,
            (await monitor.get("/api/v1/problems", headers=token)).status,
        ]
    assert answers == [200, 200, 200, 421, 421]


async def test_a_proxy_is_believed_when_it_is_trusted(tmp_path: Path) -> None:
    async with opened_house(tmp_path, [GARDEN], CAIRN_TRUSTED_PROXIES="10.0.0.0/8") as house:
        seen = []
        for address, forwarded in (
            ("10.0.0.1", "203.0.113.9"),
            ("10.0.0.1", "1.1.1.1, 203.0.113.9, 10.0.0.2"),
            ("10.0.0.1", "nonsense"),
            ("192.0.2.7", "203.0.113.9"),
        ):
            browser = Browser(house.app, address=address)
            answer = await browser.get(garden("anyone"), headers={"X-Forwarded-For": forwarded})
            seen.append(answer.json())
    assert seen == ["203.0.113.9", "203.0.113.9", "10.0.0.1", "192.0.2.7"]


async def test_a_page_leads_to_the_sign_in_and_back(house: House) -> None:
    answer = await house.browser.get("/garden/member?a=1", headers={"Accept": "text/html"})
    assert (answer.status, answer.header("location")) == (303, "/sign-in?next=%2Fgarden%2Fmember%3Fa%3D1")

"""The wrong user on every route: the owner, another person, a token without the scope, and somebody not signed in."""

from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

from cairn.apps.registry import APPS
from cairn.web.openapi import caller_of
from tests.web.browser import Answer, Browser
from tests.web.cast import ADA, BO, opened_house
from tests.web.decisions import ANYONE, MEMBER, OPERATOR, SIGNED_IN, VISITOR, Decision
from tests.web.routes import DECISIONS

LEAVING = {"POST /api/v1/me/deletion": 202, "POST /account/delete": 303}
"""What the last operator may not do, and Bo may."""
NOWHERE = dict.fromkeys(("name", "identity_id", "provider", "kind", "link"), "none")
PAGES = {"Accept": "text/html"}


def routes_of(app: FastAPI) -> dict[str, str | None]:
    """Every route, and who may call it as its signature says."""
    found: dict[str, str | None] = {}
    for context in iter_route_contexts(app.routes):
        is_route = isinstance(context.original_route, APIRoute)
        for method in (context.methods or set()) - {"HEAD"}:
            found[f"{method} {context.path}"] = caller_of(context) if is_route else ANYONE
    return found


async def test_there_is_a_decision_for_each_route_and_its_signature_agrees(tmp_path: Path) -> None:
    async with opened_house(tmp_path, APPS) as house:
        found = routes_of(house.app)
    said = {"this machine": ANYONE}
    decided = {route: said.get(decision.who, decision.who) for route, decision in DECISIONS.items()}
    assert found == decided


@pytest.mark.parametrize("route", DECISIONS)
async def test_nobody_reaches_what_is_not_theirs(tmp_path: Path, route: str) -> None:
    decision = DECISIONS[route]
    async with opened_house(tmp_path, APPS) as house:
        ada, bo = await house.enter(ADA), await house.enter(BO)
        parts = {**NOWHERE, **await decision.making(house, ada)}
        programs = {
            "a token that may read": await house.program(ADA, "*:read"),
            "Bo's token": await house.program(BO, "*:write"),
        }
        callers = {"nobody": house.browser, **programs, "Bo": bo, "Ada": ada}
        found = {}
        for name, caller in callers.items():
            found[name] = await ask(caller, route, decision, parts)
            house.clock.advance(timedelta(minutes=30))  # so that no limit is used up by those before
    assert {name: answer.status for name, answer in found.items()} == {
        name: expected(name, route, decision) for name in callers
    }, {name: answer.text[:200] for name, answer in found.items()}


async def ask(browser: Browser, route: str, decision: Decision, parts: object) -> Answer:
    method, path = route.split(" ")
    assert isinstance(parts, dict)
    headers = {} if path.startswith("/api/") else PAGES
    return await browser.ask(
        method, path.format(**parts), body=decision.body, form=decision.form, headers=headers
    )


def expected(name: str, route: str, decision: Decision) -> int:
    """What somebody is answered, as the decision says it."""
    signed_out = 401 if "/api/" in route or "token" in name else 303
    changes = not route.startswith("GET ")
    match decision.who:
        case "this machine":
            return 401
        case _ if decision.who in {ANYONE, VISITOR}:
            return of_anyone(name, route, decision)
        case _ if decision.who == MEMBER:
            if name == "nobody":
                return signed_out
            if name == "a token that may read":
                return 403 if changes else decision.owner
        case _ if decision.who in {SIGNED_IN, OPERATOR}:
            if name in {"nobody", "a token that may read", "Bo's token"}:
                return signed_out
            if name == "Bo" and decision.who == OPERATOR:
                return 403
    if name in {"Bo", "Bo's token"} and decision.is_owned:
        return 404
    if name == "Bo" and route in LEAVING:
        return LEAVING[route]
    return decision.owner


def of_anyone(name: str, route: str, decision: Decision) -> int:
    if route in {"POST /api/v1/accounts", "POST /sign-up"} and name != "nobody":
        return 409  # the first of them has made it
    if route == "POST /sign-up":
        return 303
    if route in {"GET /sign-in", "GET /sign-up"} and name not in {"Ada", "Bo"}:
        return 200  # who is signed in has nothing to do there
    return decision.owner

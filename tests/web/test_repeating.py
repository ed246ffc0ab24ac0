"""A POST with an `Idempotency-Key` is carried out once, however often and however closely it is sent."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest
from fastapi import APIRouter

from cairn.apps.base import App, Member
from cairn.services.problems import Conflict, TooMany
from cairn.services.repeats.schema import Attempt
from tests.web.browser import Answer
from tests.web.cast import ADA, BO, House, opened_house

KEY = {"Idempotency-Key": "a key of one's own"}


class Well:
    """Counts how often somebody draws from it."""

    def __init__(self) -> None:
        self.drawn = 0
        self.begun = asyncio.Event()
        self.router = APIRouter()
        self.router.post("/draw", status_code=201)(self.draw)
        self.router.post("/fail")(self.fail)

    async def draw(self, caller: Member, most: int = 100) -> int:
        self.drawn += 1
        self.begun.set()
        await asyncio.sleep(0.1)  # long enough for others to come meanwhile
        if self.drawn > most:
            raise Conflict("It is empty")
        return self.drawn

    async def fail(self, caller: Member, how: str) -> None:
        self.drawn += 1
        raise TooMany("later", retry_after=timedelta(seconds=1)) if how == "busy" else OSError("broken")


@pytest.fixture
def well() -> Well:
    return Well()


@pytest.fixture
async def house(tmp_path: Path, well: Well) -> AsyncIterator[House]:
    async with opened_house(tmp_path, [App(name="well", title="Well", summary="", api=well.router)]) as house:
        yield house


def told(answer: Answer) -> tuple[int, str, bool]:
    return answer.status, answer.text, answer.header("idempotency-replayed") == "true"


async def test_what_is_sent_again_is_answered_as_it_was(house: House, well: Well) -> None:
    ada = await house.enter(ADA)
    answers = [told(await ada.post("/api/v1/well/draw", headers=KEY)) for _ in range(3)]
    assert answers == [(201, "1", False), (201, "1", True), (201, "1", True)]
    assert told(await ada.post("/api/v1/well/draw", headers={"Idempotency-Key": "another"})) == (
        201,
        "2",
        False,
    )
    assert told(await ada.post("/api/v1/well/draw")) == (201, "3", False)


async def test_what_is_sent_at_the_same_moment_is_carried_out_once(house: House, well: Well) -> None:
    ada = await house.enter(ADA)
    answers = await asyncio.gather(*(ada.post("/api/v1/well/draw", headers=KEY) for _ in range(20)))
    assert {(answer.status, answer.text) for answer in answers} == {(201, "1")}
    assert well.drawn == 1


async def test_a_key_is_its_callers_own(house: House, well: Well) -> None:
    ada, bo = await house.enter(ADA), await house.enter(BO)
    assert [(await browser.post("/api/v1/well/draw", headers=KEY)).text for browser in (ada, bo)] == [
        "1",
        "2",
    ]
    stranger = await house.browser.post("/api/v1/well/draw", headers=KEY)
    assert stranger.status == 401


async def test_a_refusal_stands_too(house: House, well: Well) -> None:
    ada = await house.enter(ADA)
    refused = [await ada.post("/api/v1/well/draw?most=0", headers=KEY) for _ in range(2)]
    assert [answer.status for answer in refused] == [409, 409]
    assert well.drawn == 1


async def test_a_key_for_something_else_is_a_mistake(house: House, well: Well) -> None:
    ada = await house.enter(ADA)
    await ada.post("/api/v1/well/draw", headers=KEY)
    other = await ada.post("/api/v1/well/draw?most=7", headers=KEY)
    assert (other.status, other.json()["type"]) == (422, "/api/v1/problems/key-reused")
    endless = await ada.post("/api/v1/well/draw", headers={"Idempotency-Key": "x" * 300})
    assert endless.json()["fields"] == {"Idempotency-Key": "choose a text of 1 to 255 characters"}
    assert well.drawn == 1


@pytest.mark.parametrize(("how", "status"), [("busy", 429), ("broken", 500)])
async def test_what_failed_is_carried_out_again(house: House, well: Well, how: str, status: int) -> None:
    ada = await house.enter(ADA)
    answers = [await ada.post(f"/api/v1/well/fail?how={how}", headers=KEY) for _ in range(2)]
    assert [answer.status for answer in answers] == [status, status]
    assert well.drawn == 2


async def test_a_form_is_carried_out_once_too(house: House) -> None:
    ada = await house.enter(ADA)
    wanted = {"name": "my phone", "scopes": "*:read"}
    pages = [await ada.post("/tokens", form=wanted, headers=KEY) for _ in range(2)]
    assert [told(page)[0::2] for page in pages] == [(200, False), (200, True)]
    assert pages[0].content == pages[1].content
    other = await ada.post("/tokens", form={**wanted, "name": "another"}, headers=KEY)
    assert other.status == 422
    assert len((await ada.get("/api/v1/tokens")).json()["items"]) == 1


async def test_a_day_later_the_key_is_new(house: House, well: Well) -> None:
    ada = await house.enter(ADA)
    await ada.post("/api/v1/well/draw", headers=KEY)
    house.clock.advance(timedelta(days=1, minutes=1))
    assert (await ada.post("/api/v1/well/draw", headers=KEY)).text == "2"


async def test_whoever_ran_it_may_have_died(house: House, well: Well) -> None:
    ada = await house.enter(ADA)
    running = asyncio.create_task(ada.post("/api/v1/well/draw", headers=KEY))
    await well.begun.wait()
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    house.clock.advance(timedelta(minutes=2))
    assert (await ada.post("/api/v1/well/draw", headers=KEY)).text == "2"


async def test_a_secret_that_was_answered_is_not_readable_in_the_table(house: House, tmp_path: Path) -> None:
    ada = await house.enter(ADA)
    wanted = {"name": "my phone", "scopes": ["*:read"]}
    first, again = [await ada.post("/api/v1/tokens", body=wanted, headers=KEY) for _ in range(2)]
    assert first.json() == again.json()
    [attempt] = await house.services.tables.all(
        Attempt.of_account(first_account(await ada.get("/api/v1/me")))
    )
    assert attempt.outcome is not None
    assert first.json()["secret"] not in attempt.outcome
    assert len((await ada.get("/api/v1/tokens")).json()["items"]) == 1


def first_account(answer: Answer) -> str:
    account_id: str = answer.json()["account_id"]
    return account_id

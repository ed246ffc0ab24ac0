"""The API of the house, as a program or a page of ours uses it."""

import io
import zipfile
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from cairn.web import installation
from tests.web.browser import Browser
from tests.web.cast import ADA, BO, PASSWORD, House, opened_house

NEW_PASSWORD = "it does whatever we order"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with opened_house(tmp_path) as house:
        yield house


async def test_somebody_signs_up_goes_and_comes_back(house: House) -> None:
    ada = house.browser
    made = await ada.post("/api/v1/accounts", body={"email": ADA, "password": PASSWORD})
    assert (made.status, made.json()["is_operator"]) == (201, True)
    ada.always["x-csrf-token"] = made.json()["csrf_token"]
    assert (await ada.get("/api/v1/session")).json() == made.json()
    assert (await ada.delete("/api/v1/session")).status == 204
    assert ada.cookies == {}
    assert (await ada.get("/api/v1/session")).status == 401
    wrong = await ada.post("/api/v1/session", body={"email": ADA, "password": "guessed"})
    assert (wrong.status, wrong.json()["type"]) == (401, "/api/v1/problems/wrong-credentials")
    again = await ada.post("/api/v1/session", body={"email": ADA, "password": PASSWORD})
    assert (again.status, again.json()["account_id"]) == (201, made.json()["account_id"])


@pytest.mark.parametrize(
    ("public_url", "cookie"),
    [
        ("http://localhost", "cairn-session={}; HttpOnly; Max-Age=34560000; Path=/; SameSite=lax"),
        (
            "https://cairn.example",
            "__Host-cairn-session={}; HttpOnly; Max-Age=34560000; Path=/; SameSite=lax; Secure",
        ),
    ],
)
async def test_scripts_and_other_sites_do_not_get_the_cookie(
    tmp_path: Path, public_url: str, cookie: str
) -> None:
    async with opened_house(tmp_path, CAIRN_PUBLIC_URL=public_url) as house:
        browser = Browser(house.app, origin=public_url)
        made = await browser.post("/api/v1/accounts", body={"email": ADA, "password": PASSWORD})
        [value] = browser.cookies.values()
        assert made.header("set-cookie") == cookie.format(value)
        assert (made.header("strict-transport-security") is not None) == public_url.startswith("https")
        assert (await browser.get("/api/v1/session")).status == 200


async def test_who_has_an_answer_is_not_sent_it_again(house: House) -> None:
    ada = await house.enter(ADA)
    first = await ada.get("/api/v1/me")
    tag = first.header("etag")
    assert tag is not None
    assert first.header("cache-control") == "private, no-cache"
    again = await ada.get("/api/v1/me", headers={"If-None-Match": tag})
    assert (again.status, again.content, again.header("etag")) == (304, b"", tag)
    assert (await ada.get("/api/v1/me", headers={"If-None-Match": '"other"'})).content == first.content


async def test_a_change_can_be_bound_to_what_was_seen(house: House) -> None:
    ada = await house.enter(ADA)
    tag = (await ada.get("/api/v1/me/preferences")).header("etag")
    assert tag is not None
    dark = await ada.patch("/api/v1/me/preferences", body={"theme": "dark"}, headers={"If-Match": tag})
    assert (dark.status, dark.json()["theme"]) == (200, "dark")
    light = await ada.patch("/api/v1/me/preferences", body={"theme": "light"}, headers={"If-Match": tag})
    assert (light.status, light.json()["type"]) == (412, "/api/v1/problems/stale")
    assert (await ada.get("/api/v1/me/preferences")).json()["theme"] == "dark"


async def test_what_is_misspelt_is_named(house: House) -> None:
    ada = await house.enter(ADA)
    misspelt = await ada.patch("/api/v1/me/preferences", body={"tehme": "dark"})
    assert (misspelt.status, misspelt.json()["fields"]) == (400, {"tehme": "Extra inputs are not permitted"})
    wrong = await ada.patch("/api/v1/me/preferences", body={"time_zone": "Berlin"})
    assert wrong.json()["fields"] == {
        "time_zone": "'Berlin' is no time zone: write a name of the IANA database, such as Europe/Berlin"
    }
    cursor = await ada.get("/api/v1/deliveries?cursor=forged")
    assert cursor.json()["fields"] == {
        "cursor": "take it unchanged from the page before, with the same filters"
    }


async def test_another_password_ends_the_other_sessions(house: House) -> None:
    ada = await house.enter(ADA)
    other = house.browser
    await other.post("/api/v1/session", body={"email": ADA, "password": PASSWORD})
    changed = await ada.put("/api/v1/me/password", body={"password": NEW_PASSWORD, "current": PASSWORD})
    assert changed.status == 204
    assert [(await browser.get("/api/v1/session")).status for browser in (ada, other)] == [200, 401]


async def test_a_list_goes_on_where_its_link_says(house: House) -> None:
    ada = await house.enter(ADA)
    house.clock.advance(timedelta(minutes=1))
    await house.enter(BO)
    first = await ada.get("/api/v1/operator/accounts?size=1")
    link = first.header("link")
    assert link is not None
    assert link.endswith('>; rel="next"')
    second = await ada.get(link.removeprefix("<").partition(">")[0])
    emails = [each["email"] for part in (first, second) for each in part.json()["items"]]
    assert (emails, second.json()["next"], second.header("link")) == ([ADA, BO], None, None)
    borrowed = house.browser
    assert (await borrowed.get(link.removeprefix("<").partition(">")[0])).status == 401


async def test_everything_about_somebody_comes_as_a_zip(house: House) -> None:
    ada = await house.enter(ADA)
    exported = await ada.post("/api/v1/me/export")
    assert exported.header("content-type") == "application/zip"
    names = zipfile.ZipFile(io.BytesIO(exported.content)).namelist()
    assert any(name.startswith("accounts/") for name in names)


async def test_operators_see_how_the_installation_is(house: House) -> None:
    ada = await house.enter(ADA)
    tables = (await ada.get("/api/v1/operator/tables")).json()["items"]
    [accounts] = [table for table in tables if table["name"] == "Accounts"]
    assert set(accounts) == {"name", "items", "size"}  # which are counted now and then
    storage = (await ada.get("/api/v1/operator/storage")).json()
    assert storage["used"] > 0
    assert storage["free"] > 0
    health = (await ada.get("/api/v1/operator/health")).json()["items"]
    assert {finding["name"]: finding["is_well"] for finding in health} == {
        "tables": True,
        "sql": True,
        "worker": False,  # none runs in this test
    }


async def test_a_server_that_keeps_nothing_itself_has_no_folder_and_says_so(
    house: House, tmp_path: Path
) -> None:
    elsewhere = replace(house.services, folder=tmp_path / "none" / "of" / "these")
    storage = await installation.storage(elsewhere)
    assert (storage.folder, storage.used) == (str(tmp_path / "none" / "of" / "these"), 0)
    assert storage.free > 0


async def test_secrets_and_queries_stay_out_of_the_log(house: House, log: io.StringIO) -> None:
    await house.browser.get("/verify-email?link=hush-hush")
    await house.browser.get("/nowhere%0Aforged")
    lines = log.getvalue().splitlines()
    assert "hush-hush" not in log.getvalue()
    assert all(line.startswith("{") for line in lines)
    assert any('"path":"/verify-email"' in line for line in lines)

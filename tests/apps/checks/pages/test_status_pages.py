"""Status pages over the web: made at a browser, seen by everybody, read by feed readers."""

from pathlib import Path
from xml.etree.ElementTree import fromstring

from cairn.apps.checks.app import CHECKS
from tests.web.browser import Browser
from tests.web.cast import ADA, BO, opened_house

SECRET = "https://intern.example.org/secret"


async def a_check(ada: Browser, name: str = "Front") -> str:
    body = {"url": SECRET, "checkType": "AVAILABILITY", "name": name}
    made = (await ada.post("/api/v1/checks", body=body)).json()
    checkid: str = made["checkid"]
    return checkid


async def test_a_page_is_made_by_forms_and_seen_by_everybody(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        checkid = await a_check(ada)
        form = {"address": "Shop", "title": "<b>Shop</b>", "text": "Open.", "add": checkid}
        made = await ada.post("/checks/pages/new", form=form)
        where = made.header("location")
        assert where is not None
        shown = {"shown": checkid, "names": "Front door", "headings": "Shop", "places": "1"}
        changed = await ada.post(f"{where}/edit", form={**form, **shown, "add": "", "theme": "dark"})
        assert changed.status == 303
        told = {"title": "Slow", "kind": "outage", "text": "We look into it."}
        await ada.post(f"{where}/posts", form=told)
        seen = await house.browser.get("/status/shop")
        assert seen.status == 200
        assert seen.header("cache-control") == "public, max-age=60"
        assert 'data-theme="dark"' in seen.text
        for text in ("&lt;b&gt;Shop", "Front door", "We look into it."):
            assert text in seen.text
        for secret in ("secret", ADA, "csrf"):
            assert secret not in seen.text


async def test_what_is_wrong_with_a_row_stands_beside_it(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        checkid = await a_check(ada, name="")
        form = {"address": "x", "title": "Shop", "add": checkid}
        refused = await ada.post("/checks/pages/new", form=form)
        assert refused.status == 400
        assert f'id="name-{checkid}-wrong"' in refused.text
        assert 'id="address-wrong"' in refused.text


async def test_a_feed_tells_each_entry_once(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        page = (await ada.post("/api/v1/checks/pages", body={"address": "shop", "title": "A & B"})).json()
        posts = f"/api/v1/checks/pages/{page['pageid']}/posts"
        body = {"title": "Slow <1s>", "kind": "warning", "text": "We look."}
        post = (await ada.post(posts, body=body)).json()
        await ada.post(f"{posts}/{post['postid']}/entries", body={"kind": "operational", "text": "Mended."})
        feed = await house.browser.get("/status/shop/feed.xml")
        assert feed.header("content-type") == "application/rss+xml; charset=utf-8"
        channel = fromstring(feed.content).find("channel")  # noqa: S314 - our own
        assert channel is not None
        assert channel.findtext("title") == "A & B"
        items = channel.findall("item")
        assert [each.findtext("title") for each in items] == ["Warning: Slow <1s>", "Operational: Slow <1s>"]
        assert len({each.findtext("guid") for each in items}) == 2


async def test_a_badge_may_stand_on_pages_of_others_and_is_kept_for_five_minutes(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        checkid = await a_check(ada)
        badge = f"/badges/{checkid}/uptime-24h.svg?style=for-the-badge&label=shop"
        assert (await house.browser.get(badge)).status == 404
        await ada.put(f"/api/v1/checks/{checkid}/badges/public")
        shown = await house.browser.get(badge)
        assert (shown.status, shown.header("content-type")) == (200, "image/svg+xml")
        assert shown.header("cache-control") == "public, max-age=300"
        assert shown.header("cross-origin-resource-policy") == "cross-origin"
        assert "SHOP" in shown.text
        told = (await house.browser.get(f"/badges/{checkid}/status.json")).json()
        assert (told["schemaVersion"], told["label"], told["message"]) == (1, "status", "unknown")
        for file in ("colour.svg", "status.png", "status"):
            assert (await house.browser.get(f"/badges/{checkid}/{file}")).status == 404


async def test_what_a_suspended_account_shows_nobody_sees(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        operator, bo = await house.enter(ADA), await house.enter(BO)
        checkid = await a_check(bo)
        groups = [{"checks": [{"checkid": checkid}]}]
        await bo.post("/api/v1/checks/pages", body={"address": "shop", "title": "Shop", "groups": groups})
        await bo.put(f"/api/v1/checks/{checkid}/badges/public")
        shown = [
            "/status/shop",
            "/status/shop/feed.xml",
            "/api/v1/checks/status/shop",
            f"/status/shop/badges/{checkid}/status.svg",
            f"/badges/{checkid}/status.svg",
        ]
        assert [(await house.browser.get(each)).status for each in shown] == [200] * 5
        account = (await bo.get("/api/v1/me")).json()["account_id"]
        await operator.put(f"/api/v1/operator/accounts/{account}/suspension")
        assert [(await house.browser.get(each)).status for each in shown] == [404] * 5
        await operator.delete(f"/api/v1/operator/accounts/{account}/suspension")
        assert [(await house.browser.get(each)).status for each in shown] == [200] * 5


async def test_everybody_reads_a_page_by_the_api_too(tmp_path: Path) -> None:
    async with opened_house(tmp_path, (CHECKS,)) as house:
        ada = await house.enter(ADA)
        checkid = await a_check(ada)
        groups = [{"title": "Shop", "checks": [{"checkid": checkid, "showsUrl": True}]}]
        await ada.post("/api/v1/checks/pages", body={"address": "shop", "title": "Shop", "groups": groups})
        seen = (await house.browser.get("/api/v1/checks/status/shop")).json()
        [check] = seen["groups"][0]["checks"]
        assert (check["name"], check["url"], check["state"]) == ("Front", SECRET, "UNKNOWN")
        assert (seen["overall"], len(check["days"])) == ("unknown", 90)

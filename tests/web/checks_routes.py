"""The routes of checks, with a decision for each."""

from collections.abc import Mapping

from tests.web.browser import Browser
from tests.web.cast import ADA, PASSWORD, House
from tests.web.decisions import ANYONE, MEMBER, OPERATOR, SIGNED_IN, Decision


async def a_check(_: House, ada: Browser) -> Mapping[str, str]:
    """A check of Ada's."""
    made = await ada.post("/api/v1/checks", body={"url": "https://example.org/", "checkType": "AVAILABILITY"})
    return {"checkid": made.json()["checkid"]}


async def a_window(_: House, ada: Browser) -> Mapping[str, str]:
    """Maintenance that Ada has planned, and that goes on."""
    made = await ada.post("/api/v1/checks/maintenance", body=_WINDOW)
    return {"windowid": made.json()["windowid"]}


_WINDOW = {"title": "Moving", "recurrence": "CRON", "minutes": 2, "cron": "* * * * *", "forAll": True}


async def a_page(house: House, ada: Browser) -> Mapping[str, str]:
    """A status page of Ada's that shows a check of hers and tells something, with an address for everybody."""
    check = await a_check(house, ada)
    groups = [{"title": "Shop", "checks": [{"checkid": check["checkid"], "name": "Front"}]}]
    page = {"address": "ada-shop", "title": "Ada's shop", "groups": groups}
    made = (await ada.post("/api/v1/checks/pages", body=page)).json()
    told = await ada.post(f"/api/v1/checks/pages/{made['pageid']}/posts", body=_POST)
    await ada.put(f"/api/v1/checks/{check['checkid']}/badges/public")
    return {
        **check,
        "pageid": made["pageid"],
        "address": "ada-shop",
        "postid": told.json()["postid"],
        "badge": "status.svg",
    }


_POST = {"title": "Slow", "kind": "warning", "text": "We look into it."}
_ENTRY = {"kind": "operational", "text": "It is mended."}
_PAGE = {"address": "other-shop", "title": "Other"}
_PLANNED = {"title": "Moving", "recurrence": "CRON", "cron": "* * * * *", "minutes": "2", "is_for_all": "on"}
_NO_PAGE = {
    "address": "no address",
    "title": "An address is unique: two who ask for one are not answered alike",
}


async def somebody_with_checks(house: House, ada: Browser) -> Mapping[str, str]:
    """The account of Ada, who has a check."""
    await a_check(house, ada)
    account = await house.services.accounts.entrance.verified(ADA, PASSWORD)
    assert account is not None
    return {"account_id": account.account_id}


async def a_heartbeat(_: House, ada: Browser) -> Mapping[str, str]:
    """A check of Ada's that others call."""
    body = {"url": "backup", "checkType": "HEARTBEAT"}
    checkid = (await ada.post("/api/v1/checks", body=body)).json()["checkid"]
    heard = await ada.get(f"/api/v1/checks/{checkid}/heartbeat")
    return {"checkid": checkid, "proof": heard.json()["url"].rpartition("/")[2]}


_FORM = {"url": "https://example.org/", "do": "keep"}
_CHECK = {"url": "http://127.0.0.1/", "checkType": "AVAILABILITY"}

CHECKS: Mapping[str, Decision] = {
    "GET /api/v1/checks": Decision(MEMBER),
    "POST /api/v1/checks": Decision(MEMBER, 201, _CHECK),
    "POST /api/v1/checks/try": Decision(MEMBER, 200, _CHECK),
    "GET /api/v1/checks/types": Decision(MEMBER),
    "GET /api/v1/checks/limits": Decision(MEMBER),
    "GET /api/v1/checks/maintenance": Decision(MEMBER),
    "POST /api/v1/checks/maintenance": Decision(MEMBER, 201, _WINDOW),
    "GET /api/v1/checks/maintenance/{windowid}": Decision(MEMBER, making=a_window, is_apps=True),
    "PUT /api/v1/checks/maintenance/{windowid}": Decision(
        MEMBER, 200, _WINDOW, making=a_window, is_apps=True
    ),
    "POST /api/v1/checks/maintenance/{windowid}/end": Decision(MEMBER, 200, making=a_window, is_apps=True),
    "DELETE /api/v1/checks/maintenance/{windowid}": Decision(MEMBER, 204, making=a_window, is_apps=True),
    "GET /api/v1/checks/beats/{checkid}/{proof}": Decision(ANYONE, making=a_heartbeat),
    "POST /api/v1/checks/beats/{checkid}/{proof}": Decision(ANYONE, making=a_heartbeat),
    "GET /api/v1/checks/{checkid}/heartbeat": Decision(MEMBER, making=a_heartbeat, is_apps=True),
    "PUT /api/v1/checks/people/{account_id}/tier": Decision(
        OPERATOR, 204, {"tier": "FREE"}, making=somebody_with_checks
    ),
    "PUT /api/v1/checks/people/{account_id}/suspension": Decision(OPERATOR, 204, making=somebody_with_checks),
    "DELETE /api/v1/checks/people/{account_id}/suspension": Decision(
        OPERATOR, 204, making=somebody_with_checks
    ),
    "GET /api/v1/checks/ebay": Decision(OPERATOR),
    "GET /api/v1/checks/{checkid}": Decision(MEMBER, making=a_check, is_apps=True),
    "PATCH /api/v1/checks/{checkid}": Decision(MEMBER, 200, {"name": "Shop"}, making=a_check, is_apps=True),
    "DELETE /api/v1/checks/{checkid}": Decision(MEMBER, 204, making=a_check, is_apps=True),
    "PUT /api/v1/checks/{checkid}/pause": Decision(MEMBER, 204, making=a_check, is_apps=True),
    "DELETE /api/v1/checks/{checkid}/pause": Decision(MEMBER, 204, making=a_check, is_apps=True),
    "POST /api/v1/checks/{checkid}/run": Decision(MEMBER, 202, making=a_check, is_apps=True),
    "GET /api/v1/checks/{checkid}/uptime": Decision(MEMBER, making=a_check, is_apps=True),
    "GET /api/v1/checks/{checkid}/runs": Decision(MEMBER, making=a_check, is_apps=True),
    "GET /api/v1/checks/{checkid}/incidents": Decision(MEMBER, making=a_check, is_apps=True),
    "GET /api/v1/checks/{checkid}/prices": Decision(MEMBER, making=a_check, is_apps=True),
    "GET /api/v1/checks/status/{address}": Decision(ANYONE, making=a_page),
    "GET /api/v1/checks/pages": Decision(MEMBER),
    "POST /api/v1/checks/pages": Decision(MEMBER, 400, _NO_PAGE),
    "GET /api/v1/checks/pages/{pageid}": Decision(MEMBER, making=a_page, is_apps=True),
    "PUT /api/v1/checks/pages/{pageid}": Decision(MEMBER, 200, _PAGE, making=a_page, is_apps=True),
    "DELETE /api/v1/checks/pages/{pageid}": Decision(MEMBER, 204, making=a_page, is_apps=True),
    "GET /api/v1/checks/pages/{pageid}/posts": Decision(MEMBER, making=a_page, is_apps=True),
    "POST /api/v1/checks/pages/{pageid}/posts": Decision(MEMBER, 201, _POST, making=a_page, is_apps=True),
    "POST /api/v1/checks/pages/{pageid}/posts/{postid}/entries": Decision(
        MEMBER, 201, _ENTRY, making=a_page, is_apps=True
    ),
    "DELETE /api/v1/checks/pages/{pageid}/posts/{postid}": Decision(MEMBER, 204, making=a_page, is_apps=True),
    "GET /api/v1/checks/metrics": Decision(MEMBER),
    "POST /api/v1/checks/several": Decision(MEMBER, 200, {"do": "pause", "checkids": ["a"]}),
    "POST /api/v1/checks/import/preview": Decision(MEMBER, 400, {}),
    "POST /api/v1/checks/import": Decision(MEMBER, 400, {}),
    "GET /api/v1/checks/export": Decision(MEMBER),
    "GET /api/v1/checks/{checkid}/badges": Decision(MEMBER, making=a_check, is_apps=True),
    "PUT /api/v1/checks/{checkid}/badges/public": Decision(MEMBER, 204, making=a_check, is_apps=True),
    "DELETE /api/v1/checks/{checkid}/badges/public": Decision(MEMBER, 204, making=a_check, is_apps=True),
    "GET /status/{address}": Decision(ANYONE, making=a_page),
    "GET /status/{address}/feed.xml": Decision(ANYONE, making=a_page),
    "GET /status/{address}/badges/{checkid}/{badge}": Decision(ANYONE, making=a_page),
    "GET /badges/{checkid}/{badge}": Decision(ANYONE, making=a_page),
    "GET /checks/maintenance": Decision(SIGNED_IN),
    "GET /checks/maintenance/new": Decision(SIGNED_IN),
    "POST /checks/maintenance/new": Decision(SIGNED_IN, 303, form=_PLANNED),
    "GET /checks/maintenance/{windowid}/edit": Decision(SIGNED_IN, making=a_window, is_apps=True),
    "POST /checks/maintenance/{windowid}/edit": Decision(
        SIGNED_IN, 303, form=_PLANNED, making=a_window, is_apps=True
    ),
    "POST /checks/maintenance/{windowid}/end": Decision(SIGNED_IN, 303, making=a_window, is_apps=True),
    "POST /checks/maintenance/{windowid}/delete": Decision(SIGNED_IN, 303, making=a_window, is_apps=True),
    "GET /checks/import": Decision(SIGNED_IN),
    "POST /checks/import": Decision(SIGNED_IN, form={"text": "https://example.org/"}),
    "POST /checks/import/apply": Decision(SIGNED_IN, 400, form={"content": "damaged"}),
    "GET /checks/pages": Decision(SIGNED_IN),
    "GET /checks/pages/new": Decision(SIGNED_IN),
    "POST /checks/pages/new": Decision(SIGNED_IN, 400, form=_NO_PAGE),
    "GET /checks/pages/{pageid}": Decision(SIGNED_IN, making=a_page, is_apps=True),
    "GET /checks/pages/{pageid}/edit": Decision(SIGNED_IN, making=a_page, is_apps=True),
    "POST /checks/pages/{pageid}/edit": Decision(SIGNED_IN, 303, form=_PAGE, making=a_page, is_apps=True),
    "POST /checks/pages/{pageid}/delete": Decision(SIGNED_IN, 303, making=a_page, is_apps=True),
    "POST /checks/pages/{pageid}/posts": Decision(SIGNED_IN, 303, form=_POST, making=a_page, is_apps=True),
    "POST /checks/pages/{pageid}/posts/{postid}": Decision(
        SIGNED_IN, 303, form=_ENTRY, making=a_page, is_apps=True
    ),
    "POST /checks/pages/{pageid}/posts/{postid}/delete": Decision(
        SIGNED_IN, 303, making=a_page, is_apps=True
    ),
    "GET /checks": Decision(SIGNED_IN),
    "POST /checks/several": Decision(SIGNED_IN, 303, form={"do": "pause"}),
    "GET /checks/new": Decision(SIGNED_IN),
    "POST /checks/new": Decision(SIGNED_IN, 303, form=_FORM),
    "GET /checks/{checkid}": Decision(SIGNED_IN, making=a_check, is_apps=True),
    "GET /checks/{checkid}/edit": Decision(SIGNED_IN, making=a_check, is_apps=True),
    "POST /checks/{checkid}/edit": Decision(SIGNED_IN, 303, form=_FORM, making=a_check, is_apps=True),
    "POST /checks/{checkid}/badges": Decision(SIGNED_IN, 303, making=a_check, is_apps=True),
    "POST /checks/{checkid}/run": Decision(SIGNED_IN, 303, making=a_check, is_apps=True),
    "POST /checks/{checkid}/pause": Decision(SIGNED_IN, 303, making=a_check, is_apps=True),
    "POST /checks/{checkid}/resume": Decision(SIGNED_IN, 303, making=a_check, is_apps=True),
    "POST /checks/{checkid}/delete": Decision(SIGNED_IN, 303, making=a_check, is_apps=True),
}

"""Files of other programs, in the formats that those programs publish."""

import io
import json
import zipfile
from typing import Any

import pytest

from cairn.apps.checks.files import FoundCheck, UnreadableFile, Untaken, read_file
from cairn.apps.checks.files.found import Source
from cairn.apps.checks.schema import CheckType

KUMA: dict[str, Any] = {
    "version": "1.23.16",
    "notificationList": [],
    "monitorList": [
        {"id": 9, "name": "Shop", "type": "group", "active": 1, "parent": None, "tags": []},
        {
            "id": 1,
            "name": "Front",
            "description": None,
            "parent": 9,
            "url": "https://example.org/",
            "method": "POST",
            "hostname": None,
            "port": None,
            "maxretries": 1,
            "active": True,
            "type": "http",
            "interval": 60,
            "retryInterval": 60,
            "keyword": None,
            "invertKeyword": False,
            "expiryNotification": True,
            "ignoreTls": False,
            "upsideDown": False,
            "maxredirects": 10,
            "accepted_statuscodes": ["200-299"],
            "headers": None,
            "body": '{"q": 1}',
            "authMethod": "",
            "tags": [{"tag_id": 1, "monitor_id": 1, "value": "eu", "name": "region", "color": "#059669"}],
        },
        {
            "id": 2,
            "name": "Stock",
            "url": "https://example.org/kettle",
            "method": "GET",
            "maxretries": 0,
            "active": 0,
            "type": "keyword",
            "interval": 20,
            "keyword": "Sold out",
            "invertKeyword": True,
            "maxredirects": 0,
            "accepted_statuscodes": ["200-299", "304"],
            "headers": '{"X-Shop": "1"}',
            "tags": [],
        },
        {
            "id": 3,
            "name": "API",
            "url": "https://api.example.org/health",
            "type": "json-query",
            "interval": 60,
            "maxretries": 1,
            "jsonPath": "status.ok",
            "jsonPathOperator": "==",
            "expectedValue": "true",
        },
        {
            "id": 4,
            "name": "SSH",
            "type": "port",
            "url": "https://",
            "hostname": "2001:db8::1",
            "port": 22,
            "interval": 60,
            "maxretries": 30,
        },
        {"id": 5, "name": "Router", "type": "ping", "hostname": "192.0.2.1", "interval": 60},
        {
            "id": 7,
            "name": "Name",
            "type": "dns",
            "hostname": "example.org",
            "dns_resolve_server": "1.1.1.1",
            "dns_resolve_type": "MX",
            "interval": 300,
            "maxretries": 1,
        },
        {
            "id": 8,
            "name": "Nightly backup",
            "type": "push",
            "pushToken": "x",
            "interval": 90,
            "maxretries": 0,
        },
        {
            "id": 6,
            "name": "Sends",
            "type": "http",
            "url": "https://a.example/",
            "method": "PUT",
            "body": "{}",
        },
    ],
    "proxyList": [],
}
WATCHES: dict[str, Any] = {
    "note": "Hello!",
    "watching": {
        "6f1b": {
            "url": "https://example.org/news",
            "title": "News",
            "tags": ["t1"],
            "paused": True,
            "processor": "text_json_diff",
            "trigger_text": ["In stock", "/ready \\d+/i"],
            "text_should_not_be_present": ["Sorry"],
            "time_between_check": {"weeks": None, "days": None, "hours": 2, "minutes": 30, "seconds": None},
            "time_between_check_use_default": False,
            "headers": {"X-A": "b"},
            "method": "GET",
        },
        "77aa": {
            "url": "https://shop.example/kettle",
            "title": None,
            "tags": [],
            "processor": "restock_diff",
            "restock_settings": {
                "in_stock_processing": "in_stock_only",
                "price_change_min": 24.9,
                "price_change_threshold_percent": 5,
            },
            "include_filters": [".price"],
            "time_between_check_use_default": True,
        },
        "88bb": {"url": "https://plain.example/", "tags": [], "time_between_check_use_default": True},
        "99cc": {"url": "https://js.example/", "title": "Steps", "browser_steps": [{"operation": "Click"}]},
    },
    "settings": {
        "requests": {"time_between_check": {"hours": 3}},
        "application": {"tags": {"t1": {"uuid": "t1", "title": "reading"}}},
    },
}


def as_bytes(document: Any) -> bytes:
    return json.dumps(document).encode()


def zipped(name: str, content: bytes) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        file.writestr(name, content)
        file.writestr("6f1b/history.txt", "1,x")
    return archive.getvalue()


def test_a_backup_of_uptime_kuma() -> None:
    found = read_file(as_bytes(KUMA))
    assert found.source is Source.KUMA
    assert found.entries == (
        FoundCheck(
            "https://example.org/",
            name="Front",
            tags=frozenset({"region: eu", "Shop"}),
            delay_ms=60_000,
            attributes={"method": "POST", "body": '{"q": 1}'},
            source_id="1",
        ),
        FoundCheck(
            "https://example.org/kettle",
            name="Stock",
            delay_ms=20_000,
            attributes={
                "retries": 0,
                "followRedirects": False,
                "headers": {"X-Shop": "1"},
                "assertions": [{"kind": "status", "ranges": "200-299,304"}],
                "keyword": "Sold out",
                "matchCase": True,
                "opposite": True,
            },
            is_paused=True,
            source_id="2",
        ),
        FoundCheck(
            "https://api.example.org/health",
            name="API",
            delay_ms=60_000,
            attributes={
                "assertions": [{"kind": "json", "path": "$.status.ok", "operator": "=", "value": "true"}]
            },
            source_id="3",
        ),
        FoundCheck(
            "tcp://[2001:db8::1]:22",
            CheckType.TCP,
            name="SSH",
            delay_ms=60_000,
            attributes={"retries": 10},
            source_id="4",
        ),
        Untaken("Router", "there is no type of check here for its 'ping'"),
        FoundCheck(
            "dns://example.org",
            CheckType.DNS,
            name="Name",
            delay_ms=300_000,
            attributes={"record": "MX"},
            source_id="7",
        ),
        FoundCheck(
            "heartbeat://Nightly backup",
            CheckType.HEARTBEAT,
            name="Nightly backup",
            delay_ms=90_000,
            source_id="8",
            note="what calls it has to call the address that its page shows",
        ),
        Untaken("Sends", "it asks with PUT; checks here ask with GET, HEAD, POST"),
    )


@pytest.mark.parametrize(
    "content",
    [
        as_bytes(WATCHES),
        zipped("url-watches.json", as_bytes(WATCHES)),
        zipped("changedetection.json", as_bytes(WATCHES)),
    ],
)
def test_a_backup_of_changedetection(content: bytes) -> None:
    found = read_file(content)
    assert found.source is Source.CHANGEDETECTION
    assert found.entries == (
        FoundCheck(
            "https://example.org/news",
            name="News",
            tags=frozenset({"reading"}),
            delay_ms=9_000_000,
            attributes={
                "headers": {"X-A": "b"},
                "assertions": [
                    {"kind": "text", "text": "In stock"},
                    {"kind": "pattern", "pattern": "ready \\d+", "matchCase": False},
                    {"kind": "text", "text": "Sorry", "absent": True},
                ],
            },
            is_paused=True,
            source_id="6f1b",
        ),
        FoundCheck(
            "https://shop.example/kettle",
            CheckType.PRICE,
            delay_ms=10_800_000,
            attributes={"below": "24.9", "movedBy": "5", "backInStock": True, "selector": ".price"},
            source_id="77aa",
        ),
        FoundCheck(
            "https://plain.example/",
            delay_ms=10_800_000,
            source_id="88bb",
            note="it looks whether the page is there, not whether it changes",
        ),
        Untaken("Steps", "it looks with a browser, which no check here does"),
    )


def test_a_list_of_addresses_with_tags() -> None:
    text = "# mine\nhttps://example.org/ shop, two words\n\ntcp://example.org:22\r\nhttps://example.com/\n"
    found = read_file(text.encode())
    assert found.source is Source.ADDRESSES
    assert found.entries == (
        FoundCheck("https://example.org/", tags=frozenset({"shop", "two words"})),
        FoundCheck("tcp://example.org:22", CheckType.TCP),
        FoundCheck("https://example.com/"),
    )


def test_an_ebay_search_is_watched_for_its_price() -> None:
    found = read_file(b"https://www.ebay.de/sch/i.html?_nkw=kettle&_sop=15&LH_BIN=1")
    assert [each.check_type for each in found.entries if isinstance(each, FoundCheck)] == [CheckType.EBAY]


def test_a_table_of_somebody_elses() -> None:
    text = (
        "URL,Name,Interval,Type,Keyword,Opposite,Tags\n"
        'https://example.org/,"Shop, front",60,,Welcome,,"a, b"\n'
        "example.org:443,,,certificate,,,\n"
        "https://example.org/x,X,soon,,,,\n"
        "https://example.org/y,Y,,gopher,,,\n"
    )
    found = read_file(b"\xef\xbb\xbf" + text.encode())
    assert found.source is Source.CSV
    assert found.entries == (
        FoundCheck(
            "https://example.org/",
            name="Shop, front",
            tags=frozenset({"a", "b"}),
            delay_ms=60_000,
            attributes={"keyword": "Welcome"},
        ),
        FoundCheck("example.org:443", CheckType.CERTIFICATE),
        Untaken("X", "'soon' is no number of seconds"),
        Untaken("Y", f"'gopher' is no type of check; there are {', '.join(CheckType)}"),
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"\xff\xfe\x00", "it is no text in UTF-8"),
        (b'{"monitorList": ', "it begins like JSON, and is not"),
        (b'{"monitorList": [1]}', "monitorList: each of it is an object"),
        (b"[1, 2]", "this JSON is none that is read"),
        (b"PK\x03\x04 broken", "it is no zip archive, or it is damaged"),
        (zipped("other.json", b"{}"), "a backup of changedetection.io holds url-watches.json"),
        (b'{"format": "cairn-checks", "version": 1, "checks": [{"url": 1}]}', "checks.0.url"),
        (b"x" * (8 * 1024 * 1024 + 1), "it is larger than 8 MB"),
        (b"[" * 100_000, "it begins like JSON, and is not"),
    ],
)
def test_what_is_none_of_these_is_refused_with_the_reason(content: bytes, said: str) -> None:
    with pytest.raises(UnreadableFile, match=said):
        read_file(content)


def test_a_line_without_an_end_is_no_heading_of_a_table() -> None:
    assert read_file(b"x" * 200_000).source is Source.ADDRESSES

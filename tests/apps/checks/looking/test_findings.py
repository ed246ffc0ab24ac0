"""Assertions: what each expects, what it finds, and whether it holds."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from cairn.apps.checks.looking.assertions import Assertion
from cairn.apps.checks.looking.findings import Finding, Inspection
from cairn.services.outbound import Answer
from tests.apps.checks.looking.cast import NOW, answer

ASSERTION: TypeAdapter[Any] = TypeAdapter(Assertion)
SHOP = answer(
    "<title>Kettle</title><p>Notify&nbsp;me <b>when</b> available</p><script>var sold = 'In stock'</script>"
    '<span class="price" data-x="1">12&nbsp;€</span>'
)
JSON = answer(
    '{"ok": true, "load": "0.5", "n": 3, "tags": ["a", "b"], "none": null}', kind="application/json"
)


def found(given: Answer, kind: str, **fields: Any) -> Finding:
    assertion = ASSERTION.validate_python({"kind": kind, **fields})
    return Inspection(given, now=NOW).finding(assertion)


def test_a_finding_says_what_was_expected_and_what_was_found() -> None:
    assert found(answer(status=503), "status", ranges="200-299,304") == Finding(
        "status", "200-299,304", "503", held=False
    )
    assert found(SHOP, "text", text="when available") == Finding(
        "text", "somewhere 'when available'", "found", held=True
    )
    assert found(JSON, "json", path="$.load", operator="<", value=0.4) == Finding(
        "JSON $.load", "< 0.4", '"0.5"', held=False
    )


@pytest.mark.parametrize(
    ("status", "ranges", "held"),
    [(200, "200-299", True), (304, "200-299, 304", True), (301, "200-299,304", False), (404, "404", True)],
)
def test_status(status: int, ranges: str, held: bool) -> None:
    assert found(answer(status=status), "status", ranges=ranges).held is held


@pytest.mark.parametrize(
    ("text", "options", "held"),
    [
        ("Notify me when available", {}, True),  # entities and markup are resolved
        ("notify ME when", {}, True),
        ("notify ME when", {"matchCase": True}, False),
        ("In stock", {}, True),  # in the source
        ("sold out", {}, False),
        ("sold out", {"absent": True}, True),
        ("Notify me when", {"absent": True}, False),
    ],
)
def test_text(text: str, options: dict[str, bool], held: bool) -> None:
    assert found(SHOP, "text", text=text, **options).held is held


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("Grüße".encode("latin-1"), "text/html; charset=iso-8859-1"),
        ("Grüße".encode("latin-1"), 'text/html; charset="ISO-8859-1"'),
        (b"<meta charset=iso-8859-1>" + "Grüße".encode("latin-1"), "text/html"),
        ("Grüße".encode(), "text/html"),
        ("Grüße".encode("utf-16"), "text/html"),
        ("Grüße".encode(), "text/html; charset=no-such"),
    ],
)
def test_text_is_looked_for_in_what_the_bytes_mean(body: bytes, kind: str) -> None:
    assert found(answer(body, kind=kind), "text", text="grüße").held


def test_patterns() -> None:
    assert found(SHOP, "pattern", pattern=r"\d+&nbsp;€").found == "'12&nbsp;€'"
    assert not found(SHOP, "pattern", pattern="KETTLE").held
    assert found(SHOP, "pattern", pattern="KETTLE", matchCase=False).held
    assert found(SHOP, "pattern", pattern="teapot", absent=True).held


def test_a_pattern_made_to_take_for_ever_does_not() -> None:
    assert not found(answer("a" * 100_000 + "!"), "pattern", pattern="(a*)*(a*)*$b").held


@pytest.mark.parametrize(
    ("path", "operator", "value", "held"),
    [
        ("$.ok", "=", True, True),
        ("$.ok", "=", 1, False),
        ("$.ok", "!=", False, True),
        ("$.n", "=", "3", True),
        ("$.n", "=", 3.0, True),
        ("$.load", "=", 0.5, True),
        ("$.load", "<=", 0.5, True),
        ("$.n", ">", 2, True),
        ("$.n", "<", "many", False),
        ("$.tags", "contains", "b", True),
        ("$.tags[*]", "=", "b", True),
        ("$.load", "contains", ".5", True),
        ("$.none", "=", None, True),
        ("$.ok", "=", None, False),
        ("$.none", "exists", None, True),
        ("$.missing", "missing", None, True),
        ("$.missing", "=", None, False),
    ],
)
def test_json(path: str, operator: str, value: Any, held: bool) -> None:
    assert found(JSON, "json", path=path, operator=operator, value=value).held is held


def test_what_is_no_json() -> None:
    assert found(SHOP, "json", path="$.a", operator="missing") == Finding(
        "JSON $.a", "missing", "no JSON", held=False
    )


def test_headers_address_size_and_time() -> None:
    given = answer("12345", x_cache="HIT from edge")
    assert found(given, "header", name="X-Cache", contains="hit").held
    assert found(given, "header", name="X-Nothing").found == "missing"
    assert not found(given, "finalUrl", contains="/sign-in").held
    assert found(given, "size", bytes=5).held
    assert not found(given, "size", bytes=6).held
    assert found(given, "responseTime", milliseconds=250).held
    assert not found(given, "responseTime", milliseconds=249).held


def test_a_certificate_lasts() -> None:
    assert found(answer(days_of_certificate=14.5), "certificate", days=14).held
    assert found(answer(days_of_certificate=13.5), "certificate", days=14) == Finding(
        "certificate", "at least 14 days left", "13 days left", held=False
    )
    assert found(answer(), "certificate").found == "no certificate"


def test_the_text_of_an_element() -> None:
    assert found(SHOP, "element", selector="span.price", contains="12 €").held
    assert found(SHOP, "element", selector="span.teapot").found == "missing"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"kind": "status", "ranges": "2xx"}, "pattern"),
        ({"kind": "pattern", "pattern": "("}, "is no pattern: missing \\): \\("),
        ({"kind": "json", "path": "$["}, "is no JSON path"),
        ({"kind": "element", "selector": "p >>> ["}, "is no CSS selector"),
        ({"kind": "text", "text": ""}, "at least 1 character"),
        ({"kind": "text", "text": "a", "colour": "red"}, "Extra inputs are not permitted"),
        ({"kind": "smell"}, "does not match any of the expected tags"),
    ],
)
def test_what_can_not_be_asserted_is_refused(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ValidationError, match=words):
        ASSERTION.validate_python(given)


@pytest.mark.parametrize("body", [b"", b"\x00\xff" * 500, b"<p>" * 50_000, b"{" * 50_000])
def test_any_body_can_be_inspected(body: bytes) -> None:
    given = Inspection(answer(body), now=NOW)
    assertions = [
        {"kind": "text", "text": "x"},
        {"kind": "pattern", "pattern": "x"},
        {"kind": "json", "path": "$..x", "operator": "exists"},
        {"kind": "element", "selector": "main p"},
    ]
    findings = given.findings([ASSERTION.validate_python(each) for each in assertions])
    assert [finding.held for finding in findings] == [False] * 4


@pytest.mark.parametrize(
    ("kind", "options", "held"),
    [
        ("header", {"name": "X-Debug", "absent": True}, True),
        ("header", {"name": "Content-Type", "contains": "html", "absent": True}, False),
        ("finalUrl", {"contains": "/login", "absent": True}, True),
        ("finalUrl", {"contains": "/item", "absent": True}, False),
        ("element", {"selector": ".sold-out", "absent": True}, True),
        ("element", {"selector": ".price", "contains": "€", "absent": True}, False),
        ("element", {"selector": ".price", "contains": "$", "absent": True}, True),
        ("number", {"selector": ".price", "operator": "<=", "value": "12"}, True),
        ("number", {"selector": ".price", "operator": "<", "value": "12"}, False),
        ("number", {"selector": ".stock", "operator": ">", "value": "0"}, False),
        ("number", {"selector": "title", "operator": "!=", "value": "0"}, False),
    ],
)
def test_what_may_not_be_there_and_what_is_to_be_a_number(
    kind: str, options: dict[str, Any], held: bool
) -> None:
    assert found(SHOP, kind, **options).held is held


@pytest.mark.parametrize(
    ("path", "length", "held"),
    [("$.tags", 2, True), ("$.tags", 3, False), ("$.load", 3, True), ("$.n", 1, False)],
)
def test_lists_and_texts_have_a_length(path: str, length: int, held: bool) -> None:
    assert found(JSON, "json", path=path, operator="length", value=length).held is held

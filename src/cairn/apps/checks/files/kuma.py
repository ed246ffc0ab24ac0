"""Backups of Uptime Kuma (Settings, Backup, Export): a JSON with the list of its monitors."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from cairn.apps.checks.files.found import FoundCheck, UnreadableFile, Untaken
from cairn.apps.checks.schema import CheckType

_OPERATORS: Final = {
    "==": "=",
    "!=": "!=",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
    "contains": "contains",
}
_METHODS: Final = frozenset({"GET", "HEAD", "POST"})
_MOST_RETRIES: Final = 10
_USUAL: Final = ["200-299"]


def is_backup(document: Any) -> bool:
    return isinstance(document, dict) and isinstance(document.get("monitorList"), list)


def read(document: Mapping[str, Any]) -> Iterator[FoundCheck | Untaken]:
    """Its monitors. Groups become tags of what is in them."""
    monitors = document["monitorList"]
    if not all(isinstance(each, dict) for each in monitors):
        raise UnreadableFile("monitorList: each of it is an object")
    groups = {each.get("id"): str(each.get("name", "")) for each in monitors if each.get("type") == "group"}
    for each in monitors:
        if each.get("type") == "group":
            continue
        name = str(each.get("name") or each.get("url") or "a monitor")
        try:
            yield _check(each, name, groups.get(each.get("parent"), ""))
        except _NotHere as fault:
            yield Untaken(name, str(fault))


class _NotHere(Exception):
    """A monitor of a kind that can't be a check here."""


def _check(monitor: Mapping[str, Any], name: str, group: str) -> FoundCheck:
    kind = str(monitor.get("type", ""))
    retries = min(_number(monitor.get("maxretries"), 0), _MOST_RETRIES)
    attributes: dict[str, Any] = {} if retries == 1 else {"retries": retries}
    url = str(monitor.get("url") or "")
    note = ""
    match kind:
        case "http" | "keyword" | "json-query":
            check_type = CheckType.AVAILABILITY
            attributes |= _of_page(monitor)
            if monitor.get("ignoreTls"):
                note = "its certificate has to be trusted here"
            if kind == "keyword" and monitor.get("keyword"):
                attributes |= {"keyword": str(monitor["keyword"]), "matchCase": True}
                attributes |= {"opposite": True} if monitor.get("invertKeyword") else {}
            if kind == "json-query":
                attributes["assertions"] = [*attributes.get("assertions", ()), _json(monitor)]
        case "port":
            check_type, url = CheckType.TCP, f"tcp://{_host(monitor)}:{_number(monitor.get('port'), 0)}"
        case "dns":
            check_type, url = CheckType.DNS, f"dns://{_host(monitor)}"
            attributes["record"] = str(monitor.get("dns_resolve_type") or "A")
        case "push":
            check_type, url = CheckType.HEARTBEAT, f"heartbeat://{name}"
            attributes = {"retries": retries} if retries else {}
            note = "what calls it has to call the address that its page shows"
        case _:
            raise _NotHere(f"there is no type of check here for its {kind!r}")
    if monitor.get("upsideDown"):
        raise _NotHere("it is well while it is down, which no check here can say")
    interval = _number(monitor.get("interval"), 60)
    return FoundCheck(
        url,
        check_type,
        name=name,
        tags=frozenset(_tags(monitor, group)),
        delay_ms=interval * 1000,
        attributes=attributes,
        is_paused=not monitor.get("active", True),
        source_id=str(monitor.get("id", "")),
        note=note,
    )


def _of_page(monitor: Mapping[str, Any]) -> dict[str, Any]:
    attributes: dict[str, Any] = {}
    method = str(monitor.get("method") or "GET").upper()
    if method not in _METHODS:
        raise _NotHere(f"it asks with {method}; checks here ask with {', '.join(sorted(_METHODS))}")
    if monitor.get("body"):
        if method != "POST":
            raise _NotHere(f"it sends a body with {method}; checks here send one with POST alone")
        attributes["body"] = str(monitor["body"])
    if monitor.get("authMethod") or monitor.get("basic_auth_user"):
        raise _NotHere("it signs in; give the check a header instead")
    if method != "GET":
        attributes["method"] = method
    if monitor.get("maxredirects") == 0:
        attributes["followRedirects"] = False
    if monitor.get("headers"):
        attributes["headers"] = _headers(monitor["headers"])
    accepted = [str(each) for each in monitor.get("accepted_statuscodes") or _USUAL]
    if accepted != _USUAL:
        attributes["assertions"] = [{"kind": "status", "ranges": ",".join(accepted)}]
    return attributes


def _headers(written: Any) -> dict[str, str]:
    try:
        headers = json.loads(written) if isinstance(written, str) else written
    except ValueError as fault:
        raise _NotHere("its headers are no JSON") from fault
    if not isinstance(headers, dict):
        raise _NotHere("its headers are no JSON object")
    return {str(name): str(value) for name, value in headers.items()}


def _json(monitor: Mapping[str, Any]) -> dict[str, Any]:
    path = str(monitor.get("jsonPath") or "$")
    operator = str(monitor.get("jsonPathOperator") or "==")
    if operator not in _OPERATORS:
        raise _NotHere(f"it compares by {operator!r}")
    return {
        "kind": "json",
        "path": path if path.startswith("$") else f"$.{path}",
        "operator": _OPERATORS[operator],
        "value": monitor.get("expectedValue"),
    }


def _host(monitor: Mapping[str, Any]) -> str:
    host = str(monitor.get("hostname") or "")
    return f"[{host}]" if ":" in host else host


def _tags(monitor: Mapping[str, Any], group: str) -> Iterator[str]:
    """Their names; of those with a value, both."""
    for each in monitor.get("tags") or ():
        if isinstance(each, dict) and each.get("name"):
            yield f"{each['name']}: {each['value']}" if each.get("value") else str(each["name"])
    if group:
        yield group


def _number(value: Any, default: int) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        return default

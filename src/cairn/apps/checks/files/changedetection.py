"""Backups of changedetection.io: the JSON of its watches, alone or in the zip that it makes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from cairn.apps.checks.files.found import FoundCheck, UnreadableFile, Untaken
from cairn.apps.checks.schema import CheckType

NAMES: Final = ("url-watches.json", "changedetection.json")
_SECONDS: Final = {"weeks": 604_800, "days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}
_THREE_HOURS: Final = 10_800
_LONGEST: Final = 86_400


def is_backup(document: Any) -> bool:
    return isinstance(document, dict) and isinstance(document.get("watching"), dict)


def read(document: Mapping[str, Any]) -> Iterator[FoundCheck | Untaken]:
    """Its watches. One that looks for any change becomes one that looks whether the page is there."""
    settings = document.get("settings") or {}
    tags = (settings.get("application") or {}).get("tags") or {}
    usual = _seconds((settings.get("requests") or {}).get("time_between_check")) or _THREE_HOURS
    for uuid, watch in document["watching"].items():
        if not isinstance(watch, dict):
            raise UnreadableFile(f"watching.{uuid} is no object")
        yield _check(uuid, watch, tags, usual)


def _check(uuid: str, watch: Mapping[str, Any], tags: Any, usual: int) -> FoundCheck | Untaken:
    url = str(watch.get("url") or "")
    name = str(watch.get("title") or "")
    method = str(watch.get("method") or "GET").upper()
    if method not in {"GET", "HEAD", "POST"} or (watch.get("body") and method != "POST"):
        return Untaken(name or url, f"it asks with {method}, or sends a body with it")
    if watch.get("browser_steps") or str(watch.get("fetch_backend") or "").startswith("html_webdriver"):
        return Untaken(name or url, "it looks with a browser, which no check here does")
    check_type, attributes, note = _looking(watch)
    seconds = (
        usual if watch.get("time_between_check_use_default") else _seconds(watch.get("time_between_check"))
    )
    seconds = seconds or usual
    if seconds > _LONGEST:
        note = "; ".join(filter(None, (note, "it looks once a day here")))
    return FoundCheck(
        url,
        check_type,
        name=name,
        tags=frozenset(_tags(watch, tags)),
        delay_ms=min(seconds, _LONGEST) * 1000,
        attributes=attributes,
        is_paused=bool(watch.get("paused")),
        source_id=uuid,
        note=note,
    )


def _looking(watch: Mapping[str, Any]) -> tuple[CheckType, dict[str, Any], str]:
    headers = {str(name): str(value) for name, value in (watch.get("headers") or {}).items()}
    if watch.get("processor") == "restock_diff":
        return CheckType.PRICE, _prices(watch), "headers are not sent here" if headers else ""
    attributes: dict[str, Any] = {"headers": headers} if headers else {}
    method = str(watch.get("method") or "GET").upper()
    if method != "GET":
        attributes |= {"method": method}
    if watch.get("body"):
        attributes |= {"body": str(watch["body"])}
    wanted = [str(each) for each in watch.get("trigger_text") or () if each]
    unwanted = [str(each) for each in watch.get("text_should_not_be_present") or () if each]
    assertions = [_assertion(each, absent=False) for each in wanted]
    assertions += [_assertion(each, absent=True) for each in unwanted]
    if assertions:
        attributes["assertions"] = assertions[:20]
        return CheckType.AVAILABILITY, attributes, ""
    return CheckType.AVAILABILITY, attributes, "it looks whether the page is there, not whether it changes"


def _prices(watch: Mapping[str, Any]) -> dict[str, Any]:
    told = watch.get("restock_settings") or {}
    attributes: dict[str, Any] = {}
    for theirs, ours in (
        ("price_change_min", "below"),
        ("price_change_max", "above"),
        ("price_change_threshold_percent", "movedBy"),
    ):
        if told.get(theirs):
            attributes[ours] = str(told[theirs])
    if told.get("in_stock_processing", "in_stock_only") != "off":
        attributes["backInStock"] = True
    selectors = [str(each) for each in watch.get("include_filters") or () if each]
    if selectors and not selectors[0].startswith(("/", "xpath", "json", "jq")):
        attributes["selector"] = selectors[0]
    return attributes


def _assertion(text: str, *, absent: bool) -> dict[str, Any]:
    """A text, or a pattern between slashes."""
    body, _, flags = text[1:].rpartition("/")
    if text.startswith("/") and body:
        told: dict[str, Any] = {"kind": "pattern", "pattern": body, "matchCase": "i" not in flags}
    else:
        told = {"kind": "text", "text": text}
    return {**told, "absent": True} if absent else told


def _tags(watch: Mapping[str, Any], tags: Any) -> Iterator[str]:
    """By their titles, which stand elsewhere in the file."""
    for each in watch.get("tags") or ():
        known = tags.get(each) if isinstance(tags, dict) else None
        title = known.get("title") if isinstance(known, dict) else each
        if title:
            yield str(title)
    if isinstance(watch.get("tag"), str):
        yield from (tag for each in watch["tag"].split(",") if (tag := each.strip()))


def _seconds(told: Any) -> int:
    if not isinstance(told, dict):
        return 0
    return sum(
        int(told[name]) * seconds
        for name, seconds in _SECONDS.items()
        if isinstance(told.get(name), int | str) and str(told[name]).isdecimal()
    )

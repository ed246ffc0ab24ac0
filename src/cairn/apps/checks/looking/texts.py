"""The text of an answer: decoded by what its header, its first bytes or its page say, and as a reader would see it."""

import codecs
import re
from typing import Final

from selectolax.lexbor import LexborHTMLParser, SelectolaxError

from cairn.services.outbound import Answer

_BYTE_ORDER_MARKS: Final = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
_CHARSET_IN_HEADER: Final = re.compile(r"charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_CHARSET_IN_PAGE: Final = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_WHERE_PAGES_SAY_IT: Final = 4096
_UNSEEN: Final = "script, style, noscript, template, head > title"


def decoded(answer: Answer) -> str:
    """The body as text."""
    body = answer.body
    for mark, encoding in _BYTE_ORDER_MARKS.items():
        if body.startswith(mark):
            return body.decode(encoding, "replace")
    in_header = _CHARSET_IN_HEADER.search(answer.headers.get("content-type", ""))
    in_page = _CHARSET_IN_PAGE.search(body[:_WHERE_PAGES_SAY_IT])
    names = [in_header.group(1)] if in_header else [in_page.group(1).decode("ascii")] if in_page else []
    for name in [*names, "utf-8"]:
        try:
            return body.decode(name, "replace")
        except LookupError:
            continue
    raise AssertionError("utf-8 is known")


def is_page(answer: Answer) -> bool:
    kind = answer.headers.get("content-type", "").lower()
    return "html" in kind or (not kind and answer.body.lstrip()[:1] == b"<")


def page_of(text: str) -> LexborHTMLParser:
    return LexborHTMLParser(text)


def checked_selector(selector: str) -> str:
    """The CSS selector, if it is one. Whatever takes a selector to a page has had it checked here."""
    try:
        page_of("").css_first(selector)
    except SelectolaxError as fault:
        raise ValueError("is no CSS selector") from fault
    return selector


def seen_text(text: str) -> str:
    """What a reader of a page sees, with single spaces."""
    page = page_of(text)
    for unseen in page.css(_UNSEEN):
        unseen.decompose()
    root = page.body or page.root
    return " ".join((root.text(separator=" ") if root else "").split())

"""Status pages as RSS 2.0: what was told on them, and what was down. A change of an entry is an item of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from email.utils import format_datetime
from typing import Final
from xml.etree.ElementTree import Element, SubElement, tostring

from cairn.apps.checks.service.messages import lasting, moment
from cairn.apps.checks.service.shown_pages import PublicPage

_MOST: Final = 50


@dataclass(frozen=True, slots=True)
class _Item:
    at: datetime
    name: str
    title: str
    text: str


def feed_of(seen: PublicPage, link: str) -> bytes:
    """The feed of a page, the newest first."""
    rss = Element("rss", {"version": "2.0"})
    channel = SubElement(rss, "channel")
    SubElement(channel, "title").text = seen.page.title
    SubElement(channel, "link").text = link
    SubElement(channel, "description").text = seen.page.text or f"What happens at {seen.page.title}"
    SubElement(channel, "lastBuildDate").text = format_datetime(seen.at)
    SubElement(channel, "ttl").text = "5"
    items = sorted(_items(seen), key=lambda each: each.at, reverse=True)
    for each in items[:_MOST]:
        item = SubElement(channel, "item")
        SubElement(item, "title").text = each.title
        SubElement(item, "link").text = link
        SubElement(item, "guid", {"isPermaLink": "false"}).text = f"{seen.page.pageid}/{each.name}"
        SubElement(item, "pubDate").text = format_datetime(each.at)
        SubElement(item, "description").text = each.text
    written: bytes = tostring(rss, encoding="utf-8", xml_declaration=True)
    return written


def _items(seen: PublicPage) -> Iterator[_Item]:
    for post in seen.posts:
        for number, entry in enumerate(post.entries):
            yield _Item(
                entry.at, f"{post.postid}/{number}", f"{entry.kind.capitalize()}: {post.title}", entry.text
            )
    for each in seen.incidents:
        name = f"{each.name}/{each.began.timestamp()}"
        yield _Item(each.began, name, f"{each.name} is down", f"Since {moment(each.began)}.")
        if each.ended is not None:
            lasted = lasting(each.ended - each.began)
            yield _Item(each.ended, f"{name}/over", f"{each.name} is up again", f"It was down for {lasted}.")

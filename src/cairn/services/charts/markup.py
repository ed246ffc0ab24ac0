"""SVG as text: elements with escaped text, and numbers that are the same on every machine."""

import re
from typing import Final
from xml.sax.saxutils import escape, quoteattr

FONT: Final = "Source Sans Pro, Source Sans 3, system-ui, sans-serif"
_NOT_IN_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def number(value: float) -> str:
    """A coordinate, to a hundredth of a pixel."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def element(name: str, content: str = "", /, **attributes: str | float | None) -> str:
    """An element. Attributes are written with `_` for `-`; those that are None are left out. `content` is markup."""
    given = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(clean(value) if isinstance(value, str) else number(value))}"
        for key, value in attributes.items()
        if value is not None
    )
    return f"<{name}{given}>{content}</{name}>" if content else f"<{name}{given}/>"


def words(text: str) -> str:
    """Text as it stands in markup."""
    return escape(clean(text))


def clean(text: str) -> str:
    return _NOT_IN_XML.sub("", text)


def label(
    text: str,
    x: float,
    y: float,
    *,
    fill: str,
    size: float = 12,
    anchor: str = "start",
    weight: str | None = None,
    class_: str = "chart-label",
) -> str:
    """A line of text. `y` is where the letters stand."""
    return element(
        "text",
        words(text),
        class_=class_,
        x=x,
        y=y,
        fill=fill,
        font_size=size,
        font_weight=weight,
        text_anchor=anchor,
    )


def shortened_to(text: str, most: int) -> str:
    """A text that is at most so long; what is left out is shown to be."""
    return text if len(text) <= most else text[: max(most - 1, 0)].rstrip() + "…"

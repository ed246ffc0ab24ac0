"""Badges as SVG, in the styles that people know from other badges. They need no font, script or other file."""

from enum import StrEnum
from typing import Final

from cairn.apps.checks.rules.badges import Said, Tone
from cairn.services.charts.markup import element, shortened_to, words


class BadgeStyle(StrEnum):
    FLAT = "flat"
    FLAT_SQUARE = "flat-square"
    FOR_THE_BADGE = "for-the-badge"


_COLOURS: Final = {Tone.GOOD: "#2f7d3b", Tone.CARE: "#9a6200", Tone.BAD: "#b5382c", Tone.PLAIN: "#5f6368"}
_GROUND: Final = "#3a3a3a"
_FONT: Final = "Verdana, Geneva, DejaVu Sans, sans-serif"
_LONGEST: Final = 60
_NARROW: Final = frozenset("fijlrtI.,:;'|!()[] ")
_WIDE: Final = frozenset("mwMW@%")


def drawn(said: Said, style: BadgeStyle = BadgeStyle.FLAT, *, label: str | None = None) -> str:
    """A badge. What it says is also said to those who can't see it."""
    left = shortened_to(said.label if label is None else label, _LONGEST)
    right = shortened_to(said.words, _LONGEST)
    is_tall = style is BadgeStyle.FOR_THE_BADGE
    if is_tall:
        left, right = left.upper(), right.upper()
    height, size, margin, spacing = (28, 10, 12, 1.25) if is_tall else (20, 11, 6, 0.0)
    label_wide = _width(left, size, spacing) + 2 * margin if left else 0.0
    whole = label_wide + _width(right, size, spacing) + 2 * margin
    ground = [
        element("rect", width=label_wide, height=height, fill=_GROUND),
        element("rect", x=label_wide, width=whole - label_wide, height=height, fill=_COLOURS[said.tone]),
    ]
    if style is BadgeStyle.FLAT:
        round_corners = element("rect", width=whole, height=height, rx=3, fill="#fff")
        grounds = element("clipPath", round_corners, id="c") + element(
            "g", "".join(ground), clip_path="url(#c)"
        )
    else:
        grounds = element("g", "".join(ground), shape_rendering="crispEdges")
    base = height / 2 + size * 0.36
    texts = [
        _text(text, x + margin, base, wide - 2 * margin, size, is_bold=is_bold)
        for text, x, wide, is_bold in (
            (left, 0.0, label_wide, False),
            (right, label_wide, whole - label_wide, is_tall),
        )
        if text
    ]
    told = f"{left}: {right}" if left else right
    return element(
        "svg",
        element("title", words(told)) + grounds + "".join(texts),
        xmlns="http://www.w3.org/2000/svg",
        width=whole,
        height=height,
        role="img",
        aria_label=told,
    )


def endpoint(said: Said, *, label: str | None = None) -> dict[str, str | int]:
    """What shields.io draws a badge of."""
    return {
        "schemaVersion": 1,
        "label": said.label if label is None else label,
        "message": said.words,
        "color": _COLOURS[said.tone].removeprefix("#"),
        "cacheSeconds": 300,
    }


def _text(text: str, x: float, y: float, wide: float, size: float, *, is_bold: bool) -> str:
    # The length makes it fit whatever font there is.
    return element(
        "text",
        words(text),
        x=x,
        y=y,
        textLength=wide,
        fill="#fff",
        font_family=_FONT,
        font_size=size,
        font_weight="bold" if is_bold else None,
    )


def _width(text: str, size: float, spacing: float) -> float:
    """About as wide as it is in Verdana."""
    ems = sum(
        0.39 if each in _NARROW else 0.95 if each in _WIDE else 0.7 if each.isupper() else 0.61
        for each in text
    )
    return round(ems * size + spacing * len(text), 1)

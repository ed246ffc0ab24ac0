"""Badges are pictures that any browser draws, whatever their words are."""

from xml.etree.ElementTree import Element, fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cairn.apps.checks.pages.badge_drawing import BadgeStyle, drawn
from cairn.apps.checks.rules.badges import Said, Tone

SVG = "{http://www.w3.org/2000/svg}"
UP = Said("status", "up", Tone.GOOD)


def picture_of(said: Said, style: BadgeStyle = BadgeStyle.FLAT, label: str | None = None) -> Element:
    return fromstring(drawn(said, style, label=label))  # noqa: S314 - our own


@pytest.mark.parametrize(
    ("style", "height", "told"),
    [
        (BadgeStyle.FLAT, "20", "status: up"),
        (BadgeStyle.FLAT_SQUARE, "20", "status: up"),
        (BadgeStyle.FOR_THE_BADGE, "28", "STATUS: UP"),
    ],
)
def test_each_style_says_the_same_in_its_own_form(style: BadgeStyle, height: str, told: str) -> None:
    picture = picture_of(UP, style)
    assert (picture.get("height"), picture.get("aria-label")) == (height, told)
    assert picture.findtext(f"{SVG}title") == told
    has_corners = picture.find(f"{SVG}clipPath") is not None
    assert has_corners == (style is BadgeStyle.FLAT)


def test_a_label_can_be_another_one_or_none() -> None:
    assert [each.text for each in picture_of(UP, label="shop").iter(f"{SVG}text")] == ["shop", "up"]
    assert [each.text for each in picture_of(UP, label="").iter(f"{SVG}text")] == ["up"]


@given(
    label=st.text(max_size=100), words=st.text(min_size=1, max_size=100), style=st.sampled_from(BadgeStyle)
)
def test_no_words_break_the_picture_out_of_its_bounds(label: str, words: str, style: BadgeStyle) -> None:
    picture = picture_of(Said(label, words, Tone.BAD), style)
    whole = float(picture.get("width", ""))
    for each in picture.iter(f"{SVG}text"):
        assert float(each.get("x", "")) + float(each.get("textLength", "")) <= whole

"""Two spellings of a name are one character, and what the game would not allow is no name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from cairn.apps.runescape.names import CharacterName, NameAsWritten

WORDS = st.lists(st.text("abcXYZ019", min_size=1, max_size=3), min_size=1, max_size=3)


@given(WORDS, st.sampled_from(" _-\u00a0"), st.data())
def test_capitals_and_separators_make_no_other_name(
    words: list[str], separator: str, data: st.DataObject
) -> None:
    name = separator.join(words)
    other = data.draw(st.sampled_from(" _-\u00a0")).join(
        data.draw(st.sampled_from([name, name.swapcase()])).split(separator)
    )
    assert CharacterName(name) == CharacterName(other)
    assert CharacterName(CharacterName(name)) == CharacterName(name)


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("iron_MAN", "Iron Man"),
        ("Character123", "Character123"),
        ("b0aty", "B0aty"),
        ("METADATA", "Metadata"),
        ("7", "7"),
    ],
)
def test_the_one_spelling_is_how_the_game_shows_a_name(written: str, shown: str) -> None:
    assert CharacterName(written) == shown
    assert TypeAdapter(NameAsWritten).validate_python(written) == written


@pytest.mark.parametrize(
    "name",
    ["", " zezima", "zezima_", "a--b", "a_ b", "thirteenchars", "zez#ima", "zez/ima", "zézima", "a\nb"],
)
def test_what_the_game_would_not_allow_is_refused(name: str) -> None:
    said = "is no name of a character: it has 1 to 12 letters and digits, with single spaces, hyphens or underscores"
    with pytest.raises(ValueError, match=f"{said} between them$"):
        CharacterName(name)
    with pytest.raises(ValidationError, match=said):
        TypeAdapter(NameAsWritten).validate_python(name)

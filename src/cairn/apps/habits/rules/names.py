"""Names on the leaderboard: which there can be, and which would be taken for one another."""

import re
import unicodedata
from typing import Final

LEAST: Final = 3
MOST: Final = 30
_SEPARATORS: Final = " ._-"
_ALIKE: Final = str.maketrans({"0": "o", "1": "l", "i": "l", "5": "s", "|": "l"})
_OF_ONE_WRITING: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA"})


def checked_name(text: str) -> str | None:
    """The name as it is shown; None where it can't be one: letters of one writing, digits, and signs between them."""
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFKC", text)).strip()
    if not LEAST <= len(name) <= MOST or name[0] in _SEPARATORS or name[-1] in _SEPARATORS:
        return None
    if not all(letter.isalnum() or letter in _SEPARATORS for letter in name):
        return None
    writings = {unicodedata.name(letter, "").split(" ")[0] for letter in name if letter.isalpha()}
    return name if len(writings) <= 1 or writings <= _OF_ONE_WRITING else None


def likeness(name: str) -> str:
    """The same for names that people would take for one another."""
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", name) if letter.isalnum())
    return bare.casefold().translate(_ALIKE)

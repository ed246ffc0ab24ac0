"""Which passwords are refused: short ones, and those that are long only by what everybody tries first.

Each piece that a guesser knows, a common word, a run of the keyboard, a repetition, a year, something of the
address, counts as one character. What remains has to be long enough by itself.
"""

import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from cairn.services.problems import InvalidInput

SHORTEST: Final = 10
LONGEST: Final = 256
_LEAST_OF_ITS_OWN: Final = 6
_SHORTEST_PIECE: Final = 3

_COMMON: Final = (
    "password", "passwort", "passwd", "pass", "word", "secret", "login", "admin", "administrator", "root",
    "user", "guest", "test", "default", "welcome", "hello", "iloveyou", "love", "letmein", "access",
    "master", "monkey", "dragon", "shadow", "sunshine", "princess", "football", "baseball", "basketball",
    "soccer", "hockey", "superman", "batman", "spiderman", "starwars", "pokemon", "naruto", "michael",
    "jordan", "jessica", "ashley", "daniel", "charlie", "thomas", "andrew", "joshua", "matthew",
    "jennifer", "nicole", "michelle", "harley", "ranger", "hunter", "buster", "tigger", "summer", "winter",
    "autumn", "spring", "flower", "cheese", "cookie", "chocolate", "computer", "internet", "samsung",
    "google", "freedom", "whatever", "trustno1", "qazwsx", "1qaz2wsx", "1q2w3e4r", "1q2w3e", "zaq12wsx",
    "q1w2e3r4", "asdf1234", "abc123", "changeme", "temp", "killer", "maggie", "ginger", "pepper", "orange",
    "banana", "january", "february", "march", "april", "june", "july", "august", "september", "october",
    "november", "december", "monday", "friday", "cairn",
)  # fmt: skip
_RUNS: Final = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
)
_BOTH_WAYS: Final = (*_RUNS, *(run[::-1] for run in _RUNS))
_LETTERS_FOR: Final = str.maketrans("013457@$!", "oieastasi")


def checked_password(password: str, *, email: str | None, field: str = "password") -> str:
    """The password as it is hashed. Raises `InvalidInput`, with the reason, for one that is too easily guessed."""
    password = normalised(password)
    reason = weakness(password, personal=() if email is None else _words_of(email))
    if reason is not None:
        raise InvalidInput.of(field, reason)
    return password


def normalised(password: str) -> str:
    """The same characters, whichever way a keyboard puts them together."""
    return unicodedata.normalize("NFC", password)


def weakness(password: str, *, personal: Iterable[str] = ()) -> str | None:
    """What is wrong with a password; None for a good one."""
    if len(password) < SHORTEST:
        return f"use at least {SHORTEST} characters; a few words that don't belong together are easy to keep"
    if len(password) > LONGEST:
        return f"use at most {LONGEST} characters"
    pieces = islice(_pieces(password, (*_COMMON, *personal)), _LEAST_OF_ITS_OWN)
    if sum(1 for _ in pieces) < _LEAST_OF_ITS_OWN:
        return "is among the first that anybody would try; use a few words that don't belong together"
    return None


def _words_of(email: str) -> Iterator[str]:
    local, _, domain = email.partition("@")
    yield local
    for separator in "._-+":
        local = local.replace(separator, " ")
    yield from (word for word in [*local.split(), *domain.split(".")] if len(word) > _SHORTEST_PIECE)


def _pieces(password: str, words: Iterable[str]) -> Iterator[str]:
    """The password in pieces, each the longest that a guesser would take for one."""
    plain = "".join(each.lower()[:1] for each in password)
    spelt = plain.translate(_LETTERS_FOR)
    known = [word.lower() for word in words if len(word) >= _SHORTEST_PIECE]
    place = 0
    while place < len(plain):
        lengths = [
            1,
            _run_length(plain, place),
            _repetition_length(plain, place),
            4 if _is_year(plain[place : place + 4]) else 1,
            *(len(word) for word in known if plain.startswith(word, place) or spelt.startswith(word, place)),
        ]
        yield plain[place : place + max(lengths)]
        place += max(lengths)


def _run_length(text: str, place: int) -> int:
    """How far a row of the alphabet, the digits or the keyboard goes on, if it is long enough to be one."""
    for length in range(len(text) - place, _SHORTEST_PIECE - 1, -1):
        if any(text[place : place + length] in run for run in _BOTH_WAYS):
            return length
    return 1


def _repetition_length(text: str, place: int) -> int:
    """How far the text repeats what came just before."""
    longest = 1
    for width in range(1, place + 1):
        before = text[place - width : place]
        length = 0
        while place + length < len(text) and text[place + length] == before[length % width]:
            length += 1
        if length >= width and length >= longest:
            longest = length
    return longest


def _is_year(text: str) -> bool:
    return len(text) == 4 and text.isdigit() and text[:2] in {"18", "19", "20"}

"""Patterns that people write. RE2 takes time in proportion to the text, whatever somebody thinks up."""

from typing import Any

import re2  # type: ignore[import-untyped]  # it brings no types


class NoPattern(ValueError):
    """It can't be read as a pattern."""


def compiled(pattern: str, *, match_case: bool = True) -> Any:
    """The pattern, ready to search. Raises `NoPattern` with what is wrong."""
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = match_case
    try:
        return re2.compile(pattern, options)
    except re2.error as fault:
        words = fault.args[0]
        raise NoPattern(words.decode() if isinstance(words, bytes) else str(words)) from fault


def found_in(text: str, pattern: str, *, match_case: bool) -> str | None:
    """The first part of a text that fits."""
    fits = compiled(pattern, match_case=match_case).search(text)
    return None if fits is None else str(fits.group())

"""Names of characters, compared as the game compares them: capitals don't count, and a separator is a separator."""

import re
from typing import Annotated, Any, Final, Self

from pydantic import AfterValidator, GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

LONGEST: Final = 12
_SEPARATOR: Final = re.compile("[ _\\-\u00a0]")  # the hiscores answer with spaces that do not break
_FORM: Final = re.compile(f"[A-Za-z0-9]+(?:{_SEPARATOR.pattern}[A-Za-z0-9]+)*")


def checked_name(name: str) -> str:
    """The name as it is written, if the game would allow it."""
    if len(name) > LONGEST or not _FORM.fullmatch(name):
        raise ValueError(
            f"{name!r} is no name of a character: it has 1 to {LONGEST} letters and digits, with single spaces, hyphens"
            " or underscores between them"
        )
    return name


def one_spelling(name: str) -> str:
    """The spelling that all spellings of a name share, which is how the game shows it: `iron_MAN` is `Iron Man`."""
    return " ".join(word.capitalize() for word in _SEPARATOR.split(name))


NameAsWritten = Annotated[str, AfterValidator(checked_name)]


class CharacterName(str):
    """A name in its one spelling, so that two spellings of it make one key."""

    __slots__ = ()

    def __new__(cls, name: str) -> Self:
        return super().__new__(cls, one_spelling(checked_name(name)))

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema())

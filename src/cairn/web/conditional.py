"""Editing what one has seen: `If-Match` with the `ETag` that came with it, so that nobody overwrites another's change."""

import hashlib
from typing import Annotated, Final

from fastapi import Header
from pydantic import BaseModel

from cairn.services.problems import Stale

_BYTES: Final = 12

IfMatch = Annotated[
    str | None,
    Header(description="The `ETag` of what you have seen: it is changed only if it is still that."),
]


def tag_of(content: bytes) -> str:
    """The `ETag` of an answer."""
    return f'"{hashlib.blake2b(content, digest_size=_BYTES).hexdigest()}"'


def expect_unchanged(if_match: str | None, now: BaseModel) -> None:
    """Raises `Stale` when what somebody has seen is not what is there now."""
    if if_match is None or if_match.strip() == "*":
        return
    if tag_of(now.model_dump_json().encode()) not in {each.strip() for each in if_match.split(",")}:
        raise Stale("Read it again, and decide whether it still is what you want to change")


def is_known(if_none_match: str, tag: str) -> bool:
    """Whether a client has this already."""
    known = {each.strip().removeprefix("W/") for each in if_none_match.split(",")}
    return tag in known or "*" in known

"""Kinds of jobs: what can be asked for, with which payload, and how often it is tried.

A kind is a value that both sides import: who enqueues a job, and who declares the function that does it.
"""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final, Generic, TypeVar

from pydantic import BaseModel

P = TypeVar("P", bound=BaseModel)
_NAME: Final = re.compile(r"[a-z_]+\.[a-z_]+")


@dataclass(frozen=True, slots=True)
class JobKind(Generic[P]):
    """One kind of job: `JobKind("accounts.delete", DeleteAccount)`. A job is done at least once, so a repeat is harmless.

    `attempts` is how often it is tried before it waits for a person, `lease` for how long one worker may take.
    """

    name: str
    payload: type[P]
    attempts: int = 10
    lease: timedelta = timedelta(minutes=1)

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"{self.name!r} is no name of a job: write `part.what_is_done`")
        if self.attempts < 1:
            raise ValueError(f"{self.name}: a job is tried at least once")

"""All kinds of problems, and what each looks like: for the documentation, which their addresses lead to."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pydantic import BaseModel, ConfigDict, Field

from cairn.apps.base.callers import API_PREFIX
from cairn.services.problems import Problem

PROBLEMS_PATH: Final = f"{API_PREFIX}/problems"


class ProblemShown(BaseModel):
    """What is wrong, and what would be right (RFC 9457)."""

    model_config = ConfigDict(title="Problem")

    type: str = Field(description="Which kind it is: an address that explains it.")
    title: str
    status: int
    detail: str = Field(description="What is wrong this time, and what would be right.")
    instance: str = Field(description="What was asked for.")
    fields: dict[str, str] | None = Field(
        default=None, description="Where it lies: names of fields, and what would be right."
    )
    request_id: str | None = Field(default=None, description="Under which the log knows of it.")


def kinds(root: type[Problem] = Problem) -> Iterator[type[Problem]]:
    """Every kind that can be met, each with a slug of its own."""
    for kind in root.__subclasses__():
        yield kind
        yield from kinds(kind)


def kinds_by_slug() -> Mapping[str, type[Problem]]:
    return {kind.slug: kind for kind in kinds()}


def example_of(kind: type[Problem]) -> dict[str, Any]:
    """What an answer of this kind looks like."""
    return {
        "type": f"{PROBLEMS_PATH}/{kind.slug}",
        "title": kind.title,
        "status": kind.status,
        "detail": (kind.__doc__ or "").strip().partition("\n")[0],
        "instance": f"{API_PREFIX}/…",
        "request_id": "9f86d081884c7d65",
    }

"""What is sent and answered over HTTP, in the forms that all routes share."""

from collections.abc import Sequence
from typing import Annotated, Generic, TypeVar

from fastapi import Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field

T = TypeVar("T")


class Given(BaseModel):
    """What somebody sends. A name that is none is refused, as it would be a misspelt one."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Listed(BaseModel, Generic[T]):
    """Part of a list."""

    items: list[T]
    next: str | None = Field(
        default=None, description="The `cursor` with which the list goes on; null at its end."
    )


class Part(Given):
    """Which part of a list is asked for."""

    cursor: Annotated[str, Field(max_length=4000)] | None = Field(
        default=None, description="Where the list goes on: `next` of the part before."
    )
    size: Annotated[int, Field(ge=1, le=100)] = Field(default=50, description="How many at most.")


WhichPart = Annotated[Part, Query()]


def listed(items: Sequence[T], cursor: str | None, request: Request, response: Response) -> Listed[T]:
    """Part of a list, with a `Link` to the next one."""
    if cursor is not None:
        following = request.url.include_query_params(cursor=cursor)
        response.headers["Link"] = f'<{following.path}?{following.query}>; rel="next"'
    return Listed(items=list(items), next=cursor)

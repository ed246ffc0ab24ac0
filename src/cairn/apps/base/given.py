"""What is sent and answered over HTTP, in the forms that all routes share."""

from typing import Generic, TypeVar

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

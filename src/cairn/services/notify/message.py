"""What a person is told: the same message for every channel, each of which shows of it what it can."""

from enum import StrEnum
from typing import Annotated, Any, Final, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, model_validator

from cairn.services.charts import Chart

MOST_BYTES: Final = 150_000
"""A message lies in a job until it is sent, and an item of a table may have 400 KB."""


def _on_one_line(value: Any) -> Any:
    return " ".join(value.split()) if isinstance(value, str) else value


class Urgency(StrEnum):
    LOW = "low"
    NORMAL = "normal"
    HIGH = "high"


class Message(BaseModel):
    """One message. `html` is markup of a template that escapes; without it, mail shows `text` in paragraphs."""

    model_config = ConfigDict(frozen=True)

    title: Annotated[str, BeforeValidator(_on_one_line), Field(min_length=1, max_length=200)]
    text: Annotated[str, Field(max_length=10_000)]
    html: Annotated[str, Field(max_length=50_000)] | None = None
    link: Annotated[str, StringConstraints(pattern=r"^https?://\S+$", max_length=2000)] | None = None
    charts: Annotated[tuple[Chart, ...], Field(max_length=3)] = ()
    urgency: Urgency = Urgency.NORMAL

    @model_validator(mode="after")
    def _fits(self) -> Self:
        size = len(self.model_dump_json().encode())
        if size > MOST_BYTES:
            raise ValueError(f"a message of {size} bytes; at most {MOST_BYTES} can be sent")
        return self

    @property
    def plain(self) -> str:
        """All of it as text, without the title."""
        return "\n\n".join(part for part in (self.text.strip(), self.link) if part)


def cut(text: str, most: int) -> str:
    """A text that is at most so long; what is left out is shown to be."""
    return text if len(text) <= most else text[: most - 1].rstrip() + "…"

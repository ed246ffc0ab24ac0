"""What a view returns: a template with what stands in it. The web puts the house around it, or sends a part alone."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


class Tone(StrEnum):
    """How a message is meant."""

    GOOD = "good"
    PLAIN = "plain"
    BAD = "bad"


@dataclass(frozen=True)
class Toast:
    """A short message that appears and goes: what was done."""

    text: str
    tone: Tone = Tone.GOOD


@dataclass(frozen=True)
class View:
    """A template and its context, a dataclass with a field for each thing that the template shows."""

    template: str
    context: "DataclassInstance"


@dataclass(frozen=True)
class Page(View):
    """A view that is a page of its own. htmx is sent `block` alone, everybody else the page with the house around it."""

    title: str
    block: str | None = None
    status: int = 200
    headers: tuple[tuple[str, str], ...] = ()
    toast: Toast | None = None

    def __post_init__(self) -> None:
        if not self.title:
            raise ValueError(f"{self.template}: a page has a title, which screen readers read first")


@dataclass(frozen=True)
class Redirect:
    """The answer to a form that did something: another page, which shows the message once."""

    to: str
    toast: Toast | None = None
    headers: tuple[tuple[str, str], ...] = ()


Answer = View | Redirect


def fields_of(view: View) -> dict[str, Any]:
    """The context as a template takes it."""
    return {name: getattr(view.context, name) for name in view.context.__dataclass_fields__}

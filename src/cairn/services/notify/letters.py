"""Letters: what a mail consists of. Text for those who read text, HTML with pictures for the others."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime, parseaddr
from typing import Final

import idna
from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup

from cairn.services.charts import Chart, description_of, table_of
from cairn.services.notify.message import Message, Urgency

_TEMPLATES: Final = Environment(
    loader=PackageLoader("cairn.services.notify"),
    autoescape=select_autoescape(enabled_extensions=("html.jinja",)),
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
)
_WIDTH_OF_PIXELS: Final = 640


@dataclass(frozen=True, slots=True)
class _Picture:
    cid: str
    alt: str
    width: int = _WIDTH_OF_PIXELS


@dataclass(frozen=True, slots=True)
class _ChartInText:
    title: str
    table: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Heading:
    """What stands above a letter. Whoever gets `letter_id` twice knows the second for the same."""

    sender: str
    to: str
    letter_id: str
    at: datetime
    unsubscribe: str | None = None
    """The address where one click, or one request of the mail program, ends such mails."""


def letter_of(message: Message, heading: Heading, *, pictures: Sequence[bytes] = ()) -> EmailMessage:
    """A message as a mail. `pictures` are its charts as PNG."""
    letter = _letter(heading, message.title)
    if message.urgency is Urgency.HIGH:
        letter["Importance"] = "high"
    letter.set_content(_text_of(message, heading))
    shown = [_Picture(f"chart-{place}", description_of(chart)) for place, chart in enumerate(message.charts)]
    letter.add_alternative(_html_of(message, heading, shown), subtype="html")
    [_, html] = letter.iter_parts()
    for picture, content in zip(shown, pictures, strict=True):
        html.add_related(
            content,
            maintype="image",
            subtype="png",
            cid=f"<{picture.cid}>",
            disposition="inline",
            filename=f"{picture.cid}.png",
        )
    return letter


def plain_letter(heading: Heading, *, subject: str, text: str, html: str | None) -> EmailMessage:
    """A mail whose words are its sender's own."""
    letter = _letter(heading, subject)
    letter.set_content(text)
    if html is not None:
        letter.add_alternative(html, subtype="html")
    return letter


def _letter(heading: Heading, subject: str) -> EmailMessage:
    letter = EmailMessage(policy=SMTP)
    letter["From"] = heading.sender
    letter["To"] = as_sent(heading.to)
    letter["Subject"] = " ".join(subject.split())
    letter["Date"] = format_datetime(heading.at)
    domain = parseaddr(heading.sender)[1].rpartition("@")[2] or "localhost"
    letter["Message-ID"] = f"<{heading.letter_id}@{domain}>"
    letter["Auto-Submitted"] = "auto-generated"  # keeps machines from answering
    if heading.unsubscribe is not None:
        letter["List-Unsubscribe"] = f"<{heading.unsubscribe}>"
        letter["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return letter


def as_sent(address: str) -> str:
    """An address as every mail server takes it: its domain in ASCII. The rest of it only its own server can spell."""
    name, _, domain = address.rpartition("@")
    return address if domain.isascii() else f"{name}@{idna.encode(domain, uts46=True).decode()}"


def _text_of(message: Message, heading: Heading) -> str:
    return _TEMPLATES.get_template("mail.txt.jinja").render(
        text=message.text.strip() or message.title,
        link=message.link,
        charts=[_in_text(chart) for chart in message.charts],
        unsubscribe=heading.unsubscribe,
    )


def _html_of(message: Message, heading: Heading, pictures: Sequence[_Picture]) -> str:
    return _TEMPLATES.get_template("mail.html.jinja").render(
        title=message.title,
        paragraphs=[part for part in message.text.strip().split("\n\n") if part.strip()],
        html=None if message.html is None else Markup(message.html),  # noqa: S704 - of a template that escapes
        link=message.link,
        link_says="Open in Cairn",
        pictures=pictures,
        unsubscribe=heading.unsubscribe,
    )


def _in_text(chart: Chart) -> _ChartInText:
    return _ChartInText(chart.title, str(table_of(chart)))

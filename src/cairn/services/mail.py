"""Mails, as they are asked for: a job that is enqueued with what the mail tells of."""

from typing import Final

from pydantic import BaseModel, ConfigDict

from cairn.services.jobs import JobKind


class Mail(BaseModel):
    """One mail to one address. Who can't read `html`, or would rather not, reads `text`."""

    model_config = ConfigDict(frozen=True)

    to: str
    subject: str
    text: str
    html: str | None = None


SEND_MAIL: Final = JobKind("notify.send_mail", Mail)

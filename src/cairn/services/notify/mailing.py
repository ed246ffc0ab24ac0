"""Mails to an address, whether it belongs to an account or not: what `SEND_MAIL` does, and what became of each."""

from contextlib import suppress
from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Final

import structlog

from cairn.services.clock import Clock
from cairn.services.jobs import Run
from cairn.services.mail import Mail
from cairn.services.notify.failures import DeliveryFailed
from cairn.services.notify.letters import Heading, plain_letter
from cairn.services.notify.post import NO_SERVER, Post
from cairn.services.notify.schema import MailRecord, Outcome
from cairn.tables import Action, Tables, put

_log = structlog.get_logger(__name__)
TAKEN: Final = "The mail server took it"
_REMEMBERED: Final = timedelta(days=30)
_WHOLE_REMEMBERED: Final = timedelta(days=7)


class Mailing:
    """Sends mails, and keeps what became of them for the operator."""

    def __init__(self, tables: Tables, clock: Clock, post: Post, *, sender: str) -> None:
        self._tables = tables
        self._clock = clock
        self._post = post
        self.sender = sender

    @property
    def is_open(self) -> bool:
        """Whether there is a server that takes mail."""
        return self._post.is_open

    async def do(self, mail: Mail, run: Run) -> None:
        """The job. What the server refuses for good is told in the record; what it may take later is tried again."""
        heading = Heading(sender=self.sender, to=mail.to, letter_id=str(run.ticket), at=run.enqueued_at)
        letter = plain_letter(heading, subject=mail.subject, text=mail.text, html=mail.html)
        mail_id, mailed_at = str(run.ticket), run.enqueued_at
        outcome, detail = Outcome.SENT, TAKEN
        try:
            await self.send(letter)
        except DeliveryFailed as failed:
            if failed.again:
                await self._tables.write(
                    self._record(letter, Outcome.RETRYING, failed.detail, mail_id, mailed_at)
                )
                raise
            outcome = Outcome.FAILED if self.is_open else Outcome.NOT_SENT
            detail = failed.detail
        await run.complete(self._record(letter, outcome, detail, mail_id, mailed_at))

    async def send(self, letter: EmailMessage) -> None:
        """Has a letter taken, or prints it where nobody takes mail. Raises `DeliveryFailed`."""
        if not self.is_open:
            # A newcomer without a mail server finds here the link that opens their account.
            _log.warning(
                f"mail to {letter['To']} is not sent, as no mail server is set: {letter['Subject']}\n{text_of(letter)}"
            )
        await self._post.send(letter)

    async def hand_over(self, letter: EmailMessage, letter_id: str) -> str:
        """Has a person's letter taken, and says by whom; where nobody does, it is kept. Raises `DeliveryFailed`."""
        if self.is_open:
            await self.send(letter)
            return TAKEN
        with suppress(DeliveryFailed):
            await self.send(letter)
        now = self._clock.now()
        await self._tables.write(self._record(letter, Outcome.NOT_SENT, NO_SERVER, letter_id, now))
        return NO_SERVER

    def _record(
        self, letter: EmailMessage, outcome: Outcome, detail: str, mail_id: str, mailed_at: datetime
    ) -> Action:
        """What became of a mail, in the place of what was known of it before."""
        is_whole = outcome is Outcome.NOT_SENT
        return put(
            MailRecord(
                day=mailed_at.date(),
                mailed_at=mailed_at,
                mail_id=mail_id,
                to=str(letter["To"]),
                subject=str(letter["Subject"]),
                outcome=outcome,
                detail=detail,
                text=text_of(letter) if is_whole else None,
                expires_at=self._clock.now() + (_WHOLE_REMEMBERED if is_whole else _REMEMBERED),
            )
        )

    async def latest(self, most: int = 100) -> list[MailRecord]:
        """What became of the mails of the last days, the newest first."""
        today = self._clock.now().date()
        found: list[MailRecord] = []
        for days in range(_WHOLE_REMEMBERED.days):
            day = MailRecord.of_day(today - timedelta(days))
            found += await self._tables.all(day.first(most - len(found)))
            if len(found) == most:
                break
        return found


def text_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    return "" if body is None else str(body.get_content())

"""Writing the delivery log: what becomes of each message, and telling whoever looks at the log that it goes on."""

from datetime import datetime, timedelta
from typing import Final

from cairn.services.bus import Bus, own_topic
from cairn.services.clock import Clock
from cairn.services.jobs import Run
from cairn.services.notify.message import Message
from cairn.services.notify.schema import Channel, Delivery, Outcome
from cairn.services.telemetry import Metrics
from cairn.tables import Action, put

MESSAGES: Final = "messages"
"""The topic of an account's log."""
_REMEMBERED: Final = timedelta(days=90)


class DeliveryLog:
    """The logs of all accounts, as whoever sends writes them."""

    def __init__(self, clock: Clock, bus: Bus, metrics: Metrics) -> None:
        self._clock = clock
        self._bus = bus
        self._metrics = metrics

    async def tell(self, account_id: str) -> None:
        """Tells the pages of an account that are open. What there is to know stands in the log."""
        await self._bus.publish(own_topic(account_id, MESSAGES), {})

    def entry(self, channel: Channel, message: Message, run: Run, outcome: Outcome, detail: str) -> Action:
        """What became of a message by now; a later attempt takes its place."""
        return self._delivery(
            channel, message, str(run.ticket), run.enqueued_at, outcome, detail, attempts=run.attempt
        )

    def entry_of_now(
        self, channel: Channel, message: Message, delivery_id: str, outcome: Outcome, detail: str
    ) -> Action:
        """What became of a message that no job sends."""
        return self._delivery(channel, message, delivery_id, self._clock.now(), outcome, detail)

    def nowhere(self, account_id: str, message: Message, run: Run) -> Action:
        """That no channel was open for a message."""
        now = self._clock.now()
        return put(
            Delivery(
                account_id=account_id,
                asked_at=run.enqueued_at,
                delivery_id=str(run.ticket),
                channel_name="",
                title=message.title,
                outcome=Outcome.NOT_SENT,
                detail="There is no channel for it that is confirmed and not paused",
                at=now,
                expires_at=now + _REMEMBERED,
            )
        )

    def _delivery(
        self,
        channel: Channel,
        message: Message,
        delivery_id: str,
        asked_at: datetime,
        outcome: Outcome,
        detail: str,
        *,
        attempts: int = 1,
    ) -> Action:
        now = self._clock.now()
        self._metrics.deliveries.labels(channel.kind, outcome).inc()
        return put(
            Delivery(
                account_id=channel.account_id,
                asked_at=asked_at,
                delivery_id=delivery_id,
                channel_id=channel.channel_id,
                channel_name=channel.name,
                kind=channel.kind,
                # A code or a link is told to the channel alone.
                title=message.title
                if channel.confirmed_at is not None
                else "A request to confirm this channel",
                outcome=outcome,
                detail=detail,
                attempts=attempts,
                at=now,
                expires_at=now + _REMEMBERED,
            )
        )

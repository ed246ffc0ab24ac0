"""Sending: from a message in somebody's transaction to a job for each channel, and what becomes of each.

`send` gives one action. Its job spreads the message over the channels in one transaction with the note that this
message is known; each channel's job hands it over, and ends in one transaction with its entry in the delivery log.
"""

import asyncio
import hashlib
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final
from uuid import uuid4

from pydantic import BaseModel, ConfigDict

from cairn.services.charts import png_of
from cairn.services.clock import Clock
from cairn.services.jobs import JobKind, Jobs, Postpone, Run
from cairn.services.notify.couriers import Means, Parcel, deliver
from cairn.services.notify.day_limits import DayLimits
from cairn.services.notify.delivery_log import DeliveryLog
from cairn.services.notify.failures import DeliveryFailed
from cairn.services.notify.letters import Heading, letter_of
from cairn.services.notify.mailing import Mailing
from cairn.services.notify.message import Message
from cairn.services.notify.schema import Channel, Known, Outcome
from cairn.services.notify.targets import EmailTarget
from cairn.services.notify.unsubscribing import Unsubscribing
from cairn.tables import Action, ConditionFailedError, Tables, attribute, create, update

_MESSAGES_REMEMBERED: Final = timedelta(days=14)
_TRIED_FOR: Final = timedelta(days=1)
_FAILURES_UNTIL_PAUSE: Final = 3


class Announcement(BaseModel):
    """A message for some of an account's channels; None is all of them."""

    model_config = ConfigDict(frozen=True)

    account_id: str
    message: Message
    key: str
    channel_ids: tuple[str, ...] | None = None
    except_for: str | None = None


class Order(BaseModel):
    """A message for one channel."""

    model_config = ConfigDict(frozen=True)

    account_id: str
    channel_id: str
    message: Message
    asks_to_confirm: bool = False


SPREAD: Final = JobKind("notify.spread", Announcement)
DELIVER: Final = JobKind("notify.deliver", Order, attempts=8, lease=timedelta(minutes=3))


class Sending:
    """Brings messages to people."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        *,
        means: Means,
        mailing: Mailing,
        unsubscribing: Unsubscribing,
        limits: DayLimits,
        log: DeliveryLog,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._means = means
        self._mailing = mailing
        self._unsubscribing = unsubscribing
        self._limits = limits
        self._log = log

    def send(
        self,
        account_id: str,
        message: Message,
        *,
        key: str,
        channels: Sequence[str] | None = None,
        except_for: str | None = None,
        at: datetime | None = None,
    ) -> Action:
        """A message for the caller's transaction. The same `key` again, within two weeks, is the same message."""
        announcement = Announcement(
            account_id=account_id,
            message=message,
            key=key,
            channel_ids=None if channels is None else tuple(channels),
            except_for=except_for,
        )
        return self._jobs.enqueue(SPREAD, announcement, key=f"{account_id} {key}", at=at)

    def to_unconfirmed(self, channel: Channel, message: Message) -> Action:
        """A message that asks whether messages are wanted at all."""
        order = Order(
            account_id=channel.account_id,
            channel_id=channel.channel_id,
            message=message,
            asks_to_confirm=True,
        )
        return self._jobs.enqueue(DELIVER, order, key=f"{channel.channel_id} confirm")

    async def spread(self, announcement: Announcement, run: Run) -> None:
        """The job of `send`."""
        channels = await self._tables.all(Channel.of_account(announcement.account_id))
        wanted = announcement.channel_ids
        chosen = [
            channel
            for channel in channels
            if channel.is_open
            and (wanted is None or channel.channel_id in wanted)
            and channel.channel_id != announcement.except_for
        ]
        orders = [
            self._jobs.enqueue(
                DELIVER,
                Order(
                    account_id=channel.account_id,
                    channel_id=channel.channel_id,
                    message=announcement.message,
                ),
                key=f"{channel.channel_id} {run.ticket}",
            )
            for channel in chosen
        ]
        known = Known(
            account_id=announcement.account_id,
            message_key=hashlib.sha256(announcement.key.encode()).hexdigest()[:32],
            expires_at=self._clock.now() + _MESSAGES_REMEMBERED,
        )
        if not chosen:
            orders = [self._log.nowhere(announcement.account_id, announcement.message, run)]
        try:
            await run.complete(create(known), *orders)
        except ConditionFailedError:
            return  # this message was sent before
        if not chosen:
            await self._log.tell(announcement.account_id)

    async def deliver(self, order: Order, run: Run) -> None:
        """The job of one channel."""
        try:
            await self._deliver(order, run)
        finally:
            await self._log.tell(order.account_id)

    async def _deliver(self, order: Order, run: Run) -> None:
        channel = await self._tables.get(Channel.with_id(order.account_id, order.channel_id), consistent=True)
        if channel is None or not (channel.is_open or (order.asks_to_confirm and channel.paused_at is None)):
            return  # it was removed or paused since
        if run.state is None:
            refusal = await self._limits.use(order.account_id)
            if refusal is not None:
                await run.complete(self._log.entry(channel, order.message, run, Outcome.NOT_SENT, refusal))
                return
        try:
            said = await self._hand_over(channel, order.message, str(run.ticket))
        except DeliveryFailed as failed:
            await self._failed(channel, order.message, failed, run)
            return
        outcome = Outcome.NOT_SENT if self._is_kept(channel) else Outcome.SENT
        await run.complete(self._log.entry(channel, order.message, run, outcome, said))
        if channel.failures:
            await self._forget_failures(channel)

    async def send_now(self, channel: Channel, message: Message) -> tuple[bool, str]:
        """Sends at once, and says how that went. It stands in the delivery log like any other message."""
        refusal = await self._limits.use(channel.account_id)
        if refusal is not None:
            return False, refusal
        delivery_id = str(uuid4())
        outcome, said = Outcome.SENT, ""
        try:
            said = await self._hand_over(channel, message, delivery_id)
        except DeliveryFailed as failed:
            outcome, said = Outcome.FAILED, failed.detail
        if outcome is Outcome.SENT and self._is_kept(channel):
            outcome = Outcome.NOT_SENT
        await self._tables.write(self._log.entry_of_now(channel, message, delivery_id, outcome, said))
        await self._log.tell(channel.account_id)
        return outcome is Outcome.SENT, said

    async def _hand_over(self, channel: Channel, message: Message, delivery_id: str) -> str:
        """Has a message taken at the end of a channel, and says by whom. Raises `DeliveryFailed`."""
        target = channel.target
        pictures = tuple([await asyncio.to_thread(png_of, chart) for chart in message.charts])
        if isinstance(target, EmailTarget):
            heading = Heading(
                sender=self._mailing.sender,
                to=target.address,
                letter_id=delivery_id,
                at=self._clock.now(),
                unsubscribe=None if channel.confirmed_at is None else self._unsubscribing.link(channel),
            )
            letter = letter_of(message, heading, pictures=pictures)
            return await self._mailing.hand_over(letter, delivery_id)
        parcel = Parcel(message=message, delivery_id=delivery_id, now=self._clock.now(), pictures=pictures)
        await deliver(target, parcel, self._means)
        return "The service took it"

    def _is_kept(self, channel: Channel) -> bool:
        """Whether what goes to a channel goes nowhere, and is kept for the operator instead."""
        return isinstance(channel.target, EmailTarget) and not self._mailing.is_open

    async def _failed(self, channel: Channel, message: Message, failed: DeliveryFailed, run: Run) -> None:
        now = self._clock.now()
        is_worth_it = run.attempt < DELIVER.attempts and now - run.enqueued_at < _TRIED_FOR
        if failed.again and is_worth_it:
            await self._tables.write(
                self._log.entry(
                    channel, message, run, Outcome.RETRYING, f"{failed.detail}. It is tried again"
                )
            )
            await run.save({"counted": True})
            if failed.after is not None:
                raise Postpone(now + failed.after) from failed
            raise failed
        await run.complete(self._log.entry(channel, message, run, Outcome.FAILED, failed.detail))
        if not failed.again:
            await self._count_failure(channel, failed)

    async def _count_failure(self, channel: Channel, failed: DeliveryFailed) -> None:
        """Counts what no attempt could mend. A channel that fails so again and again is paused, and that is told."""
        with suppress(ConditionFailedError):  # it was removed at this moment
            channel = await self._tables.update(channel, attribute(Channel.failures).add(1))
            if channel.failures < _FAILURES_UNTIL_PAUSE or channel.paused_at is not None:
                return
            now = self._clock.now()
            because = f"{channel.failures} messages in a row could not be delivered. {failed.detail}"
            await self._tables.write(
                update(
                    channel,
                    attribute(Channel.paused_at).set(now),
                    attribute(Channel.paused_because).set(because),
                    when=attribute(Channel.paused_at).missing(),
                ),
                self.send(
                    channel.account_id,
                    Message(
                        title=f"Your channel “{channel.name}” is paused",
                        text=f"{because}.\n\nMend it and resume it among your channels, or remove it.",
                    ),
                    key=f"paused {channel.channel_id} {now.isoformat()}",
                    except_for=channel.channel_id,
                ),
            )

    async def _forget_failures(self, channel: Channel) -> None:
        with suppress(ConditionFailedError):
            await self._tables.write(update(channel, attribute(Channel.failures).set(0)))

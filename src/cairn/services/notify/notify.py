"""All that can be done with messages, by subject: `notify.channels.add(…)`, `notify.send(…)`."""

import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from cairn.services.bus import Bus
from cairn.services.clock import Clock
from cairn.services.jobs import JobHandler, Jobs
from cairn.services.mail import SEND_MAIL
from cairn.services.notify.channels import Channels
from cairn.services.notify.confirming import Confirming
from cairn.services.notify.couriers import Gateways, Means
from cairn.services.notify.couriers.sms import Gateway as SmsGateway
from cairn.services.notify.day_limits import DayLimits
from cairn.services.notify.deliveries import Deliveries
from cairn.services.notify.delivery_log import DeliveryLog
from cairn.services.notify.mailing import Mailing
from cairn.services.notify.message import Message
from cairn.services.notify.post import MailServer, Post
from cairn.services.notify.sending import DELIVER, SPREAD, Sending
from cairn.services.notify.unsubscribing import Unsubscribing
from cairn.services.outbound import AddressPolicy, Outbound
from cairn.services.secret_keys import SecretKeys
from cairn.services.settings import Settings
from cairn.services.telemetry import Metrics
from cairn.tables import Action, Tables


@dataclass(frozen=True, kw_only=True, slots=True)
class Notify:
    """The messages of an installation."""

    channels: Channels
    deliveries: Deliveries
    limits: DayLimits
    mailing: Mailing
    unsubscribing: Unsubscribing
    sending: Sending

    def send(
        self,
        account_id: str,
        message: Message,
        *,
        key: str,
        channels: Sequence[str] | None = None,
        at: datetime | None = None,
    ) -> Action:
        """A message for the caller's transaction, to all channels of an account or to some, by their ids.

        The same `key` again, within two weeks, is the same message, and is not sent again. With `at`, it waits until then.
        """
        return self.sending.send(account_id, message, key=key, channels=channels, at=at)

    @property
    def handlers(self) -> tuple[JobHandler[Any], ...]:
        """What a worker does of it."""
        return (
            JobHandler(SPREAD, self.sending.spread),
            JobHandler(DELIVER, self.sending.deliver),
            JobHandler(SEND_MAIL, self.mailing.do, at_once=4),
        )


def open_notify(
    tables: Tables,
    jobs: Jobs,
    *,
    clock: Clock,
    keys: SecretKeys,
    settings: Settings,
    outbound: Outbound,
    policy: AddressPolicy,
    bus: Bus,
    metrics: Metrics,
    gateways: Gateways | None = None,
    trust: ssl.SSLContext | None = None,
    new_code: Callable[[], str] | None = None,
) -> Notify:
    """The messages, put together. Raises `SettingsError` for a mail server or a gateway that can't be one."""
    server = None if settings.mail is None else MailServer.of(settings.mail)
    if settings.sms_gateway is not None:
        SmsGateway.of(settings.sms_gateway)
    means = Means(
        outbound=outbound,
        policy=policy,
        sms_gateway=settings.sms_gateway,
        gateways=gateways or Gateways(),
    )
    public_url = settings.address
    mailing = Mailing(tables, clock, Post(server, trust=trust), sender=settings.mail_from)
    unsubscribing = Unsubscribing(tables, clock, keys=keys, public_url=public_url)
    limits = DayLimits(tables, clock, most=settings.messages_a_day)
    sending = Sending(
        tables,
        jobs,
        clock,
        means=means,
        mailing=mailing,
        unsubscribing=unsubscribing,
        limits=limits,
        log=DeliveryLog(clock, bus, metrics),
    )
    confirming = Confirming(
        tables,
        sending,
        clock=clock,
        keys=keys,
        public_url=public_url,
        **({} if new_code is None else {"new_code": new_code}),
    )
    return Notify(
        channels=Channels(tables, sending, confirming, clock=clock, means=means, limits=limits),
        deliveries=Deliveries(tables),
        limits=limits,
        mailing=mailing,
        unsubscribing=unsubscribing,
        sending=sending,
    )

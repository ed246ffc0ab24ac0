"""What couriers work with, and where the services are that messages go to."""

import asyncio
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from cairn.services.notify.message import Message
from cairn.services.outbound import AddressPolicy, Outbound

_PROCESSES: Final = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Gateways:
    """Where the services are. A channel to one of them leads to its own hosts and nowhere else."""

    discord: tuple[str, ...] = (
        "https://discord.com",
        "https://discordapp.com",
        "https://ptb.discord.com",
        "https://canary.discord.com",
    )
    slack: tuple[str, ...] = ("https://hooks.slack.com", "https://hooks.slack-gov.com")
    telegram: str = "https://api.telegram.org"


@dataclass(frozen=True, kw_only=True, slots=True)
class Means:
    """The means of every courier. `sms_gateway` is what the operator's setting says."""

    outbound: Outbound
    policy: AddressPolicy
    sms_gateway: str | None = None
    gateways: Gateways = field(default_factory=Gateways)
    processes: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(_PROCESSES))
    """Turns for messages that need a process of their own."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Parcel:
    """A message on its way. Who sees `delivery_id` again has had the message before."""

    message: Message
    delivery_id: str
    now: datetime
    pictures: tuple[bytes, ...] = ()
    """Its charts as PNG."""

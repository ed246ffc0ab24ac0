"""Messages to people, wherever they want them."""

from cairn.services.mail import SEND_MAIL, Mail
from cairn.services.notify.channels import AddedChannel, ChannelListed, Tested
from cairn.services.notify.couriers import Gateways
from cairn.services.notify.deliveries import DeliveryListed
from cairn.services.notify.message import Message, Urgency
from cairn.services.notify.notify import Notify, open_notify
from cairn.services.notify.part import PART
from cairn.services.notify.schema import MailRecord, Outcome
from cairn.services.notify.targets import (
    AnyTarget,
    AppriseTarget,
    ChannelKind,
    DiscordTarget,
    EmailTarget,
    NtfyTarget,
    SlackTarget,
    SmsTarget,
    Target,
    TelegramTarget,
    WebhookTarget,
)

__all__ = [
    "PART",
    "SEND_MAIL",
    "AddedChannel",
    "AnyTarget",
    "AppriseTarget",
    "ChannelKind",
    "ChannelListed",
    "DeliveryListed",
    "DiscordTarget",
    "EmailTarget",
    "Gateways",
    "Mail",
    "MailRecord",
    "Message",
    "Notify",
    "NtfyTarget",
    "Outcome",
    "SlackTarget",
    "SmsTarget",
    "Target",
    "TelegramTarget",
    "Tested",
    "Urgency",
    "WebhookTarget",
    "open_notify",
]

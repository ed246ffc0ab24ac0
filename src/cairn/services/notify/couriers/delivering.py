"""Choosing the courier by where a channel leads."""

from cairn.services.notify.couriers import apprise, discord, ntfy, slack, sms, telegram, webhook
from cairn.services.notify.couriers.means import Means, Parcel
from cairn.services.notify.targets import (
    AppriseTarget,
    DiscordTarget,
    NtfyTarget,
    SlackTarget,
    SmsTarget,
    TelegramTarget,
    WebhookTarget,
)

Delivered = (
    SmsTarget | DiscordTarget | TelegramTarget | SlackTarget | NtfyTarget | WebhookTarget | AppriseTarget
)


async def deliver(target: Delivered, parcel: Parcel, means: Means) -> None:
    """Has a message taken by the service at the end of a channel. Raises `DeliveryFailed` when it is not."""
    match target:
        case DiscordTarget():
            await discord.deliver(target, parcel, means)
        case SlackTarget():
            await slack.deliver(target, parcel, means)
        case TelegramTarget():
            await telegram.deliver(target, parcel, means)
        case NtfyTarget():
            await ntfy.deliver(target, parcel, means)
        case WebhookTarget():
            await webhook.deliver(target, parcel, means)
        case SmsTarget():
            await sms.deliver(target, parcel, means)
        case AppriseTarget():
            await apprise.deliver(target, parcel, means)

"""Whether a channel can lead where a person says. Refused is what could never work, and what leads elsewhere."""

import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from cairn.services.accounts.email_addresses import checked_email
from cairn.services.notify.couriers import Means
from cairn.services.notify.couriers.apprise import service_of
from cairn.services.notify.couriers.webhook import new_secret
from cairn.services.notify.failures import DeliveryFailed
from cairn.services.notify.targets import (
    AppriseTarget,
    DiscordTarget,
    EmailTarget,
    NtfyTarget,
    SlackTarget,
    SmsTarget,
    Target,
    TelegramTarget,
    WebhookTarget,
)
from cairn.services.outbound import OutboundError
from cairn.services.outbound import target_of as target_of_url
from cairn.services.problems import InvalidInput

_NUMBER: Final = re.compile(r"\+[1-9][0-9]{6,14}")
_DISCORD_PATH: Final = re.compile(r"/api(/v\d+)?/webhooks/\d+/[\w-]+")
_SLACK_PATH: Final = re.compile(r"/(services|workflows|triggers)/[\w/-]+")
_BOT_TOKEN: Final = re.compile(r"\d{3,}:[A-Za-z0-9_-]{10,}")
_CHAT: Final = re.compile(r"-?\d{1,20}|@\w{4,}")
_TOPIC: Final = re.compile(r"/[A-Za-z0-9_-]{1,64}")
_ASCII: Final = re.compile(r"[\x21-\x7e]+")


async def checked(target: Target, means: Means) -> Target:
    """The target in its one spelling. Raises `InvalidInput` that names the field."""
    match target:
        case EmailTarget():
            return EmailTarget(address=checked_email(target.address, field="address"))
        case SmsTarget():
            return SmsTarget(number=_number(target.number, means))
        case DiscordTarget():
            return DiscordTarget(
                url=_of_service(
                    target.url, means.gateways.discord, _DISCORD_PATH, "Discord", "Edit channel, Integrations"
                )
            )
        case SlackTarget():
            return SlackTarget(
                url=_of_service(
                    target.url, means.gateways.slack, _SLACK_PATH, "Slack", "Incoming Webhooks of an app"
                )
            )
        case TelegramTarget():
            return _telegram(target)
        case NtfyTarget():
            return _ntfy(target)
        case WebhookTarget():
            # Whoever could choose the secret would sign with one that is known elsewhere.
            return WebhookTarget(url=_url(target.url), secret=new_secret())
        case AppriseTarget():
            return await _apprise(target, means)


def _number(written: str, means: Means) -> str:
    number = re.sub(r"[\s()./-]", "", written)
    if means.sms_gateway is None:
        raise InvalidInput.of("kind", "this installation sends no text messages; ask its operator for them")
    if not _NUMBER.fullmatch(number):
        raise InvalidInput.of("number", "write it with a plus and the country: +491701234567")
    return number


def _url(written: str) -> str:
    try:
        return target_of_url(written).url
    except OutboundError as fault:
        raise InvalidInput.of("url", str(fault)) from fault


def _of_service(written: str, places: Sequence[str], path: re.Pattern[str], service: str, where: str) -> str:
    """The address of a webhook at a service's own hosts, without what was added to it."""
    parts = urlsplit(_url(written))
    if f"{parts.scheme}://{parts.netloc}" not in places or not path.fullmatch(parts.path):
        raise InvalidInput.of("url", f"is no webhook of {service}; copy it whole from there ({where})")
    return f"{parts.scheme}://{parts.netloc}{parts.path}"


def _telegram(target: TelegramTarget) -> TelegramTarget:
    if not _BOT_TOKEN.fullmatch(target.bot_token):
        raise InvalidInput.of("bot_token", "is not as @BotFather gives them: 123456:ABC-DEF…")
    if not _CHAT.fullmatch(target.chat_id):
        raise InvalidInput.of("chat_id", "is a number such as 123456789, or @name of a channel")
    return target


def _ntfy(target: NtfyTarget) -> NtfyTarget:
    parts = urlsplit(_url(target.url))
    if not _TOPIC.fullmatch(parts.path) or parts.query:
        raise InvalidInput.of(
            "url", "is the address of a topic, such as https://ntfy.sh/a-name-that-nobody-guesses"
        )
    if target.token is not None and not _ASCII.fullmatch(target.token):
        raise InvalidInput.of("token", "is not as ntfy gives them: tk_…")
    return NtfyTarget(url=f"{parts.scheme}://{parts.netloc}{parts.path}", token=target.token)


async def _apprise(target: AppriseTarget, means: Means) -> AppriseTarget:
    try:
        service = await service_of(target.url, means)
    except DeliveryFailed as fault:
        raise InvalidInput.of("url", fault.detail) from fault
    if service is None:
        raise InvalidInput.of("url", "is not an address that Apprise knows, such as pover://user@token")
    return target

"""Telegram: a bot that writes into a chat. https://core.telegram.org/bots/api"""

from datetime import timedelta
from html import escape
from typing import Any, Final

from cairn.services.notify.couriers.asking import as_json, ask, members_of, multipart, require_taken
from cairn.services.notify.couriers.means import Means, Parcel
from cairn.services.notify.failures import DeliveryFailed
from cairn.services.notify.message import Message, Urgency, cut
from cairn.services.notify.targets import TelegramTarget
from cairn.services.outbound import Answer

_MOST: Final = 3900
_MEANINGS: Final = {401: "the bot's token is not right, or was revoked"}


async def deliver(target: TelegramTarget, parcel: Parcel, means: Means) -> None:
    quiet = parcel.message.urgency is Urgency.LOW
    common: dict[str, Any] = {"chat_id": target.chat_id, "disable_notification": quiet}
    base = f"{means.gateways.telegram}/bot{target.bot_token}"
    written = {**common, "text": _text(parcel.message), "parse_mode": "HTML"}
    await _ask(means, f"{base}/sendMessage", parcel, content_type="application/json", body=as_json(written))
    for place, picture in enumerate(parcel.pictures):
        content_type, body = multipart(
            {"chat_id": target.chat_id, "disable_notification": "true"},
            [("photo", f"chart-{place}.png", picture)],
            boundary=parcel.delivery_id,
        )
        await _ask(means, f"{base}/sendPhoto", parcel, content_type=content_type, body=body)


async def _ask(means: Means, url: str, parcel: Parcel, *, content_type: str, body: bytes) -> None:
    answer = await ask(means.outbound, url, who="Telegram", headers={"content-type": content_type}, body=body)
    try:
        require_taken(answer, who="Telegram", now=parcel.now, meanings=_MEANINGS, said=_said(answer))
    except DeliveryFailed as failed:
        wait = members_of(answer).get("parameters", {}).get("retry_after")
        if failed.again and isinstance(wait, int):
            raise DeliveryFailed(failed.detail, again=True, after=timedelta(seconds=wait)) from failed
        raise


def _said(answer: Answer) -> str | None:
    """`Forbidden: bot was blocked by the user`, in the words that are new after its status."""
    told = members_of(answer).get("description")
    return told.partition(": ")[2] or told if isinstance(told, str) else None


def _text(message: Message) -> str:
    parts = [f"<b>{escape(message.title)}</b>", escape(cut(message.text.strip(), _MOST - len(message.title)))]
    if message.link is not None:
        parts.append(escape(message.link))
    return "\n\n".join(part for part in parts if part)

"""Webhooks: JSON to an address of the person's own, signed as https://www.standardwebhooks.com says."""

import base64
import binascii
import hmac
import secrets
from datetime import datetime
from typing import Any, Final

from cairn.services.notify.couriers.asking import as_json, ask, require_taken
from cairn.services.notify.couriers.means import Means, Parcel
from cairn.services.notify.targets import WebhookTarget

PREFIX: Final = "whsec_"
_SECRET_BYTES: Final = 32
_GONE: Final = {410: "it wants no more messages"}


def new_secret() -> str:
    return PREFIX + base64.b64encode(secrets.token_bytes(_SECRET_BYTES)).decode()


async def deliver(target: WebhookTarget, parcel: Parcel, means: Means) -> None:
    body = as_json(_content(parcel))
    answer = await ask(
        means.outbound,
        target.url,
        who="The webhook",
        headers={
            "content-type": "application/json",
            "user-agent": "Cairn-Webhook/1",
            "webhook-id": parcel.delivery_id,
            "webhook-timestamp": str(_seconds(parcel.now)),
            "webhook-signature": signature(target.secret, parcel.delivery_id, parcel.now, body),
        },
        body=body,
    )
    require_taken(answer, who="The webhook", now=parcel.now, meanings=_GONE)


def signature(secret: str, delivery_id: str, moment: datetime, body: bytes) -> str:
    """The signature of a message: of its id, the moment at which it is sent, and its body."""
    signed = f"{delivery_id}.{_seconds(moment)}.".encode() + body
    try:
        key = base64.b64decode(secret.removeprefix(PREFIX))
    except binascii.Error as fault:
        raise ValueError("the secret of a webhook is whsec_ and base64") from fault
    return "v1," + base64.b64encode(hmac.digest(key, signed, "sha256")).decode()


def _content(parcel: Parcel) -> dict[str, Any]:
    message = parcel.message
    return {
        "type": "message",
        "timestamp": parcel.now.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "data": {
            "title": message.title,
            "text": message.text,
            "link": message.link,
            "urgency": message.urgency,
            "charts": [chart.model_dump(mode="json") for chart in message.charts],
        },
    }


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())

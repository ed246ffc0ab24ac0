"""ntfy: a topic at ntfy.sh or at a server of one's own. https://docs.ntfy.sh/publish/"""

from email.header import Header
from typing import Final
from urllib.parse import urlsplit

from cairn.services.notify.couriers.asking import as_json, ask, require_taken
from cairn.services.notify.couriers.means import Means, Parcel
from cairn.services.notify.message import Urgency, cut
from cairn.services.notify.targets import NtfyTarget

_PRIORITIES: Final = {Urgency.LOW: 2, Urgency.NORMAL: 3, Urgency.HIGH: 5}
_MEANINGS: Final = {
    401: "the server wants a token, and not this one",
    403: "this token may not write to the topic",
    404: "there is no such topic",
}
_MOST: Final = 3900  # of 4096 bytes, after which the server makes an attachment of the text


async def deliver(target: NtfyTarget, parcel: Parcel, means: Means) -> None:
    """The text with a chart as its picture; further charts as messages of their own."""
    message = parcel.message
    authorization = {} if target.token is None else {"authorization": f"Bearer {target.token}"}
    text = message.text.encode()[:_MOST].decode(errors="ignore") or message.title
    parts = urlsplit(target.url)
    told: dict[str, str | int] = {
        "topic": parts.path.strip("/"),
        "title": message.title,
        "message": text,
        "priority": _PRIORITIES[message.urgency],
    }
    if message.link is not None:
        told["click"] = message.link
    answer = await ask(
        means.outbound,
        f"{parts.scheme}://{parts.netloc}/",
        who="ntfy",
        headers={"content-type": "application/json", **authorization},
        body=as_json(told),
    )
    require_taken(answer, who="ntfy", now=parcel.now, meanings=_MEANINGS)
    for chart, picture in zip(message.charts, parcel.pictures, strict=True):
        answer = await ask(
            means.outbound,
            target.url,
            who="ntfy",
            method="PUT",
            headers={
                "title": Header(cut(chart.title, 100), "utf-8", maxlinelen=1000).encode(),
                "filename": "chart.png",
                "priority": "2",
                **authorization,
            },
            body=picture,
        )
        require_taken(answer, who="ntfy", now=parcel.now, meanings=_MEANINGS)

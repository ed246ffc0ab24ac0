"""Discord: a webhook of a channel. https://docs.discord.com/developers/resources/webhook"""

from datetime import timedelta
from typing import Any, Final

from cairn.services.notify.couriers.asking import as_json, ask, members_of, multipart, require_taken
from cairn.services.notify.couriers.means import Means, Parcel
from cairn.services.notify.failures import DeliveryFailed
from cairn.services.notify.message import Urgency, cut
from cairn.services.notify.targets import DiscordTarget

_COLOURS: Final = {Urgency.LOW: 0x7A8794, Urgency.NORMAL: 0x0072B2, Urgency.HIGH: 0xC62828}
_MEANINGS: Final = {
    401: "the webhook's token is not right",
    403: "the webhook may not write there",
    404: "the webhook was deleted",
}


async def deliver(target: DiscordTarget, parcel: Parcel, means: Means) -> None:
    message = parcel.message
    embed: dict[str, Any] = {
        "title": cut(message.title, 256),
        "description": cut(message.text, 4000),
        "color": _COLOURS[message.urgency],
    }
    if message.link is not None:
        embed["url"] = message.link
    embeds = [embed]
    for place in range(len(parcel.pictures)):
        # A message shows a picture an embed.
        holder = embed if place == 0 else {}
        holder["image"] = {"url": f"attachment://chart-{place}.png"}
        if place:
            embeds.append(holder)
    # What people wrote calls nobody: no @everyone.
    body: dict[str, Any] = {"embeds": embeds, "allowed_mentions": {"parse": []}}
    content_type, content = "application/json", as_json(body)
    if parcel.pictures:
        content_type, content = multipart(
            {"payload_json": as_json(body).decode()},
            [
                (f"files[{place}]", f"chart-{place}.png", picture)
                for place, picture in enumerate(parcel.pictures)
            ],
            boundary=parcel.delivery_id,
        )
    answer = await ask(
        means.outbound,
        f"{target.url}?wait=true",
        who="Discord",
        headers={"content-type": content_type},
        body=content,
    )
    try:
        require_taken(answer, who="Discord", now=parcel.now, meanings=_MEANINGS)
    except DeliveryFailed as failed:
        wait = members_of(answer).get("retry_after")
        if failed.after is None and failed.again and isinstance(wait, int | float):
            raise DeliveryFailed(failed.detail, again=True, after=timedelta(seconds=wait)) from failed
        raise

"""Slack: an incoming webhook. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks

A webhook takes no pictures: a chart is told in its words.
"""

from typing import Any, Final

from cairn.services.charts import description_of
from cairn.services.notify.couriers.asking import as_json, ask, require_taken
from cairn.services.notify.couriers.means import Means, Parcel
from cairn.services.notify.message import cut
from cairn.services.notify.targets import SlackTarget

_MEANINGS: Final = {
    403: "the webhook may not write there",
    404: "the webhook, or its channel, was deleted",
    410: "the channel was archived",
}


async def deliver(target: SlackTarget, parcel: Parcel, means: Means) -> None:
    message = parcel.message
    blocks: list[dict[str, Any]] = [
        {"type": "header", "text": {"type": "plain_text", "text": cut(message.title, 150)}}
    ]
    texts = [message.text, *(f"{chart.title}: {description_of(chart)}" for chart in message.charts)]
    blocks += [
        {"type": "section", "text": {"type": "mrkdwn", "text": cut(escaped(text), 3000)}}
        for text in texts
        if text.strip()
    ]
    if message.link is not None:
        # A link and not a button: a button tells Slack of a click, for which it wants an answer.
        blocks.append({"type": "section", "text": {"type": "mrkdwn", "text": f"<{escaped(message.link)}>"}})
    body = {"text": cut(escaped(f"{message.title}: {message.text}"), 3000), "blocks": blocks}
    answer = await ask(
        means.outbound,
        target.url,
        who="Slack",
        headers={"content-type": "application/json"},
        body=as_json(body),
    )
    require_taken(answer, who="Slack", now=parcel.now, meanings=_MEANINGS)


def escaped(text: str) -> str:
    """Text that calls nobody and links nowhere: `<!channel>` is shown as it is written."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")

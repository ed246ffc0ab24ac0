"""Each service is asked as it publishes, and what it answers is told in words."""

import asyncio
import base64
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from cairn.services.charts import Chart, ChartKind, Series
from cairn.services.notify import (
    DiscordTarget,
    NtfyTarget,
    SlackTarget,
    SmsTarget,
    TelegramTarget,
    Urgency,
    WebhookTarget,
)
from cairn.services.notify import Message as Told
from cairn.services.notify.couriers import Gateways
from tests.services.notify.cast import ADA, HELLO, NOON, Office, opened_office
from tests.services.outbound.servers import Answering, Asked, Listening, answer, listening

CHART = Chart(
    kind=ChartKind.LINE,
    title="Weight",
    labels=("Mon", "Tue"),
    series=(Series(name="Ada", values=(82, 81)),),
    unit="kg",
)
WITH_CHART = Told(title="Your week", text="Down by a kilogram.", charts=(CHART,), urgency=Urgency.HIGH)
PNG = b"\x89PNG\r\n\x1a\n"


def says(status: str, body: object = None, *headers: str) -> Answering:
    return answer(status, "Content-Type: application/json", *headers, body=json.dumps(body).encode())


def form_of(asked: Asked) -> dict[str, Message]:
    """The parts of a multipart form, by their names."""
    head = f"Content-Type: {asked.headers['content-type']}\r\n\r\n".encode()
    form = message_from_bytes(head + asked.body)
    return {str(part.get_param("name", header="content-disposition")): part for part in form.walk()}


def content_of(part: Message) -> bytes:
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


@asynccontextmanager
async def office_with(answering: Answering, folder: Path) -> AsyncIterator[tuple[Office, Listening]]:
    """An office for which every service is one server."""
    async with listening(answering) as server:
        gateways = Gateways(discord=(server.url,), slack=(server.url,), telegram=server.url)
        gateway = f"http://AC1:token@{server.host}:{server.port}/?From=+15005550006"
        async with opened_office(folder, gateways=gateways, CAIRN_SMS_GATEWAY=gateway) as office:
            yield office, server


def discord(server: Listening) -> DiscordTarget:
    return DiscordTarget(url=f"{server.url}/api/webhooks/123/abc?thread_id=5")


async def test_discord_is_sent_an_embed_that_calls_nobody(tmp_path: Path) -> None:
    async with office_with(says("200 OK", {}), tmp_path) as (office, server):
        await office.add(discord(server))
        await office.send()
        [asked] = server.asked
        assert asked.line == "POST /api/webhooks/123/abc?wait=true HTTP/1.1"
        assert json.loads(asked.body) == {
            "embeds": [
                {
                    "title": HELLO.title,
                    "description": HELLO.text,
                    "color": 0x0072B2,
                    "url": HELLO.link,
                }
            ],
            "allowed_mentions": {"parse": []},
        }


async def test_discord_shows_a_chart(tmp_path: Path) -> None:
    async with office_with(says("200 OK", {}), tmp_path) as (office, server):
        await office.add(discord(server))
        await office.send(WITH_CHART)
        form = form_of(server.asked[0])
        [embed] = json.loads(content_of(form["payload_json"]))["embeds"]
        assert embed["image"] == {"url": "attachment://chart-0.png"}
        picture = form["files[0]"]
        assert (picture.get_content_type(), picture.get_filename()) == ("image/png", "chart-0.png")
        assert content_of(picture).startswith(PNG)


async def test_slack_is_sent_blocks_with_the_chart_in_words(tmp_path: Path) -> None:
    async with office_with(answer("200 OK", body=b"ok"), tmp_path) as (office, server):
        await office.add(SlackTarget(url=f"{server.url}/services/T1/B1/secret"))
        await office.send(WITH_CHART.model_copy(update={"text": "<!channel> & all", "link": HELLO.link}))
        [asked] = server.asked
        assert asked.line == "POST /services/T1/B1/secret HTTP/1.1"
        assert json.loads(asked.body)["blocks"] == [
            {"type": "header", "text": {"type": "plain_text", "text": "Your week"}},
            {"type": "section", "text": {"type": "mrkdwn", "text": "&lt;!channel&gt; &amp; all"}},
            {
                "type": "section",
                "text": {
                    "type": "mrkdwn",
                    "text": "Weight: Ada: from 82 kg (Mon) to 81 kg (Tue); lowest 81 kg, highest 82 kg.",
                },
            },
            {"type": "section", "text": {"type": "mrkdwn", "text": f"<{HELLO.link}>"}},
        ]


async def test_telegram_is_sent_a_text_and_a_photo(tmp_path: Path) -> None:
    async with office_with(says("200 OK", {"ok": True, "result": {}}), tmp_path) as (office, server):
        await office.add(TelegramTarget(bot_token="123456:ABC-secret", chat_id="-1009"))
        await office.send(WITH_CHART.model_copy(update={"text": "1 < 2"}))
        text, photo = server.asked
        assert text.line == "POST /bot123456:ABC-secret/sendMessage HTTP/1.1"
        assert json.loads(text.body) == {
            "chat_id": "-1009",
            "disable_notification": False,
            "text": "<b>Your week</b>\n\n1 &lt; 2",
            "parse_mode": "HTML",
        }
        assert photo.line == "POST /bot123456:ABC-secret/sendPhoto HTTP/1.1"
        form = form_of(photo)
        assert content_of(form["chat_id"]) == b"-1009"
        assert content_of(form["photo"]).startswith(PNG)


async def test_ntfy_is_sent_json_and_the_chart_as_an_attachment(tmp_path: Path) -> None:
    async with office_with(says("200 OK", {}), tmp_path) as (office, server):
        await office.add(NtfyTarget(url=f"{server.url}/goals", token="tk_secret"))
        await office.send(WITH_CHART.model_copy(update={"link": HELLO.link}))
        text, picture = server.asked
        assert (text.line, picture.line) == ("POST / HTTP/1.1", "PUT /goals HTTP/1.1")
        assert {asked.headers["authorization"] for asked in server.asked} == {"Bearer tk_secret"}
        assert json.loads(text.body) == {
            "topic": "goals",
            "title": "Your week",
            "message": "Down by a kilogram.",
            "priority": 5,
            "click": HELLO.link,
        }
        assert picture.headers["filename"] == "chart.png"
        assert picture.body.startswith(PNG)


async def test_a_webhook_is_signed_so_that_its_owner_can_check_it(tmp_path: Path) -> None:
    async with office_with(says("204 No Content"), tmp_path) as (office, server):
        target = WebhookTarget(url=f"{server.url}/hook?a=1", secret="whsec_chosen")
        added = await office.notify.channels.add(ADA, name="mine", target=target)
        assert added.secret is not None
        assert added.secret.startswith("whsec_")
        assert added.secret != "whsec_chosen"
        await office.send(WITH_CHART)
        [asked] = server.asked
        # As https://www.standardwebhooks.com has receivers check it.
        key = base64.b64decode(added.secret.removeprefix("whsec_"))
        head = f"{asked.headers['webhook-id']}.{asked.headers['webhook-timestamp']}."
        digest = hmac.digest(key, head.encode() + asked.body, "sha256")
        assert asked.headers["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"
        assert int(asked.headers["webhook-timestamp"]) == int(NOON.timestamp())
        assert json.loads(asked.body) == {
            "type": "message",
            "timestamp": "2026-01-10T12:00:00Z",
            "data": {
                "title": "Your week",
                "text": "Down by a kilogram.",
                "link": None,
                "urgency": "high",
                "charts": [json.loads(CHART.model_dump_json())],
            },
        }


async def test_a_webhook_knows_a_message_again_that_it_had(tmp_path: Path) -> None:
    left = iter([says("503 Busy"), says("200 OK")])

    async def one_after_another(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await next(left)(asked, writer)

    async with office_with(one_after_another, tmp_path) as (office, server):
        await office.add(WebhookTarget(url=f"{server.url}/hook"))
        await office.send()
        office.clock.advance(timedelta(hours=1))
        await office.work()
        first, second = server.asked
        assert first.headers["webhook-id"] == second.headers["webhook-id"]


async def test_a_text_message_is_posted_as_twilio_wants_it(tmp_path: Path) -> None:
    async with office_with(says("201 Created", {"sid": "SM1", "status": "queued"}), tmp_path) as (
        office,
        server,
    ):
        channel_id = await office.add(SmsTarget(number="+49 170 1234567"))
        await office.work()
        await office.notify.channels.confirm_by_code(ADA, channel_id, " 123456 ")
        await office.send()
        code, text = server.asked
        assert code.line == text.line == "POST /2010-04-01/Accounts/AC1/Messages.json HTTP/1.1"
        assert text.headers["authorization"] == f"Basic {base64.b64encode(b'AC1:token').decode()}"
        assert parse_qs(text.body.decode()) == {
            "To": ["+491701234567"],
            "From": ["+15005550006"],
            "Body": [f"{HELLO.title}\n{HELLO.text}\n{HELLO.link}"],
        }
        assert parse_qs(code.body.decode())["Body"][0].startswith("123456 is your code for Cairn\n")


@pytest.mark.parametrize(
    ("answering", "outcome", "told"),
    [
        (
            says("404 Not Found", {"message": "Unknown Webhook", "code": 10015}),
            "FAILED",
            "Discord answered 404: the webhook was deleted",
        ),
        (
            says("400 Bad Request", {"message": "Cannot send an empty message", "code": 50006}),
            "FAILED",
            "Discord answered 400: Cannot send an empty message",
        ),
        (
            says("429 Too Many Requests", {"message": "You are being rate limited.", "retry_after": 1.5}),
            "RETRYING",
            "Discord answered 429: You are being rate limited. It is tried again",
        ),
        (
            answer("502 Bad Gateway", "Content-Type: text/html", body=b"<h1>Oops</h1>"),
            "RETRYING",
            "Discord answered 502: nothing else. It is tried again",
        ),
    ],
)
async def test_what_discord_says_is_told(
    tmp_path: Path, answering: Answering, outcome: str, told: str
) -> None:
    async with office_with(answering, tmp_path) as (office, server):
        await office.add(discord(server))
        await office.send()
        assert await office.outcomes() == [("mine", outcome, told)]


async def test_discord_says_in_its_body_when_to_come_back(tmp_path: Path) -> None:
    limited = says("429 Too Many Requests", {"message": "slow", "retry_after": 90})
    async with office_with(limited, tmp_path) as (office, server):
        await office.add(discord(server))
        await office.send()
        for seconds, asked in ((89, 1), (1, 2)):
            office.clock.advance(timedelta(seconds=seconds))
            await office.work()
            assert len(server.asked) == asked


@pytest.mark.parametrize(
    ("answering", "told"),
    [
        (
            says("403 Forbidden", {"ok": False, "description": "Forbidden: bot was blocked by the user"}),
            "Telegram answered 403: bot was blocked by the user",
        ),
        (
            says("400 Bad Request", {"ok": False, "description": "Bad Request: chat not found"}),
            "Telegram answered 400: chat not found",
        ),
        (
            says("401 Unauthorized", {"ok": False}),
            "Telegram answered 401: the bot's token is not right, or was revoked",
        ),
    ],
)
async def test_what_telegram_says_is_told(tmp_path: Path, answering: Answering, told: str) -> None:
    async with office_with(answering, tmp_path) as (office, _):
        await office.add(TelegramTarget(bot_token="123456:ABC-secret", chat_id="9"))
        await office.send()
        assert await office.outcomes() == [("mine", "FAILED", told)]


@pytest.mark.parametrize(
    ("answering", "told"),
    [
        (
            answer("404 Not Found", body=b"no_service"),
            "Slack answered 404: the webhook, or its channel, was deleted",
        ),
        (answer("410 Gone", body=b"channel_is_archived"), "Slack answered 410: the channel was archived"),
        (
            answer("400 Bad Request", "Content-Type: text/plain", body=b"invalid_blocks"),
            "Slack answered 400: invalid_blocks",
        ),
    ],
)
async def test_what_slack_says_is_told(tmp_path: Path, answering: Answering, told: str) -> None:
    async with office_with(answering, tmp_path) as (office, server):
        await office.add(SlackTarget(url=f"{server.url}/services/T1/B1/secret"))
        await office.send()
        assert await office.outcomes() == [("mine", "FAILED", told)]


@pytest.mark.parametrize(
    ("answering", "outcome", "told"),
    [
        (
            says("400 Bad Request", {"code": 21610, "message": "Attempt to send to unsubscribed recipient"}),
            "FAILED",
            "The SMS gateway answered 400: whoever has this number has answered STOP",
        ),
        (
            says("400 Bad Request", {"code": 1, "message": "Something new"}),
            "FAILED",
            "The SMS gateway answered 400: Something new",
        ),
        (
            says("401 Unauthorized", {"code": 20003, "message": "Authenticate"}),
            "RETRYING",
            "The SMS gateway answered 401: it does not accept the operator's keys. It is tried again",
        ),
    ],
)
async def test_what_the_gateway_says_is_told(
    tmp_path: Path, answering: Answering, outcome: str, told: str
) -> None:
    async with office_with(answering, tmp_path) as (office, _):
        await office.add(SmsTarget(number="+491701234567"))
        await office.work()
        assert await office.outcomes() == [("mine", outcome, told)]


async def test_a_test_tells_at_once_how_it_went(tmp_path: Path) -> None:
    left = iter([says("200 OK", {}), says("404 Not Found", {})])

    async def one_after_another(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await next(left)(asked, writer)

    async with office_with(one_after_another, tmp_path) as (office, server):
        channel_id = await office.add(discord(server))
        for was_sent, detail in (
            (True, "The service took it"),
            (False, "Discord answered 404: the webhook was deleted"),
        ):
            tested = await office.notify.channels.test(ADA, channel_id)
            assert (tested.was_sent, tested.detail) == (was_sent, detail)
        assert {outcome for _, outcome, _ in await office.outcomes()} == {"SENT", "FAILED"}

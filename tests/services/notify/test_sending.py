"""A message goes to every channel once, what becomes of it is written down, and a dead channel falls silent."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path

from cairn.services.bus import News, own_topic
from cairn.services.notify import DiscordTarget, Message, NtfyTarget, WebhookTarget
from cairn.services.notify.couriers import Gateways
from tests.services.notify.cast import ADA, ADA_ID, BO, HELLO, opened_office
from tests.services.outbound.servers import Answering, Asked, Listening, answer, listening

OK = answer("200 OK", "Content-Type: application/json", body=b"{}")


def one_after_another(*answers: Answering) -> Answering:
    left = iter(answers)

    async def choose(asked: Asked, writer: asyncio.StreamWriter) -> None:
        await next(left)(asked, writer)

    return choose


def ntfy(server: Listening, topic: str = "goals") -> NtfyTarget:
    return NtfyTarget(url=f"{server.url}/{topic}")


def titles(server: Listening) -> list[str]:
    return [json.loads(asked.body)["title"] for asked in server.asked]


async def test_a_message_goes_to_each_channel_once(tmp_path: Path) -> None:
    async with listening(OK) as server, opened_office(tmp_path) as office:
        await office.add(ntfy(server), name="phone")
        await office.add(ntfy(server, "other"), name="desk")
        await office.send()
        await office.send()  # the same key
        assert [json.loads(asked.body)["topic"] for asked in server.asked] in (
            ["goals", "other"],
            ["other", "goals"],
        )
        assert sorted(await office.outcomes()) == [
            ("desk", "SENT", "The service took it"),
            ("phone", "SENT", "The service took it"),
        ]
        figures = office.services.telemetry.metrics.page()
        assert b'cairn_message_deliveries_total{channel="ntfy",outcome="SENT"} 2.0' in figures


async def test_who_looks_at_the_log_hears_that_it_goes_on(tmp_path: Path) -> None:
    async with listening(OK) as server, opened_office(tmp_path) as office:
        bus = office.services.bus
        async with bus.subscribe(
            own_topic(ADA_ID, "messages"), own_topic(BO.account_id, "messages")
        ) as heard:
            await office.send(key="to nowhere")
            await office.add(ntfy(server))
            await office.send()
            news = [await anext(heard), await anext(heard)]
            assert news == [News(f"{ADA_ID}/messages", {})] * 2
        assert [each.outcome for each in await office.log()] == ["SENT", "NOT_SENT"]


async def test_a_message_may_be_for_some_channels_only(tmp_path: Path) -> None:
    async with listening(OK) as server, opened_office(tmp_path) as office:
        await office.add(ntfy(server))
        chosen = await office.add(ntfy(server, "chosen"))
        await office.send(channels=[chosen])
        assert [json.loads(asked.body)["topic"] for asked in server.asked] == ["chosen"]


async def test_a_transaction_that_fails_sends_nothing(tmp_path: Path) -> None:
    async with listening(OK) as server, opened_office(tmp_path) as office:
        await office.add(ntfy(server))
        office.notify.send(ADA_ID, HELLO, key="never written")
        await office.work()
        assert server.asked == []


async def test_without_a_channel_the_log_says_so(tmp_path: Path) -> None:
    async with opened_office(tmp_path) as office:
        await office.send()
        assert await office.outcomes() == [
            ("", "NOT_SENT", "There is no channel for it that is confirmed and not paused")
        ]


async def test_what_may_pass_is_tried_again_and_told_once(tmp_path: Path) -> None:
    replies = one_after_another(answer("503 Busy"), answer("500 Oops"), OK)
    async with listening(replies) as server, opened_office(tmp_path) as office:
        await office.add(ntfy(server), name="phone")
        await office.send()
        assert await office.outcomes() == [
            ("phone", "RETRYING", "ntfy answered 503: nothing else. It is tried again")
        ]
        for _ in range(2):
            office.clock.advance(timedelta(hours=1))
            await office.work()
        assert [(each.outcome, each.attempts) for each in await office.log()] == [("SENT", 3)]
        assert len(server.asked) == 3


async def test_a_service_that_names_a_time_is_left_alone_until_then(tmp_path: Path) -> None:
    replies = one_after_another(answer("429 Slow down", "Retry-After: 600"), OK)
    async with listening(replies) as server, opened_office(tmp_path) as office:
        await office.add(ntfy(server))
        await office.send()
        office.clock.advance(timedelta(seconds=599))
        await office.work()
        assert len(server.asked) == 1
        office.clock.advance(timedelta(seconds=1))
        await office.work()
        assert len(server.asked) == 2
        assert [each.outcome for each in await office.log()] == ["SENT"]


async def test_what_is_busy_for_a_day_has_failed(tmp_path: Path) -> None:
    async with (
        listening(answer("429 Slow down", "Retry-After: 3600")) as server,
        opened_office(tmp_path) as office,
    ):
        await office.add(ntfy(server))
        await office.send()
        for _ in range(30):
            office.clock.advance(timedelta(hours=1))
            await office.work()
        assert [each.outcome for each in await office.log()] == ["FAILED"]
        assert len(server.asked) == 25


async def test_a_dead_channel_is_paused_and_the_others_tell(tmp_path: Path) -> None:
    gone = answer("404 Not Found", "Content-Type: application/json", body=b'{"message": "Unknown Webhook"}')
    async with listening(gone) as discord, listening(OK) as server:
        gateways = Gateways(discord=(discord.url,))
        async with opened_office(tmp_path, gateways=gateways) as office:
            await office.add(DiscordTarget(url=f"{discord.url}/api/webhooks/1/secret"), name="guild")
            await office.add(ntfy(server), name="phone")
            for number in range(4):
                await office.send(key=str(number))
            assert len(discord.asked) == 3
            [guild, _] = await office.notify.channels.of_member(ADA)
            assert guild.is_paused
            because = (
                "3 messages in a row could not be delivered. Discord answered 404: the webhook was deleted"
            )
            assert guild.paused_because == because
            assert titles(server).count("Your channel “guild” is paused") == 1
            await office.notify.channels.resume(ADA, guild.channel_id)
            await office.send(key="again")
            assert len(discord.asked) == 4


async def test_a_success_between_failures_forgives_them(tmp_path: Path) -> None:
    replies = one_after_another(answer("404 No"), answer("404 No"), OK, answer("404 No"), answer("404 No"))
    async with listening(replies) as server, opened_office(tmp_path) as office:
        await office.add(ntfy(server))
        for number in range(5):
            await office.send(key=str(number))
        [channel] = await office.notify.channels.of_member(ADA)
        assert not channel.is_paused


async def test_a_day_has_only_so_many_messages(tmp_path: Path) -> None:
    async with listening(OK) as server, opened_office(tmp_path, CAIRN_MESSAGES_A_DAY="3") as office:
        await office.add(ntfy(server), name="phone")
        for number in range(5):
            await office.send(key=str(number))
        assert len(server.asked) == 3
        refused = "Not sent: the 3 messages of today are used up. You can change the number a day"
        assert [(outcome, detail) for _, outcome, detail in await office.outcomes()].count(
            ("NOT_SENT", refused)
        ) == 2
        office.clock.advance(timedelta(days=1))
        await office.notify.limits.set(ADA, 1)
        assert await office.notify.limits.of_member(ADA) == 1
        assert await office.notify.limits.of_member(BO) == 3
        for number in range(5, 8):
            await office.send(key=str(number))
        assert len(server.asked) == 4


async def test_a_message_that_is_tried_again_counts_once(tmp_path: Path) -> None:
    replies = one_after_another(answer("503 Busy"), answer("503 Busy"), OK, OK)
    async with listening(replies) as server, opened_office(tmp_path, CAIRN_MESSAGES_A_DAY="2") as office:
        await office.add(ntfy(server))
        await office.send(key="one")
        for _ in range(2):
            office.clock.advance(timedelta(hours=1))
            await office.work()
        await office.send(key="two")
        assert len(server.asked) == 4
        assert [each.outcome for each in await office.log()] == ["SENT", "SENT"]


async def test_what_is_paused_or_removed_keeps_quiet(tmp_path: Path) -> None:
    async with listening(OK) as server, opened_office(tmp_path) as office:
        paused, removed = await office.add(ntfy(server)), await office.add(ntfy(server, "other"))
        await office.services.tables.write(office.notify.send(ADA_ID, HELLO, key="before"))
        await office.notify.channels.pause(ADA, paused)
        await office.notify.channels.remove(ADA, removed)
        await office.work()
        assert server.asked == []


async def test_the_log_has_pages_of_ones_own(tmp_path: Path) -> None:
    async with listening(OK) as server, opened_office(tmp_path) as office:
        await office.add(ntfy(server))
        for number in range(5):
            office.clock.advance(timedelta(minutes=1))
            await office.send(Message(title=f"Message {number}", text=""), key=str(number))
        first = await office.notify.deliveries.of_member(ADA, size=3)
        rest = await office.notify.deliveries.of_member(ADA, size=3, cursor=first.cursor)
        assert [each.title for each in (*first.items, *rest.items)] == [
            f"Message {number}" for number in (4, 3, 2, 1, 0)
        ]
        assert (await office.notify.deliveries.of_member(BO)).items == []


async def test_a_redirect_is_not_followed(tmp_path: Path) -> None:
    async with listening(OK) as elsewhere:
        moved = answer("302 Found", f"Location: {elsewhere.url}/")
        async with listening(moved) as server, opened_office(tmp_path) as office:
            await office.add(WebhookTarget(url=f"{server.url}/hook"), name="hook")
            await office.send()
            assert elsewhere.asked == []
            assert await office.outcomes() == [("hook", "FAILED", "The webhook answered 302: nothing else")]


async def test_what_lies_within_this_machine_is_not_reached(tmp_path: Path) -> None:
    async with listening(OK, host="127.0.0.1") as inside, opened_office(tmp_path) as office:
        await office.add(WebhookTarget(url=f"{inside.url}/hook"), name="hook")
        await office.send()
        assert inside.connections == 0
        told = "The webhook: 127.0.0.1 is this machine; only public addresses can be reached from here"
        assert await office.outcomes() == [("hook", "FAILED", told)]


async def test_an_account_that_leaves_leaves_nothing(tmp_path: Path) -> None:
    async with listening(OK) as server, opened_office(tmp_path) as office:
        await office.add(WebhookTarget(url=f"{server.url}/hook?key=opens"), name="hook")
        await office.notify.limits.set(ADA, 10)
        await office.send()
        data = office.services.personal_data["notify"]
        exported = {name: content async for name, content in data.export(ADA_ID)}
        assert sorted(exported) == ["channels.json", "deliveries.json", "manners.json"]
        assert "opens" not in json.dumps(exported)
        assert "whsec_" not in json.dumps(exported)
        for _ in range(2):
            await data.delete(ADA_ID)
        assert await office.notify.channels.of_member(ADA) == []
        assert await office.log() == []

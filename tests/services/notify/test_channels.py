"""Channels are a person's own, lead where they may, keep their secrets, and bother nobody who has not agreed."""

import re
from datetime import timedelta
from pathlib import Path

import pytest

from cairn.services.notify import (
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
from cairn.services.problems import Conflict, InvalidInput, NotFound, TooMany
from tests.services.notify.cast import ADA, BO, member, opened_office, post_box

SMS = {"CAIRN_SMS_GATEWAY": "https://AC1:token@api.twilio.test/?MessagingServiceSid=MG1"}


@pytest.mark.parametrize(
    ("target", "shown"),
    [
        (DiscordTarget(url="https://discord.com/api/webhooks/123/secret"), "webhook 123"),
        (SlackTarget(url="https://hooks.slack.com/services/T1/B1/secret"), "webhook of workspace T1"),
        (TelegramTarget(bot_token="123456:ABC-secret", chat_id="@goals"), "chat @goals by bot 123456"),
        (NtfyTarget(url="https://ntfy.sh/secret-name", token="tk_secret"), "ntfy.sh/••••"),
        (WebhookTarget(url="https://example.org/in?key=secret"), "example.org/in?••••"),
        (AppriseTarget(url="pover://user@secret"), "pover://••••"),
        (EmailTarget(address="Ada@Example.org"), "ada@example.org"),
        (SmsTarget(number="+49 (170) 123-4567"), "+49••••4567"),
    ],
)
async def test_a_channel_is_shown_without_what_opens_it(tmp_path: Path, target: Target, shown: str) -> None:
    async with opened_office(tmp_path, given=SMS) as office:
        added = await office.notify.channels.add(ADA, name=" my  phone ", target=target)
        assert (added.channel.name, added.channel.shown, added.channel.kind) == (
            "my phone",
            shown,
            target.kind,
        )
        assert await office.notify.channels.of_member(ADA) == [added.channel]
        assert "secret" not in repr(target)


@pytest.mark.parametrize(
    ("target", "told"),
    [
        (
            DiscordTarget(url="https://discord.com.evil.test/api/webhooks/1/a"),
            "url: is no webhook of Discord",
        ),
        (DiscordTarget(url="http://discord.com/api/webhooks/1/a"), "url: is no webhook of Discord"),
        (DiscordTarget(url="https://discord.com/api/users/@me"), "url: is no webhook of Discord"),
        (SlackTarget(url="https://slack.com/services/T/B/x"), "url: is no webhook of Slack"),
        (TelegramTarget(bot_token="../../x", chat_id="1"), "bot_token: is not as @BotFather gives them"),
        (TelegramTarget(bot_token="123456:ABCDEFGHIJ", chat_id="a b"), "chat_id: is a number such as"),
        (NtfyTarget(url="https://ntfy.sh/"), "url: is the address of a topic"),
        (NtfyTarget(url="https://ntfy.sh/a", token="a\nb"), "token: is not as ntfy gives them"),
        (WebhookTarget(url="file:///etc/passwd"), "url: file: only http:// and https:// can be asked"),
        (
            WebhookTarget(url="https://user:pw@example.org/"),
            "url: the address has a name or a password in it",
        ),
        (EmailTarget(address="ada"), "address: is no e-mail address"),
        (SmsTarget(number="0170 1234567"), "number: write it with a plus and the country"),
        (AppriseTarget(url="nothing://x"), "url: is not an address that Apprise knows"),
    ],
)
async def test_a_channel_that_leads_nowhere_is_refused(tmp_path: Path, target: Target, told: str) -> None:
    async with opened_office(tmp_path, given=SMS) as office:
        with pytest.raises(InvalidInput, match=re.escape(told)):
            await office.notify.channels.add(ADA, name="mine", target=target)
        assert await office.notify.channels.of_member(ADA) == []


async def test_without_a_gateway_there_are_no_text_messages(tmp_path: Path) -> None:
    async with opened_office(tmp_path) as office:
        with pytest.raises(InvalidInput, match="kind: this installation sends no text messages"):
            await office.add(SmsTarget(number="+491701234567"))


async def test_somebody_elses_channel_is_not_found(tmp_path: Path) -> None:
    async with opened_office(tmp_path) as office:
        channels = office.notify.channels
        channel_id = await office.add(WebhookTarget(url="https://example.org/"))
        assert await channels.of_member(BO) == []
        for use in (channels.remove, channels.pause, channels.resume, channels.test, channels.ask_again):
            with pytest.raises(NotFound):
                await use(BO, channel_id)
        with pytest.raises(NotFound):
            await channels.change(BO, channel_id, name="mine now")
        with pytest.raises(NotFound):
            await channels.confirm_by_code(BO, channel_id, "123456")
        with pytest.raises(NotFound):
            await channels.remove(ADA, "no#such/thing")
        [channel] = await channels.of_member(ADA)
        assert not channel.is_paused


async def test_ones_own_verified_address_needs_no_confirming(tmp_path: Path) -> None:
    async with opened_office(tmp_path) as office:
        added = await office.notify.channels.add(
            ADA, name="mail", target=EmailTarget(address="ada@example.org")
        )
        assert added.channel.is_confirmed
        for who in (member(is_verified=False), member("other@example.org"), member(None)):
            added = await office.notify.channels.add(
                who, name="mail", target=EmailTarget(address="ada@example.org")
            )
            assert not added.channel.is_confirmed


async def test_another_address_gets_nothing_until_it_is_confirmed(tmp_path: Path) -> None:
    async with (
        post_box() as box,
        opened_office(tmp_path, CAIRN_MAIL=f"smtp://127.0.0.1:{box.port}") as office,
    ):
        channel_id = await office.add(EmailTarget(address="friend@example.net"))
        with pytest.raises(Conflict, match="Confirm this channel first"):
            await office.notify.channels.test(ADA, channel_id)
        await office.send()
        [asking] = box.taken
        assert asking["To"] == "friend@example.net"
        assert asking["List-Unsubscribe"] is None
        text = asking.get_body(("plain",))
        assert text is not None
        [token] = re.findall(r"https://cairn\.test/channels/confirm/(\S+)", text.get_content())
        with pytest.raises(NotFound):
            await office.notify.channels.confirm_by_link(token[:-3] + "AAA")
        confirmed = await office.notify.channels.confirm_by_link(token)
        assert confirmed.is_confirmed
        await office.send(key="two")
        assert [letter["Subject"] for letter in box.taken] == [asking["Subject"], "Attack is 99"]
        assert "Do you want messages" not in str(await office.log())


async def test_a_link_confirms_the_address_to_which_it_went_and_only_for_some_days(tmp_path: Path) -> None:
    async with (
        post_box() as box,
        opened_office(tmp_path, CAIRN_MAIL=f"smtp://127.0.0.1:{box.port}") as office,
    ):
        channels = office.notify.channels
        channel_id = await office.add(EmailTarget(address="friend@example.net"))
        await office.work()
        text = box.taken[0].get_body(("plain",))
        assert text is not None
        [token] = re.findall(r"confirm/(\S+)", text.get_content())
        await channels.change(ADA, channel_id, target=EmailTarget(address="foe@example.net"))
        with pytest.raises(NotFound, match="no longer there"):
            await channels.confirm_by_link(token)
        await channels.change(ADA, channel_id, target=EmailTarget(address="friend@example.net"))
        office.clock.advance(timedelta(days=3, seconds=1))
        with pytest.raises(NotFound, match="too old"):
            await channels.confirm_by_link(token)


async def test_a_code_can_be_tried_five_times(tmp_path: Path) -> None:
    async with opened_office(tmp_path, given=SMS) as office:
        channels = office.notify.channels
        channel_id = await office.add(SmsTarget(number="+491701234567"))
        for _ in range(5):
            with pytest.raises(InvalidInput, match="is not the one that was sent"):
                await channels.confirm_by_code(ADA, channel_id, "000000")
        with pytest.raises(InvalidInput, match="was wrong too often"):
            await channels.confirm_by_code(ADA, channel_id, "123456")
        await channels.ask_again(ADA, channel_id)
        office.clock.advance(timedelta(minutes=21))
        with pytest.raises(InvalidInput, match="is too old"):
            await channels.confirm_by_code(ADA, channel_id, "123456")
        await channels.ask_again(ADA, channel_id)
        await channels.confirm_by_code(ADA, channel_id, "123456")
        with pytest.raises(Conflict, match="is confirmed"):
            await channels.ask_again(ADA, channel_id)


async def test_a_channel_changes_its_name_and_where_it_leads(tmp_path: Path) -> None:
    async with opened_office(tmp_path) as office:
        channels = office.notify.channels
        added = await channels.add(ADA, name="hook", target=WebhookTarget(url="https://example.org/a"))
        channel_id = added.channel.channel_id
        await channels.pause(ADA, channel_id)
        renamed = await channels.change(ADA, channel_id, name="other")
        assert (renamed.channel.name, renamed.channel.is_paused, renamed.secret) == ("other", True, None)
        moved = await channels.change(ADA, channel_id, target=WebhookTarget(url="https://example.org/b"))
        assert (moved.channel.shown, moved.channel.is_paused) == ("example.org/b", False)
        assert moved.secret not in {None, added.secret}
        with pytest.raises(InvalidInput, match="kind: stays webhook"):
            await channels.change(ADA, channel_id, target=EmailTarget(address="ada@example.org"))
        with pytest.raises(InvalidInput, match="name: give it a name"):
            await channels.change(ADA, channel_id, name=" ")


async def test_there_are_only_so_many_channels(tmp_path: Path) -> None:
    async with opened_office(tmp_path) as office:
        for number in range(20):
            await office.add(WebhookTarget(url=f"https://example.org/{number}"))
        with pytest.raises(Conflict, match="There are 20 channels"):
            await office.add(WebhookTarget(url="https://example.org/20"))
        assert {each.kind for each in await office.notify.channels.of_member(ADA)} == {ChannelKind.WEBHOOK}


async def test_nobody_is_asked_again_and_again(tmp_path: Path) -> None:
    async with opened_office(tmp_path) as office:
        channel_id = await office.add(EmailTarget(address="friend@example.net"))
        for _ in range(39):
            await office.notify.channels.ask_again(ADA, channel_id)
        for use in (
            office.notify.channels.ask_again(ADA, channel_id),
            office.add(WebhookTarget(url="https://example.org/")),
        ):
            with pytest.raises(TooMany, match="40 times today"):
                await use
        await office.add(WebhookTarget(url="https://example.org/"), who=BO)
        office.clock.advance(timedelta(days=1))
        await office.notify.channels.ask_again(ADA, channel_id)

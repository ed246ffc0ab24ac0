"""Links in messages: to open one changes nothing, a button does, and a mail program may press it."""

from pathlib import Path

from cairn.services.notify import EmailTarget
from cairn.services.notify.schema import Channel, MailRecord
from tests.services.due_jobs import do_due
from tests.web.cast import ADA, NOON, House, opened_house


async def with_channel(house: House) -> Channel:
    """Ada's channel to an address that has to be confirmed."""
    browser = await house.enter(ADA)
    target = EmailTarget(address="friend@example.net").model_dump(mode="json")
    added = await browser.post("/api/v1/channels", body={"name": "friend", "target": target})
    assert added.status == 201
    [channel] = await channels(house)
    return channel


async def channels(house: House) -> list[Channel]:
    account = await house.services.accounts.entrance.verified(ADA, "no engine can originate")
    assert account is not None
    return await house.services.tables.all(Channel.of_account(account.account_id))


async def test_a_person_confirms_and_ends_messages_without_signing_in(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        channel = await with_channel(house)
        await do_due(house.services)
        [mail] = [
            each
            for each in await house.services.tables.all(MailRecord.of_day(NOON.date()))
            if each.to == "friend@example.net"
        ]
        [link] = [line for line in (mail.text or "").splitlines() if "/channels/confirm/" in line]
        path = link.partition("8000")[2]
        for ask, is_confirmed in ((house.browser.get, False), (house.browser.post, True)):
            assert (await ask(path, headers={"Accept": "text/html"})).status == 200
            [channel] = await channels(house)
            assert (channel.confirmed_at is not None) == is_confirmed

        end = house.services.notify.unsubscribing.link(channel).partition("8000")[2]
        page = await house.browser.get(end, headers={"Accept": "text/html"})
        assert "friend@example.net" in page.text
        assert [each.paused_at for each in await channels(house)] == [None]
        # As RFC 8058 has mail programs do it.
        done = await house.browser.post(end, form={"List-Unsubscribe": "One-Click"})
        assert done.status == 200
        assert [each.is_open for each in await channels(house)] == [False]


async def test_a_link_that_is_not_whole_says_so(tmp_path: Path) -> None:
    async with opened_house(tmp_path) as house:
        for path in ("/channels/confirm/abc", "/unsubscribe/abc"):
            answer = await house.browser.post(path, headers={"Accept": "text/html"})
            assert answer.status == 404
            assert "There is no such thing here" in answer.text

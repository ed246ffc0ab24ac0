"""Ending mails by a link in one of them, without signing in: by a person's click, or a mail program's (RFC 8058)."""

from contextlib import suppress

from cairn.services.clock import Clock
from cairn.services.notify.schema import Channel
from cairn.services.problems import NotFound
from cairn.services.secret_keys import SecretKeys
from cairn.services.signed_texts import SignedTexts
from cairn.tables import ConditionFailedError, Tables, attribute, update


class Unsubscribing:
    """Makes such links, and does what they say. They work for as long as the channel is there."""

    def __init__(self, tables: Tables, clock: Clock, *, keys: SecretKeys, public_url: str) -> None:
        self._tables = tables
        self._clock = clock
        self._public_url = public_url
        self._links = SignedTexts(keys.key("notify-links"), "unsubscribe")

    def link(self, channel: Channel) -> str:
        token = self._links.sign({"account": channel.account_id, "channel": channel.channel_id})
        return f"{self._public_url}/unsubscribe/{token}"

    async def find(self, token: str) -> Channel:
        """The channel that a link ends, for a page that asks before it does."""
        values = self._links.read(token)
        channel = (
            None
            if values is None
            else await self._tables.get(
                Channel.with_id(str(values["account"]), str(values["channel"])), consistent=True
            )
        )
        if channel is None:
            raise NotFound("This link is not whole, or its channel is gone: nothing comes from it any more")
        return channel

    async def unsubscribe(self, token: str) -> None:
        """Pauses the channel of a link. Done twice, it changes nothing."""
        channel = await self.find(token)
        with suppress(ConditionFailedError):  # paused or removed already
            await self._tables.write(
                update(
                    channel,
                    attribute(Channel.paused_at).set(self._clock.now()),
                    attribute(Channel.paused_because).set(
                        "Somebody ended the messages by the link in one of them"
                    ),
                    when=attribute(Channel.paused_at).missing(),
                )
            )

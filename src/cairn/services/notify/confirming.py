"""Confirming a channel: whoever is at its other end says that they want messages, by a code or by a link."""

import hmac
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from cairn.services.accounts.callers import SignedIn
from cairn.services.clock import Clock
from cairn.services.notify.message import Message
from cairn.services.notify.refusals import no_channel
from cairn.services.notify.schema import Channel
from cairn.services.notify.sending import Sending
from cairn.services.notify.targets import ChannelKind, EmailTarget, SmsTarget, Target
from cairn.services.problems import InvalidInput, NotFound
from cairn.services.secret_keys import SecretKeys
from cairn.services.signed_texts import SignedTexts
from cairn.tables import ConditionFailedError, Tables, attribute, update

_LINK_LIVES: Final = timedelta(days=3)
_CODE_LIVES: Final = timedelta(minutes=20)
_MOST_TRIES: Final = 5


class Confirming:
    """Asks at the other end of channels, and takes the answers."""

    def __init__(
        self,
        tables: Tables,
        sending: Sending,
        *,
        clock: Clock,
        keys: SecretKeys,
        public_url: str,
        new_code: Callable[[], str] = lambda: f"{secrets.randbelow(1_000_000):06}",
    ) -> None:
        self._tables = tables
        self._sending = sending
        self._clock = clock
        self._public_url = public_url
        self._new_code = new_code
        self._code_key = keys.key("notify-codes")
        self._links = SignedTexts(keys.key("notify-links"), "confirm")

    def confirmed_at(self, member: SignedIn, target: Target) -> datetime | None:
        """When a channel counts as confirmed: at once, where nobody else could be bothered with it."""
        is_somebody = isinstance(target, SmsTarget) or (
            isinstance(target, EmailTarget)
            and not (member.is_email_verified and target.address == member.email)
        )
        return None if is_somebody else self._clock.now()

    async def ask(self, channel: Channel) -> None:
        """Sends the code or the link."""
        if channel.kind is ChannelKind.SMS:
            code = self._new_code()
            await self._tables.write(
                update(
                    channel,
                    attribute(Channel.code_hash).set(self._hash_of(channel, code)),
                    attribute(Channel.code_tries).set(0),
                    attribute(Channel.code_until).set(self._clock.now() + _CODE_LIVES),
                ),
                self._sending.to_unconfirmed(
                    channel,
                    Message(
                        title=f"{code} is your code for Cairn",
                        text="Whoever gave your number wants messages from Cairn there.",
                    ),
                ),
            )
            return
        until = self._clock.now() + _LINK_LIVES
        token = self._links.sign(
            {
                "account": channel.account_id,
                "channel": channel.channel_id,
                "address": _address_of(channel.target) or "",
                "until": int(until.timestamp()),
            }
        )
        await self._tables.write(
            self._sending.to_unconfirmed(
                channel,
                Message(
                    title="Do you want messages from Cairn here?",
                    text="Somebody gave this address for messages from Cairn. If that was you, confirm it with this "
                    "link, which works for three days. If not, do nothing, and nothing will come.",
                    link=f"{self._public_url}/channels/confirm/{token}",
                ),
            )
        )

    async def by_code(self, channel: Channel, code: str) -> None:
        """Confirms a telephone with the code that was sent there."""
        if channel.confirmed_at is not None:
            return
        if channel.code_hash is None or channel.code_until is None or channel.code_until <= self._clock.now():
            raise InvalidInput.of("code", "is too old; have another one sent")
        try:
            # The attempt is counted before the code is looked at, so that many at once are counted, too.
            channel = await self._tables.update(
                channel, attribute(Channel.code_tries).add(1), when=Channel.code_tries < _MOST_TRIES
            )
        except ConditionFailedError as refusal:
            raise InvalidInput.of("code", "was wrong too often; have another one sent") from refusal
        if channel.code_hash is None or not hmac.compare_digest(
            channel.code_hash, self._hash_of(channel, code.strip())
        ):
            raise InvalidInput.of("code", "is not the one that was sent")
        await self._confirm(channel)

    async def by_link(self, token: str) -> Channel:
        """Confirms an address with the link that was mailed there."""
        values = self._links.read(token)
        if values is None or int(values["until"]) < self._clock.now().timestamp():
            raise NotFound("This link is too old, or not whole; have another one sent")
        channel = await self._tables.get(
            Channel.with_id(str(values["account"]), str(values["channel"])), consistent=True
        )
        if channel is None or _address_of(channel.target) != values["address"]:
            raise NotFound("The channel that this link confirms is no longer there")
        return await self._confirm(channel)

    async def _confirm(self, channel: Channel) -> Channel:
        try:
            return await self._tables.update(
                channel,
                attribute(Channel.confirmed_at).set(self._clock.now()),
                attribute(Channel.code_hash).set(None),
                when=Channel.target_json == channel.target_json,
            )
        except ConditionFailedError as refusal:
            raise no_channel() from refusal

    def _hash_of(self, channel: Channel, code: str) -> str:
        """What is kept of a code. Six digits are found by trying, if not for the key."""
        return hmac.digest(self._code_key, f"{channel.channel_id} {code}".encode(), "sha256").hex()


def _address_of(target: Target) -> str | None:
    return target.address if isinstance(target, EmailTarget) else None

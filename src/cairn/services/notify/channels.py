"""Channels: where a person wants messages. They add, change, test, pause and remove them."""

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cairn.services.accounts.callers import Member, SignedIn
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.notify.checking import checked
from cairn.services.notify.couriers import Means
from cairn.services.notify.day_limits import DayLimits
from cairn.services.notify.message import Message
from cairn.services.notify.schema import Channel
from cairn.services.notify.sending import Sending
from cairn.services.notify.targets import ChannelKind, EmailTarget, SmsTarget, Target, WebhookTarget
from cairn.services.problems import Conflict, InvalidInput, NotFound
from cairn.services.secret_keys import SecretKeys
from cairn.services.signed_texts import SignedTexts
from cairn.tables import ConditionFailedError, KeyValueError, Tables, attribute, create, delete, update

MOST: Final = 20
_LONGEST_NAME: Final = 60
_LINK_LIVES: Final = timedelta(days=3)
_CODE_LIVES: Final = timedelta(minutes=20)
_MOST_TRIES: Final = 5
_TEST: Final = Message(
    title="A test from Cairn", text="This is how messages arrive here. You asked for it with the test button."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class ChannelListed:
    """A channel, as its owner sees it. `shown` tells where it leads, without what opens anything."""

    channel_id: str
    name: str
    kind: ChannelKind
    shown: str
    created_at: datetime
    is_confirmed: bool
    is_paused: bool
    paused_because: str | None


@dataclass(frozen=True, slots=True)
class AddedChannel:
    """A channel that was just made. `secret` signs what a webhook gets; nobody can see it again."""

    channel: ChannelListed
    secret: str | None = None


@dataclass(frozen=True, slots=True)
class Tested:
    """What became of a test: whether it was sent, and how it went in words."""

    was_sent: bool
    detail: str


class Channels:
    """The channels of all accounts."""

    def __init__(
        self,
        tables: Tables,
        sending: Sending,
        *,
        clock: Clock,
        keys: SecretKeys,
        means: Means,
        limits: DayLimits,
        public_url: str,
        new_code: Callable[[], str] = lambda: f"{secrets.randbelow(1_000_000):06}",
    ) -> None:
        self._tables = tables
        self._sending = sending
        self._clock = clock
        self._ids = Identifiers(clock)
        self._means = means
        self._limits = limits
        self._public_url = public_url
        self._new_code = new_code
        self._code_key = keys.key("notify-codes")
        self._confirming = SignedTexts(keys.key("notify-links"), "confirm")

    async def of_member(self, member: Member) -> list[ChannelListed]:
        """The account's channels, oldest first."""
        return [listed(channel) for channel in await self._of(member.account_id)]

    async def add(self, member: SignedIn, *, name: str, target: Target) -> AddedChannel:
        """Makes a channel. One to a telephone, or to an address that is not the account's, has to be confirmed."""
        name = _checked_name(name)
        await self._limits.use_request(member.account_id)
        target = await checked(target, self._means)
        present = await self._of(member.account_id)
        if len(present) >= MOST:
            raise Conflict(f"There are {MOST} channels, which is the most; remove one that is not used")
        channel = Channel(
            account_id=member.account_id,
            channel_id=self._ids.new(),
            name=name,
            kind=target.kind,
            target_json=target.model_dump_json(),
            created_at=self._clock.now(),
            confirmed_at=self._confirmed_at(member, target),
        )
        await self._tables.write(create(channel))
        if channel.confirmed_at is None:
            await self._ask_to_confirm(channel)
        secret = target.secret if isinstance(target, WebhookTarget) else None
        return AddedChannel(listed(channel), secret)

    async def change(
        self, member: SignedIn, channel_id: str, *, name: str | None = None, target: Target | None = None
    ) -> AddedChannel:
        """Gives a channel another name, or has it lead elsewhere. What is None stays."""
        channel = await self._one(member, channel_id)
        changes = [attribute(Channel.name).set(_checked_name(name))] if name is not None else []
        secret = None
        if target is not None:
            if target.kind is not channel.kind:
                raise InvalidInput.of("kind", f"stays {channel.kind}; add another channel for {target.kind}")
            await self._limits.use_request(member.account_id)
            target = await checked(target, self._means)
            secret = target.secret if isinstance(target, WebhookTarget) else None
            changes += [
                attribute(Channel.target_json).set(target.model_dump_json()),
                attribute(Channel.confirmed_at).set(self._confirmed_at(member, target)),
                attribute(Channel.failures).set(0),
                attribute(Channel.paused_at).set(None),
                attribute(Channel.paused_because).set(None),
            ]
        if changes:
            try:
                channel = await self._tables.update(channel, *changes)
            except ConditionFailedError as refusal:
                raise _no_channel() from refusal
        if target is not None and channel.confirmed_at is None:
            await self._ask_to_confirm(channel)
        return AddedChannel(listed(channel), secret)

    async def remove(self, member: SignedIn, channel_id: str) -> None:
        """Removes a channel. What still waits to be sent there is not sent."""
        channel = await self._one(member, channel_id)
        await self._tables.write(delete(channel))

    async def pause(self, member: SignedIn, channel_id: str) -> None:
        """Has a channel keep quiet until it is resumed."""
        await self._set_pause(await self._one(member, channel_id), self._clock.now())

    async def resume(self, member: SignedIn, channel_id: str) -> None:
        """Has messages go to a channel again."""
        await self._set_pause(await self._one(member, channel_id), None)

    async def test(self, member: SignedIn, channel_id: str) -> Tested:
        """Sends a message there now, and tells how that went."""
        channel = await self._one(member, channel_id)
        if channel.confirmed_at is None:
            raise Conflict("Confirm this channel first: nobody there has said yet that they want messages")
        return Tested(*await self._sending.send_now(channel, _TEST))

    async def ask_again(self, member: SignedIn, channel_id: str) -> None:
        """Sends the link or the code that confirms a channel once more."""
        channel = await self._one(member, channel_id)
        if channel.confirmed_at is not None:
            raise Conflict("This channel is confirmed")
        await self._limits.use_request(member.account_id)
        await self._ask_to_confirm(channel)

    async def confirm_by_code(self, member: SignedIn, channel_id: str, code: str) -> None:
        """Confirms a telephone with the code that was sent there."""
        channel = await self._one(member, channel_id)
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

    async def confirm_by_link(self, token: str) -> ChannelListed:
        """Confirms an address with the link that was mailed there."""
        values = self._confirming.read(token)
        if values is None or int(values["until"]) < self._clock.now().timestamp():
            raise NotFound("This link is too old, or not whole; have another one sent")
        channel = await self._tables.get(
            Channel.with_id(str(values["account"]), str(values["channel"])), consistent=True
        )
        if channel is None or _address_of(channel.target) != values["address"]:
            raise NotFound("The channel that this link confirms is no longer there")
        return listed(await self._confirm(channel))

    def _confirmed_at(self, member: SignedIn, target: Target) -> datetime | None:
        """When a channel counts as confirmed: at once, where nobody else could be bothered with it."""
        is_somebody = isinstance(target, SmsTarget) or (
            isinstance(target, EmailTarget)
            and not (member.is_email_verified and target.address == member.email)
        )
        return None if is_somebody else self._clock.now()

    async def _ask_to_confirm(self, channel: Channel) -> None:
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
        token = self._confirming.sign(
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

    async def _confirm(self, channel: Channel) -> Channel:
        try:
            return await self._tables.update(
                channel,
                attribute(Channel.confirmed_at).set(self._clock.now()),
                attribute(Channel.code_hash).set(None),
                when=Channel.target_json == channel.target_json,
            )
        except ConditionFailedError as refusal:
            raise _no_channel() from refusal

    async def _set_pause(self, channel: Channel, moment: datetime | None) -> None:
        try:
            await self._tables.write(
                update(
                    channel,
                    attribute(Channel.paused_at).set(moment),
                    attribute(Channel.paused_because).set(None),
                    attribute(Channel.failures).set(0),
                )
            )
        except ConditionFailedError as refusal:
            raise _no_channel() from refusal

    async def _one(self, member: Member, channel_id: str) -> Channel:
        try:
            channel = await self._tables.get(Channel.with_id(member.account_id, channel_id), consistent=True)
        except KeyValueError as fault:
            raise _no_channel() from fault
        if channel is None:
            raise _no_channel()
        return channel

    async def _of(self, account_id: str) -> list[Channel]:
        return await self._tables.all(Channel.of_account(account_id))

    def _hash_of(self, channel: Channel, code: str) -> str:
        """What is kept of a code. Six digits are found by trying, if not for the key."""
        return hmac.digest(self._code_key, f"{channel.channel_id} {code}".encode(), "sha256").hex()


def listed(channel: Channel) -> ChannelListed:
    return ChannelListed(
        channel_id=channel.channel_id,
        name=channel.name,
        kind=channel.kind,
        shown=channel.target.shown,
        created_at=channel.created_at,
        is_confirmed=channel.confirmed_at is not None,
        is_paused=channel.paused_at is not None,
        paused_because=channel.paused_because,
    )


def _address_of(target: Target) -> str | None:
    return target.address if isinstance(target, EmailTarget) else None


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= _LONGEST_NAME:
        raise InvalidInput.of("name", f"give it a name of 1 to {_LONGEST_NAME} characters")
    return name


def _no_channel() -> NotFound:
    return NotFound("There is no such channel")

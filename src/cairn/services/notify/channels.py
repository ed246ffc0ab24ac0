"""Channels: where a person wants messages. They add, change, test, pause and remove them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from cairn.services.accounts.callers import Member, SignedIn
from cairn.services.clock import Clock
from cairn.services.identifiers import Identifiers
from cairn.services.notify.checking import checked
from cairn.services.notify.confirming import Confirming
from cairn.services.notify.couriers import Means
from cairn.services.notify.day_limits import DayLimits
from cairn.services.notify.message import Message
from cairn.services.notify.refusals import no_channel
from cairn.services.notify.schema import Channel
from cairn.services.notify.sending import Sending
from cairn.services.notify.targets import ChannelKind, Target, WebhookTarget
from cairn.services.problems import Conflict, InvalidInput
from cairn.tables import ConditionFailedError, KeyValueError, Tables, attribute, create, delete, update

MOST: Final = 20
_LONGEST_NAME: Final = 60
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
        confirming: Confirming,
        *,
        clock: Clock,
        means: Means,
        limits: DayLimits,
    ) -> None:
        self._tables = tables
        self._sending = sending
        self._confirming = confirming
        self._clock = clock
        self._ids = Identifiers(clock)
        self._means = means
        self._limits = limits

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
            confirmed_at=self._confirming.confirmed_at(member, target),
        )
        await self._tables.write(create(channel))
        if channel.confirmed_at is None:
            await self._confirming.ask(channel)
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
                attribute(Channel.confirmed_at).set(self._confirming.confirmed_at(member, target)),
                attribute(Channel.failures).set(0),
                attribute(Channel.paused_at).set(None),
                attribute(Channel.paused_because).set(None),
            ]
        if changes:
            try:
                channel = await self._tables.update(channel, *changes)
            except ConditionFailedError as refusal:
                raise no_channel() from refusal
        if target is not None and channel.confirmed_at is None:
            await self._confirming.ask(channel)
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
        await self._confirming.ask(channel)

    async def confirm_by_code(self, member: SignedIn, channel_id: str, code: str) -> None:
        """Confirms a telephone with the code that was sent there."""
        await self._confirming.by_code(await self._one(member, channel_id), code)

    async def confirm_by_link(self, token: str) -> ChannelListed:
        """Confirms an address with the link that was mailed there."""
        return listed(await self._confirming.by_link(token))

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
            raise no_channel() from refusal

    async def _one(self, member: Member, channel_id: str) -> Channel:
        try:
            channel = await self._tables.get(Channel.with_id(member.account_id, channel_id), consistent=True)
        except KeyValueError as fault:
            raise no_channel() from fault
        if channel is None:
            raise no_channel()
        return channel

    async def _of(self, account_id: str) -> list[Channel]:
        return await self._tables.all(Channel.of_account(account_id))


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


def _checked_name(name: str) -> str:
    name = " ".join(name.split())
    if not 0 < len(name) <= _LONGEST_NAME:
        raise InvalidInput.of("name", f"give it a name of 1 to {_LONGEST_NAME} characters")
    return name

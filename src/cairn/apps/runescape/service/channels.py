"""Use-cases: by which channel a person is told. The document has one of a type; the house has any number of a kind.

A person who has chosen one of a type is told by that one. Who has chosen none is told by all that they have of its kind.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from cairn.apps.runescape.schema import ChannelType, NotificationChannel
from cairn.apps.runescape.service.tracking import Tracking
from cairn.services.accounts import Member
from cairn.services.clock import Clock
from cairn.services.notify import ChannelKind, DiscordTarget, EmailTarget, SmsTarget, Target
from cairn.services.notify.schema import Channel
from cairn.services.problems import InvalidInput
from cairn.tables import Tables, delete, put

_KINDS: Final[Mapping[ChannelType, ChannelKind]] = {
    ChannelType.SMS: ChannelKind.SMS,
    ChannelType.DISCORD: ChannelKind.DISCORD,
    ChannelType.EMAIL: ChannelKind.EMAIL,
}


@dataclass(frozen=True, slots=True)
class WhereTo:
    """A person's channels that are open: all of them, and those of each type."""

    all_of_them: frozenset[str]
    of_type: Mapping[ChannelType, Sequence[str]]

    def for_goal(self, tracking: Tracking) -> tuple[str, ...]:
        """To which channels word of a goal is sent: those that it names, and those of the type that it names."""
        named = [each for each in tracking.plan.channel_ids if each in self.all_of_them]
        kind = tracking.goal.notification_channel_type
        return tuple(dict.fromkeys((*named, *(self.of_type[kind] if kind is not None else ()))))


class Channels:
    """The channels of people, as goals see them."""

    def __init__(self, tables: Tables, clock: Clock) -> None:
        self._tables = tables
        self._clock = clock

    async def of_member(self, member: Member) -> list[NotificationChannel]:
        """Those that a person has chosen."""
        return await self._tables.all(NotificationChannel.of_user(member.account_id))

    async def choose(
        self, member: Member, channel_type: ChannelType, identifier: str, *, is_active: bool = True
    ) -> NotificationChannel:
        """Has goals of a type told by one of the account's channels. With `is_active=False`, they are told by none."""
        user, now = member.account_id, self._clock.now()
        wanted = identifier.strip()
        found = next(
            (
                name
                for each in await self._tables.all(Channel.of_account(user))
                if each.kind is _KINDS[channel_type]
                and wanted in {each.channel_id, name := identifier_of(each.target), *_opens(each.target)}
            ),
            None,
        )
        if found is None:
            raise InvalidInput.of(
                "identifier", f"a channel of your account; add this one for {channel_type} there first"
            )
        key = NotificationChannel.key(user_id=user, channel_type=channel_type)
        before = await self._tables.get(key, consistent=True)
        chosen = NotificationChannel(
            user_id=user,
            channel_type=channel_type,
            identifier=found,
            created_at=now if before is None else before.created_at,
            updated_at=now,
            is_active=is_active,
        )
        await self._tables.write(put(chosen))
        return chosen

    async def forget(self, member: Member, channel_type: ChannelType) -> None:
        """Has goals of a type told by all channels of its kind again."""
        await self._tables.write(
            delete(NotificationChannel.key(user_id=member.account_id, channel_type=channel_type))
        )

    async def open_to(self, user_id: str) -> WhereTo:
        """Where a person can be told: two requests."""
        chosen = {
            each.channel_type: each for each in await self._tables.all(NotificationChannel.of_user(user_id))
        }
        channels = [each for each in await self._tables.all(Channel.of_account(user_id)) if each.is_open]
        return WhereTo(
            frozenset(each.channel_id for each in channels),
            {
                kind: [each.channel_id for each in channels if _is_meant(each, kind, chosen.get(kind))]
                for kind in ChannelType
            },
        )


def identifier_of(target: Target) -> str:
    """What stands in the document's item: the number, the address, or the webhook's id, without what opens it."""
    match target:
        case SmsTarget():
            return target.number
        case EmailTarget():
            return target.address
        case DiscordTarget():
            return urlsplit(target.url).path.strip("/").split("/")[-2]
        case _:
            return target.shown


def _opens(target: Target) -> tuple[str, ...]:
    return (target.url,) if isinstance(target, DiscordTarget) else ()


def _is_meant(channel: Channel, kind: ChannelType, chosen: NotificationChannel | None) -> bool:
    if channel.kind is not _KINDS[kind]:
        return False
    if chosen is None:
        return True
    return chosen.is_active and identifier_of(channel.target) == chosen.identifier

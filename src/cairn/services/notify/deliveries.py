"""The delivery log: what became of each message, for the person whom it was for."""

from dataclasses import dataclass
from datetime import datetime

from cairn.services.accounts.callers import Member
from cairn.services.notify.schema import Delivery, Outcome
from cairn.services.notify.targets import ChannelKind
from cairn.tables import Page, Tables


@dataclass(frozen=True, kw_only=True, slots=True)
class DeliveryListed:
    """What became of one message in one channel, the reason in words."""

    at: datetime
    title: str
    channel_name: str
    kind: ChannelKind | None
    outcome: Outcome
    detail: str
    attempts: int


class Deliveries:
    """The logs of all accounts."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def of_member(
        self, member: Member, *, size: int = 50, cursor: str | None = None
    ) -> Page[DeliveryListed]:
        """The account's log, newest first."""
        page = await self._tables.page(
            Delivery.of_account(member.account_id), size=size, caller=member.account_id, cursor=cursor
        )
        return Page([_listed(delivery) for delivery in page.items], page.cursor, page.unreadable)


def _listed(delivery: Delivery) -> DeliveryListed:
    return DeliveryListed(
        at=delivery.at,
        title=delivery.title,
        channel_name=delivery.channel_name,
        kind=delivery.kind,
        outcome=delivery.outcome,
        detail=delivery.detail,
        attempts=delivery.attempts,
    )

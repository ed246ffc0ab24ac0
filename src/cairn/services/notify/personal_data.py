"""What messages keep about one account: its channels without their secrets, its log, its wishes."""

from collections.abc import AsyncIterator
from typing import Any

from cairn.services.notify.schema import Channel, Delivery, Manners, everything_of
from cairn.tables import Tables, delete

_AT_ONCE = 100


class NotifyData:
    """Gives it out, and removes it."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    async def export(self, account_id: str) -> AsyncIterator[tuple[str, Any]]:
        channels = await self._tables.all(Channel.of_account(account_id))
        yield (
            "channels.json",
            [
                {
                    **channel.model_dump(
                        mode="json", exclude={"account_id", "target_json", "code_hash", "code_tries"}
                    ),
                    "leads_to": channel.target.shown,
                }
                for channel in channels
            ],
        )
        deliveries = await self._tables.all(Delivery.of_account(account_id))
        yield (
            "deliveries.json",
            [each.model_dump(mode="json", exclude={"account_id", "expires_at"}) for each in deliveries],
        )
        manners = await self._tables.get(Manners.of_account(account_id))
        if manners is not None:
            yield "manners.json", {"messages_a_day": manners.messages_a_day}

    async def delete(self, account_id: str) -> None:
        gone = []
        async for item in self._tables.iterate(everything_of(account_id)):
            gone.append(delete(item))
            if len(gone) == _AT_ONCE:
                await self._tables.write_batch(gone)
                gone = []
        await self._tables.write_batch(gone)

"""Going through a whole table: segments side by side, page by page, each page told when it is done with."""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from typing import Any, Final

from cairn.dynamo.seam import Dynamo, Item
from cairn.tables.positions import Position, Segment

SEGMENTS: Final = 4
_ITEMS_A_PAGE: Final = 200  # so much is done again, at most, by whoever goes on after a fall

Take = Callable[[list[Item]], Awaitable[Mapping[str, int]]]
"""Does something with a page's items, and counts what it did."""
Keep = Callable[[int, Segment], Awaitable[None]]
"""Is told how far a segment has come."""


async def go_through(
    dynamo: Dynamo, table_name: str, position: Position, take: Take, keep: Keep, *, consistent: bool = False
) -> None:
    """Hands every item from `position` on to `take`, and tells `keep` after each page how far its segment has come."""
    total = len(position.segments)
    request = {"TableName": table_name, "Limit": _ITEMS_A_PAGE, "ConsistentRead": consistent}

    async def go_through_segment(number: int, segment: Segment) -> None:
        while segment.start is not None:
            asked = {**request, "Segment": number, "TotalSegments": total}
            if segment.start:
                asked["ExclusiveStartKey"] = segment.start
            answer = await dynamo.call("Scan", asked)
            counts = Counter(segment.counts) + Counter(await take(answer["Items"]))
            segment = Segment(answer.get("LastEvaluatedKey"), counts)
            await keep(number, segment)

    await side_by_side(go_through_segment(*each) for each in position.segments.items())


async def side_by_side(works: Iterable[Coroutine[Any, Any, None]]) -> None:
    """Does all of them at once. When one fails, the others are stopped, and its fault is raised."""
    try:
        async with asyncio.TaskGroup() as group:
            for work in works:
                group.create_task(work)
    except ExceptionGroup as faults:
        fault: Exception = faults
        while isinstance(fault, ExceptionGroup):
            fault = fault.exceptions[0]
        raise fault from None

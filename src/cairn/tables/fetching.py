"""The pages of a query, each when it is wanted, or with the next one under way while the caller works on one."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

from cairn.dynamo.seam import Dynamo, Response


async def pages(dynamo: Dynamo, request: dict[str, Any]) -> AsyncGenerator[Response]:
    """The pages that answer `request`, a Query. Whoever stops early has asked, and pays, for nothing more."""
    answer = await dynamo.call("Query", request)
    yield answer
    while (last := answer.get("LastEvaluatedKey")) is not None:
        answer = await dynamo.call("Query", {**request, "ExclusiveStartKey": last})
        yield answer


async def pages_ahead(dynamo: Dynamo, request: dict[str, Any]) -> AsyncGenerator[Response]:
    """All pages that answer `request`, a Query. Whoever stops early, or is cancelled, leaves nothing running."""
    following: asyncio.Task[Response] | None = None
    try:
        answer = await dynamo.call("Query", request)
        while (last := answer.get("LastEvaluatedKey")) is not None:
            following = asyncio.create_task(
                _answered(dynamo, {**request, "ExclusiveStartKey": last}), name="next page of a query"
            )
            await asyncio.sleep(0)  # lets the request go out before the caller begins to compute
            yield answer
            answer = await following
        yield answer
    finally:
        if following is not None and not following.done():
            following.cancel()
            await asyncio.wait([following])
        if following is not None and not following.cancelled():
            following.exception()  # asked for, so that a fault which nobody waits for any more isn't reported


async def _answered(dynamo: Dynamo, request: dict[str, Any]) -> Response:
    return await dynamo.call("Query", request)

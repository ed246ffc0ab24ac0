"""What is new for whoever is signed in, as server-sent events."""

from typing import Annotated, Final

from fastapi import APIRouter, Query
from pydantic import StringConstraints

from cairn.apps.base import SignedIn, raises
from cairn.apps.base.live import EventStream, Live, TooManyStreams
from cairn.services.bus import own_topic

router: Final = APIRouter(tags=["live"])
Topic = Annotated[str, StringConstraints(pattern=r"^[a-z_]{1,50}$")]


@router.get("/live", response_class=EventStream)
@raises(TooManyStreams)
async def watch(
    caller: SignedIn,
    live: Live,
    topic: Annotated[
        list[Topic],
        Query(min_length=1, max_length=20, description="What to hear of.", examples=[["messages"]]),
    ],
) -> EventStream:
    """News of these topics, of this account and no other. `missed` says that some got lost: read again."""
    return live.stream(caller, [own_topic(caller.account_id, each) for each in topic])

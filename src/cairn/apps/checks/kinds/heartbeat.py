"""Others call us: a job that ran, a backup that was made. Nobody called in time is down."""

from datetime import timedelta
from typing import Annotated, Final

from pydantic import Field

from cairn.apps.checks.kinds.kind import Attributes, Kind, Look, Sight, judged
from cairn.apps.checks.looking.findings import Finding
from cairn.apps.checks.rules.states import Verdict
from cairn.apps.checks.schema import CheckType

_SCHEME: Final = "heartbeat"
_LONGEST_NAME: Final = 100
_SECOND: Final = timedelta(seconds=1)


class HeartbeatAttributes(Attributes):
    """What can be said of a HEARTBEAT check."""

    retries: Annotated[int, Field(ge=0, le=10)] = Field(
        default=0, description="How often it is looked at again before it counts as down."
    )
    grace_seconds: Annotated[int, Field(ge=0, le=31 * 86_400)] = Field(
        default=60, description="How many seconds later than after its delay a call may come."
    )


def address(url: str) -> str:
    """A name for whoever calls: nobody is asked at it."""
    name = "-".join(url.strip().removeprefix(f"{_SCHEME}://").split())
    if not name or len(name) > _LONGEST_NAME:
        raise ValueError(
            f"is a name of 1 to {_LONGEST_NAME} characters for what calls, such as nightly-backup"
        )
    return f"{_SCHEME}://{name}"


async def look(sight: Sight, _: str, wanted: HeartbeatAttributes) -> Look:
    beat = await sight.last_beat()
    if beat is None:
        return Look(Verdict.UNKNOWN, "nobody has called yet")
    deadline = beat.at + sight.delay + timedelta(seconds=wanted.grace_seconds)
    came = Finding(
        "call",
        f"by {deadline:%Y-%m-%d %H:%M:%S} UTC",
        f"at {beat.at:%Y-%m-%d %H:%M:%S} UTC",
        sight.now <= deadline,
    )
    said = Finding("what it says", "that all is well", beat.note or "nothing", beat.is_good)
    verdict, reason = judged((came, said))
    following = sight.now + sight.delay
    again_at = min(deadline + _SECOND, following) if verdict is Verdict.GOOD else following
    return Look(verdict, reason, (came, said), again_at=again_at)


HEARTBEAT: Final = Kind(
    check_type=CheckType.HEARTBEAT,
    title="A heartbeat",
    summary="Does something that should call us do so in time?",
    example="nightly-backup",
    wanted=HeartbeatAttributes,
    address=address,
    look=look,
)

"""The addresses that others call: whoever knows one may, without an account and without a page of ours."""

from datetime import datetime
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Query

from cairn.apps.base import Anyone, House, Member, raises
from cairn.apps.checks.api.shapes import Shown
from cairn.apps.checks.history_schema import Beat
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.beating import LONGEST_NOTE
from cairn.apps.checks.service.refusals import NoSuchCheck

router: Final = APIRouter()

Status = Annotated[Literal["up", "down"], Query(description="`down` says that what ran has failed.")]
Said = Annotated[str, Query(max_length=LONGEST_NOTE, description="What is to be said of it.")]


class BeatShown(Shown):
    """A call."""

    at: datetime
    status: Literal["up", "down"]
    message: str | None

    @classmethod
    def of(cls, beat: Beat) -> "BeatShown":
        return cls(at=beat.at, status="up" if beat.is_good else "down", message=beat.note)


class HeartbeatShown(Shown):
    """Where to call, and the last call."""

    url: str
    last: BeatShown | None


@router.get("/beats/{checkid}/{proof}")
@raises(NoSuchCheck)
async def beat_by_get(
    _: Anyone, house: House, checkid: str, proof: str, status: Status = "up", message: Said = ""
) -> BeatShown:
    """Calls a heartbeat, for programs that can only GET."""
    return await _beat(house, checkid, proof, status, message)


@router.post("/beats/{checkid}/{proof}")
@raises(NoSuchCheck)
async def beat(
    _: Anyone, house: House, checkid: str, proof: str, status: Status = "up", message: Said = ""
) -> BeatShown:
    """Calls a heartbeat: what was to run has run. What is sent as a body does not matter."""
    return await _beat(house, checkid, proof, status, message)


@router.get("/{checkid}/heartbeat")
@raises(NoSuchCheck)
async def show_heartbeat(caller: Member, house: House, checkid: str) -> HeartbeatShown:
    """Where to call for a heartbeat, and the last call. Whoever knows the address can call."""
    url, last = await Checks.of(house).beating.heard(caller, checkid)
    return HeartbeatShown(url=url, last=None if last is None else BeatShown.of(last))


async def _beat(house: House, checkid: str, proof: str, status: str, message: str) -> BeatShown:
    checks = Checks.of(house)
    return BeatShown.of(await checks.beating.beat(checkid, proof, is_good=status == "up", note=message))

"""Planned maintenance over HTTP."""

from typing import Final

from fastapi import APIRouter

from cairn.apps.base import House, Listed, Member, raises
from cairn.apps.checks.api.maintenance_shapes import NewWindow, WindowShown
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.refusals import NoSuchWindow, NothingGoesOn, TooManyWindows

router: Final = APIRouter(prefix="/maintenance")


@router.get("")
async def list_maintenance(caller: Member, house: House) -> Listed[WindowShown]:
    """All maintenance that the account has planned, what was planned last first."""
    now = house.clock.now()
    windows = await Checks.of(house).planning.windows(caller.account_id)
    return Listed(items=[WindowShown.of(each, now) for each in windows])


@router.post("", status_code=201)
@raises(TooManyWindows)
async def plan_maintenance(caller: Member, house: House, given: NewWindow) -> WindowShown:
    """Plans maintenance: meanwhile its checks are not looked at, nobody is told, and their uptime leaves it out."""
    return WindowShown.of(await Checks.of(house).planning.plan(caller, given.wanted), house.clock.now())


@router.get("/{windowid}")
@raises(NoSuchWindow)
async def show_maintenance(caller: Member, house: House, windowid: str) -> WindowShown:
    """One planned maintenance."""
    return WindowShown.of(await Checks.of(house).planning.window(caller, windowid), house.clock.now())


@router.put("/{windowid}")
@raises(NoSuchWindow)
async def change_maintenance(caller: Member, house: House, windowid: str, given: NewWindow) -> WindowShown:
    """Plans it otherwise."""
    changed = await Checks.of(house).planning.amend(caller, windowid, given.wanted)
    return WindowShown.of(changed, house.clock.now())


@router.post("/{windowid}/end")
@raises(NoSuchWindow, NothingGoesOn)
async def end_maintenance(caller: Member, house: House, windowid: str) -> WindowShown:
    """Ends what goes on. What comes back, comes back at its next time."""
    return WindowShown.of(await Checks.of(house).planning.end(caller, windowid), house.clock.now())


@router.delete("/{windowid}", status_code=204)
@raises(NoSuchWindow)
async def delete_maintenance(caller: Member, house: House, windowid: str) -> None:
    """Gives it up."""
    await Checks.of(house).planning.delete(caller, windowid)

"""Checks over HTTP: all that a person can do with them."""

from datetime import timedelta
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from cairn.apps.base import House, Listed, Member, raises
from cairn.apps.base.given import WhichPart, listed
from cairn.apps.checks.api import many, moving, status_pages
from cairn.apps.checks.api.beat_routes import router as beats
from cairn.apps.checks.api.maintenance_routes import router as maintenance
from cairn.apps.checks.api.operator_routes import router as operators
from cairn.apps.checks.api.shapes import (
    CheckChanges,
    CheckShown,
    IncidentShown,
    LimitsShown,
    LookShown,
    NewCheck,
    PricePoint,
    RunShown,
    TypeShown,
    UptimeShown,
)
from cairn.apps.checks.kinds import KINDS
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.refusals import (
    CheckLimitReached,
    CheckPaused,
    ChecksSuspended,
    LookedJustNow,
    NoSuchCheck,
)

router: Final = APIRouter()
# Before `/{checkid}`, which would take their addresses for a check's.
for each in (beats, maintenance, moving.router, many.router, operators, status_pages.router):
    router.include_router(each)
_MILLISECOND: Final = timedelta(milliseconds=1)

Count = Annotated[int, Query(ge=1, le=100, description="How many at most.")]


@router.get("")
async def list_checks(
    caller: Member, house: House, part: WhichPart, request: Request, response: Response
) -> Listed[CheckShown]:
    """The account's checks with what each found last, the newest first."""
    page = await Checks.of(house).keeping.some(caller, size=part.size, cursor=part.cursor)
    return listed([CheckShown.of(each) for each in page.items], page.cursor, request, response)


@router.post("", status_code=201)
@raises(CheckLimitReached, ChecksSuspended)
async def create_check(caller: Member, house: House, given: NewCheck) -> CheckShown:
    """Makes a check. It runs at once, and from then on again and again."""
    return CheckShown.of(await Checks.of(house).keeping.create_check(caller, given.wanted))


@router.post("/try")
@raises(LookedJustNow)
async def try_check(caller: Member, house: House, given: NewCheck) -> LookShown:
    """Looks once, as the check would. Nothing is kept."""
    return LookShown.of(await Checks.of(house).trying.try_out(caller, given.wanted))


@router.get("/types")
async def list_types(caller: Member) -> Listed[TypeShown]:
    """The types of checks, and the attributes that each knows."""
    return Listed(
        items=[
            TypeShown(
                check_type=kind.check_type,
                title=kind.title,
                summary=kind.summary,
                example=kind.example,
                attributes=kind.wanted.model_json_schema(),
            )
            for kind in KINDS.values()
        ]
    )


@router.get("/limits")
async def show_limits(caller: Member, house: House) -> LimitsShown:
    """How many checks the caller may have, and how often they may run."""
    people = Checks.of(house).people
    user = await people.known(caller)
    return LimitsShown(
        tier=user.tier,
        status=user.status,
        checks=user.checks or 0,
        check_limit=user.check_limit,
        shortest_delay_ms=people.allowance(user).shortest // _MILLISECOND,
    )


@router.get("/{checkid}")
@raises(NoSuchCheck)
async def show_check(caller: Member, house: House, checkid: str) -> CheckShown:
    """A check, with what it found last."""
    return CheckShown.of(await Checks.of(house).keeping.check(caller, checkid))


@router.patch("/{checkid}")
@raises(NoSuchCheck)
async def change_check(caller: Member, house: House, checkid: str, given: CheckChanges) -> CheckShown:
    """Changes a check. Its history stays, and it runs at once."""
    return CheckShown.of(await Checks.of(house).keeping.amend(caller, checkid, given.amended))


@router.delete("/{checkid}", status_code=204)
@raises(NoSuchCheck)
async def delete_check(caller: Member, house: House, checkid: str) -> None:
    """Removes a check and all that it has found."""
    await Checks.of(house).keeping.delete_check(caller, checkid)


@router.put("/{checkid}/pause", status_code=204)
@raises(NoSuchCheck)
async def pause_check(caller: Member, house: House, checkid: str) -> None:
    """Has it run no more until it is resumed."""
    await Checks.of(house).keeping.pause(caller, checkid)


@router.delete("/{checkid}/pause", status_code=204)
@raises(NoSuchCheck, ChecksSuspended)
async def resume_check(caller: Member, house: House, checkid: str) -> None:
    """Has it run again: one that was paused, or one that could not be run."""
    await Checks.of(house).keeping.resume(caller, checkid)


@router.post("/{checkid}/run", status_code=202)
@raises(NoSuchCheck, CheckPaused, LookedJustNow)
async def run_check(caller: Member, house: House, checkid: str) -> CheckShown:
    """Has it run at once. The answer is how it stood before."""
    return CheckShown.of(await Checks.of(house).keeping.run_now(caller, checkid))


@router.get("/{checkid}/uptime")
@raises(NoSuchCheck)
async def show_uptime(caller: Member, house: House, checkid: str) -> Listed[UptimeShown]:
    """Its uptime over 24 hours, 7 days, 30 days and a year."""
    found = await Checks.of(house).viewing.uptimes(caller, checkid)
    return Listed(items=[UptimeShown.of(each) for each in found])


@router.get("/{checkid}/runs")
@raises(NoSuchCheck)
async def list_runs(caller: Member, house: House, checkid: str, count: Count = 90) -> Listed[RunShown]:
    """Its last runs, the latest first."""
    found = await Checks.of(house).viewing.runs(caller, checkid, count)
    return Listed(items=[RunShown.of(each) for each in found])


@router.get("/{checkid}/incidents")
@raises(NoSuchCheck)
async def list_incidents(caller: Member, house: House, checkid: str) -> Listed[IncidentShown]:
    """Its last twenty incidents, the latest first."""
    found = await Checks.of(house).viewing.incidents(caller, checkid)
    return Listed(items=[IncidentShown.of(each) for each in found])


@router.get("/{checkid}/prices")
@raises(NoSuchCheck)
async def list_prices(caller: Member, house: House, checkid: str) -> Listed[PricePoint]:
    """The prices that it has seen, the latest first: each from the moment on at which it was another one."""
    found = await Checks.of(house).viewing.prices(caller, checkid)
    return Listed(items=[PricePoint.of(each) for each in found])

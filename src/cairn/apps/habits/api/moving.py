"""Habits that come and go in files."""

from typing import Any, Final, Self
from uuid import UUID

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field

from cairn.apps.base import Given, House, Member, raises, takes_up_to
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.importing import MOST_BYTES, NoHabitsFile, Underway
from cairn.apps.habits.service.keeping import TooManyHabits
from cairn.services.problems import NotFound

router: Final = APIRouter()
_FILE: Final[dict[str, Any]] = {
    "requestBody": {
        "required": True,
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}
_ZIP: Final = "application/zip"
_ZIPPED: Final[dict[int | str, dict[str, Any]]] = {
    200: {"content": {_ZIP: {"schema": {"type": "string", "format": "binary"}}}, "description": "A zip"}
}


class HabitFound(BaseModel):
    """A habit of a file."""

    name: str
    is_new: bool
    days: int
    new: int = Field(description="Days that are not there yet.")
    differing: int = Field(description="Days that are there already and otherwise. They stay as they are.")


class PreviewShown(BaseModel):
    """What a file holds."""

    import_id: UUID
    source: str = Field(examples=["Loop Habit Tracker"])
    habits: list[HabitFound]


class ImportShown(BaseModel):
    """How far a file is taken over."""

    import_id: UUID
    state: str = Field(examples=["WAITING"])
    habits: int
    done: int

    @classmethod
    def of(cls, underway: Underway) -> Self:
        return cls(
            import_id=underway.import_id, state=underway.state, habits=underway.habits, done=underway.done
        )


class WantedImport(Given):
    """How a file is to be taken over."""

    with_points: bool = Field(default=False, description="Whether its days pay points.")


@router.post("/imports", status_code=201, openapi_extra=_FILE)
@raises(NoHabitsFile)
@takes_up_to(MOST_BYTES)
async def preview_import(caller: Member, house: House, request: Request) -> PreviewShown:
    """Reads a file of Loop Habit Tracker, HabitBull, Beaver Habits, Habitica or Cairn, and takes nothing over yet."""
    preview = await Habits.of(house).importing.look_at(caller, await request.body())
    return PreviewShown(
        import_id=preview.import_id,
        source=preview.source,
        habits=[
            HabitFound(
                name=each.name, is_new=each.is_new, days=each.days, new=each.new, differing=each.differing
            )
            for each in preview.habits
        ],
    )


@router.get("/imports/{import_id}")
@raises(NotFound)
async def show_import(caller: Member, house: House, import_id: UUID) -> ImportShown:
    """How far a file is taken over."""
    return ImportShown.of(await Habits.of(house).importing.progress(caller, import_id))


@router.post("/imports/{import_id}/apply", status_code=202)
@raises(NotFound, TooManyHabits)
async def apply_import(
    caller: Member, house: House, import_id: UUID, given: WantedImport | None = None
) -> ImportShown:
    """Has a file taken over, soon after. What is there already stays as it is; again, it changes nothing."""
    with_points = given is not None and given.with_points
    return ImportShown.of(
        await Habits.of(house).importing.take_over(caller, import_id, with_points=with_points)
    )


@router.get("/export", response_class=Response, responses=_ZIPPED)
async def export_habits(caller: Member, house: House) -> Response:
    """All habits with all of their days: a zip that Loop Habit Tracker takes, and that comes back here as it went."""
    name = f"cairn-habits-{house.clock.now():%Y-%m-%d}.zip"
    return Response(
        await Habits.of(house).exporting.written(caller),
        media_type=_ZIP,
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )

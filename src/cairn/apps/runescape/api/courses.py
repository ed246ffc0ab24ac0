"""How a goal came and comes: its records, its course with the line that is needed, the rounds of one that repeats."""

from datetime import datetime
from typing import Annotated, Final
from uuid import UUID

from fastapi import APIRouter, Request, Response
from pydantic import Field

from cairn.apps.base import House, Listed, Member, raises
from cairn.apps.base.given import WhichPart, listed
from cairn.apps.runescape.api.forms import CSV, Asked, CharacterInPath, Shown, csv_answer, csv_of
from cairn.apps.runescape.api.goal_shapes import ProjectionShown
from cairn.apps.runescape.rules.projection import line_at
from cairn.apps.runescape.schema import TargetType
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.refusals import NoSuchCharacter, NoSuchGoal

router: Final = APIRouter()


class RecordOfProgress(Shown):
    """Where a goal stood at a moment."""

    progress_value: int
    timestamp: datetime
    created_at: datetime


class NewProgress(Asked):
    """Where a goal stands, where the hiscores don't tell."""

    progress_value: Annotated[int, Field(ge=0, le=10_000_000_000)]


class OnTheWay(Shown):
    at: datetime
    value: int
    needed: float | None = Field(description="What the straight line to the goal's day demands then.")


class RoundShown(Shown):
    """A day, a week or a month of a goal that repeats."""

    first: datetime
    gained: int
    is_met: bool


class CourseShown(Shown):
    """A goal's way. A level is followed by the experience beneath it, since it moves too rarely."""

    attribute: str
    kind: TargetType = Field(description="What the values count.")
    start: OnTheWay
    target: int
    points: list[OnTheWay]
    projection: ProjectionShown
    rounds: list[RoundShown] = Field(description="Of what repeats: those that are over, the oldest first.")
    rounds_in_a_row: int


@router.get("/characters/{name}/goals/{goal_id}/course")
@raises(NoSuchCharacter, NoSuchGoal)
async def show_course(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> CourseShown:
    """The points of a goal, the line that its day requires, and what is to be expected."""
    runescape = Runescape.of(house)
    own = await runescape.characters.one(caller, name)
    tracking = await runescape.goals.one(caller.account_id, name, goal_id)
    coming = await runescape.courses.of(
        tracking, own.following, caller.preferences.zone, now=house.clock.now()
    )
    if coming is None:
        raise NoSuchGoal("Nothing was recorded of this goal yet")
    course = coming.course
    points = [
        OnTheWay(at=each.at, value=each.value, needed=line_at(course, each.at)) for each in coming.points
    ]
    rounds = coming.rounds
    is_relative = tracking.plan.is_relative or rounds is not None
    return CourseShown(
        attribute=course.measure.attribute,
        kind=course.measure.type,
        start=OnTheWay(at=course.start.at, value=course.start.value, needed=line_at(course, course.start.at)),
        target=course.target,
        points=points,
        projection=ProjectionShown.of(coming.projection, is_relative=is_relative),
        rounds=[]
        if rounds is None
        else [RoundShown(first=each.first, gained=each.gained, is_met=met) for each, met in rounds.over],
        rounds_in_a_row=0 if rounds is None else rounds.in_a_row,
    )


@router.get("/characters/{name}/goals/{goal_id}/progress")
@raises(NoSuchGoal)
async def list_progress(
    caller: Member,
    house: House,
    name: CharacterInPath,
    goal_id: UUID,
    part: WhichPart,
    request: Request,
    response: Response,
) -> Listed[RecordOfProgress]:
    """The records of a goal, the latest first."""
    page = await Runescape.of(house).goals.progress(caller, name, goal_id, size=part.size, cursor=part.cursor)
    items = [RecordOfProgress.model_validate(each) for each in page.items]
    return listed(items, page.cursor, request, response)


@router.post("/characters/{name}/goals/{goal_id}/progress", status_code=201)
@raises(NoSuchGoal)
async def record_progress(
    caller: Member, house: House, name: CharacterInPath, goal_id: UUID, given: NewProgress
) -> RecordOfProgress:
    """Records where a goal stands now, for what the hiscores don't tell."""
    found = await Runescape.of(house).goals.record(caller, name, goal_id, given.progress_value)
    return RecordOfProgress.model_validate(found.latest)


@router.get("/characters/{name}/goals/{goal_id}/progress.csv", response_class=Response, responses=CSV)
@raises(NoSuchGoal)
async def export_progress(caller: Member, house: House, name: CharacterInPath, goal_id: UUID) -> Response:
    """All records of a goal as CSV, the oldest first."""
    goals = Runescape.of(house).goals
    rows = [
        (f"{each.timestamp:%Y-%m-%dT%H:%M:%SZ}", each.progress_value)
        async for each in goals.all_progress(caller, name, goal_id)
    ]
    return csv_answer(csv_of([("timestamp", "progressValue"), *rows]), f"goal-{goal_id}.csv")

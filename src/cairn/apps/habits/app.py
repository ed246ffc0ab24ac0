"""The habit tracker, as it registers itself."""

from pathlib import Path
from typing import Any, Final

from cairn.apps.base import App
from cairn.apps.habits import ledger_schema, schema
from cairn.apps.habits.api import ROUTER as API
from cairn.apps.habits.demo import fill
from cairn.apps.habits.events import AchievementUnlockedEvent, HabitCompletedEvent
from cairn.apps.habits.pages import ROUTER as PAGES
from cairn.apps.habits.pages import card
from cairn.apps.habits.records import SCHEMA
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.personal_data import HabitsData
from cairn.apps.habits.service.placing import COUNT_HEIGHTS
from cairn.apps.habits.service.taking_over import TAKE_OVER
from cairn.apps.habits.settings import HabitSettings
from cairn.services.events import Follower
from cairn.services.jobs import JobHandler
from cairn.services.services import Services


def followers(services: Services) -> tuple[Follower[Any], ...]:
    """Document: The Event Workflow."""
    following = Habits.of(services).following
    return (
        Follower("habits.check_streaks", HabitCompletedEvent, following.check_streaks),
        Follower("habits.award_points", HabitCompletedEvent, following.award_points),
        Follower("habits.send_notification", AchievementUnlockedEvent, following.send_notification),
    )


def jobs(services: Services) -> tuple[JobHandler[Any], ...]:
    habits = Habits.of(services)
    return (
        JobHandler(TAKE_OVER, habits.taking_over.run, at_once=2),
        JobHandler(COUNT_HEIGHTS, habits.placing.count_heights, at_once=1),
    )


HABITS: Final = App(
    name="habits",
    title="Habits",
    summary="Tap what you did today: streaks, points and achievements follow.",
    tables=(*schema.TABLES, *ledger_schema.TABLES),
    sections=(HabitSettings,),
    sql=SCHEMA,
    personal_data=HabitsData,
    api=API,
    pages=PAGES,
    templates=Path(__file__).with_name("templates"),
    card=card,
    demo=fill,
    followers=followers,
    jobs=jobs,
    timetables=lambda services: (Habits.of(services).reminding.timetable,),
)

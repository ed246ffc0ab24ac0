"""Believable habits, for a newcomer to look at: the same ones each time, up to yesterday."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal
from random import Random
from typing import Final

from cairn.apps.habits.events import Change
from cairn.apps.habits.records import Completion
from cairn.apps.habits.rules.boards import counts_on_boards
from cairn.apps.habits.rules.entries import Mark, Target
from cairn.apps.habits.rules.schedules import EveryDay, OnWeekdays, Period, Schedule, TimesInPeriod
from cairn.apps.habits.service import Habits
from cairn.apps.habits.service.books import Book, locked_person, own_habit
from cairn.apps.habits.service.entering import today_of
from cairn.apps.habits.service.keeping import NewHabit
from cairn.services.accounts import Member
from cairn.services.services import Services

_DAY: Final = timedelta(days=1)
_NAMES: Final = ("Ada", "Bo on the hill", "Cleo", "Dev")


@dataclass(frozen=True, slots=True)
class _Sketch:
    """A habit, since how many days it is kept, and how often it was done."""

    name: str
    schedule: Schedule
    days: int
    chance: float
    why: str = ""
    target: Target | None = None
    notes: tuple[str, ...] = ()


SKETCHES: Final = (
    _Sketch(
        "Read", EveryDay(), 330, 0.95, "Ten pages, before the telephone", notes=("on the train", "aloud")
    ),
    _Sketch(
        "Run",
        TimesInPeriod(times=3, period=Period.WEEK),
        240,
        0.5,
        target=Target(Decimal(5), unit="km"),
        notes=("rain", "along the river"),
    ),
    _Sketch("No screens after ten", OnWeekdays(weekdays=frozenset(range(5))), 150, 0.86),
    _Sketch("Call home", TimesInPeriod(times=1, period=Period.WEEK), 300, 0.21),
    _Sketch("Stretch", EveryDay(), 40, 0.97, "Five minutes are enough"),
)


async def fill(services: Services, people: Sequence[Member]) -> None:
    """Gives everybody habits, the first person all of them, and puts everybody on the leaderboard."""
    habits = Habits.of(services)
    for number, (member, name) in enumerate(zip(people, _NAMES, strict=False)):
        # A demonstration has to look the same each time, which is what no secret may.
        random = Random(number)  # noqa: S311
        for sketch in SKETCHES[: len(SKETCHES) - number]:
            await _keep(services, member, sketch, random)
        await habits.boarding.join(member, name)


async def _keep(services: Services, member: Member, sketch: _Sketch, random: Random) -> None:
    now = services.clock.now()
    async with services.sql.writing() as writing:
        today = today_of(member, await locked_person(writing.session, member.account_id), now)
    new = NewHabit(
        name=sketch.name,
        schedule=sketch.schedule,
        description=sketch.why,
        target=sketch.target,
        start=today - sketch.days * _DAY,
    )
    made = await Habits.of(services).keeping.make_habit(member, new)
    async with services.sql.writing() as writing:
        person = await locked_person(writing.session, member.account_id)
        habit = await own_habit(writing.session, member.account_id, made.id)
        book = await Book.open(writing, person, habit, today=today)
        for ago in range(sketch.days, 0, -1):
            if random.random() < sketch.chance:
                book.enter(_entry(sketch, book, today - ago * _DAY, random))
        await book.close(Change.JUDGED_ANEW, None, now=now)


def _entry(sketch: _Sketch, book: Book, day: date, random: Random) -> Completion:
    amount = None if sketch.target is None else Decimal(random.randrange(48, 90)) / 10
    is_skipped = random.random() < 0.02
    has_note = bool(sketch.notes) and random.random() < 0.08
    return Completion(
        habit_id=book.habit.id,
        day=day,
        account_id=book.person.account_id,
        mark=(Mark.SKIPPED if is_skipped else Mark.DONE).value,
        amount=None if is_skipped else amount,
        note=random.choice(sketch.notes) if has_note else "",
        pays=True,
        on_board=counts_on_boards(day, today=book.today),
        entered_at=book.habit.created_at,
        points=0,
        multiplier=0,
        streak=0,
    )

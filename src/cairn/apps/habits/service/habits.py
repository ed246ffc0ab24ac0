"""All that can be done with habits, by subject: `habits.entering.complete_habit(…)`, `habits.keeping.make_habit(…)`."""

from dataclasses import dataclass
from typing import Self

from cairn.apps.habits.service.boarding import Boarding
from cairn.apps.habits.service.calendars import Calendars
from cairn.apps.habits.service.entering import Entering
from cairn.apps.habits.service.exporting import Exporting
from cairn.apps.habits.service.following import Following
from cairn.apps.habits.service.importing import Importing
from cairn.apps.habits.service.keeping import Keeping
from cairn.apps.habits.service.placing import Placing
from cairn.apps.habits.service.reminding import Reminding
from cairn.apps.habits.service.taking_over import TakingOver
from cairn.apps.habits.service.viewing import Viewing
from cairn.apps.habits.settings import HabitSettings
from cairn.services.services import Services


@dataclass(frozen=True, slots=True)
class Habits:
    """The use-cases of the habit tracker, bound to the services of one Cairn."""

    entering: Entering
    keeping: Keeping
    following: Following
    viewing: Viewing
    calendars: Calendars
    boarding: Boarding
    placing: Placing
    importing: Importing
    taking_over: TakingOver
    exporting: Exporting
    reminding: Reminding

    @classmethod
    def of(cls, services: Services) -> Self:
        placing = Placing(services.tables, services.jobs, services.clock)
        return cls(
            Entering(services.sql, services.clock),
            Keeping(services.sql, services.clock),
            Following(services.tables, services.events, services.notify, services.sql),
            Viewing(services.sql, services.tables, services.clock),
            Calendars(services.sql, services.clock),
            Boarding(
                services.tables, services.clock, placing, services.settings[HabitSettings].leaderboard_shards
            ),
            placing,
            Importing(services.sql, services.clock),
            TakingOver(services.sql, services.clock),
            Exporting(services.sql),
            Reminding(services.sql, services.tables, services.notify, services.clock),
        )

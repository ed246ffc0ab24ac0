"""Why something can't be done with a habit."""

from cairn.services.problems import Conflict, InvalidInput, NotFound


class NoSuchHabit(NotFound):
    """There is no such habit, or it is somebody else's."""

    slug = "no-such-habit"
    title = "There is no such habit"


class NotOnThisDay(InvalidInput):
    """Nothing can be entered for a day: it is to come, or the habit was not kept then."""

    slug = "not-on-this-day"
    title = "Nothing can be entered for this day"


class HabitArchived(Conflict):
    """An archived habit stays as it was."""

    slug = "habit-archived"
    title = "This habit is archived"


class NoFreezeLeft(Conflict):
    """Freezes are earned by streaks, and there is none left."""

    slug = "no-freeze-left"
    title = "There is no freeze left"

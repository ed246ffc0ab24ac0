"""Why something can't be done with a check."""

from cairn.services.problems import Conflict, NotAllowed, NotFound, TooMany


class NoSuchCheck(NotFound):
    """There is no such check, or it is somebody else's."""

    slug = "no-such-check"
    title = "There is no such check"


class CheckLimitReached(Conflict):
    """There are as many checks as the tier allows."""

    slug = "check-limit-reached"
    title = "There are as many checks as your tier allows"


class ChecksSuspended(NotAllowed):
    """An operator has stopped this account's checks."""

    slug = "checks-suspended"
    title = "Your checks are stopped"


class CheckPaused(Conflict):
    """A check that is paused does not run."""

    slug = "check-paused"
    title = "This check does not run"


class LookedJustNow(TooMany):
    """It was looked at a moment ago."""

    slug = "looked-just-now"
    title = "It was looked at a moment ago"


class NoSuchWindow(NotFound):
    """There is no such planned maintenance, or it is somebody else's."""

    slug = "no-such-maintenance"
    title = "There is no such planned maintenance"


class TooManyWindows(Conflict):
    """There is as much planned maintenance as an account may have."""

    slug = "too-many-maintenance-windows"
    title = "There is as much planned maintenance as there may be"


class NothingGoesOn(Conflict):
    """Only maintenance that goes on can be ended."""

    slug = "no-maintenance-now"
    title = "This maintenance does not go on"

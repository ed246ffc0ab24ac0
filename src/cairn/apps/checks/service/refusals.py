"""Why something can't be done with a check."""

from cairn.services.problems import Conflict, InvalidInput, NotAllowed, NotFound, TooMany


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


class NoSuchStatusPage(NotFound):
    """There is no such status page, or it is somebody else's."""

    slug = "no-such-status-page"
    title = "There is no such status page"


class NoSuchPost(NotFound):
    """There is no such post on the status page."""

    slug = "no-such-post"
    title = "There is no such post"


class AddressTaken(Conflict):
    """Another status page stands at this address."""

    slug = "address-taken"
    title = "This address is taken"


class TooManyStatusPages(Conflict):
    """There are as many status pages as an account may have."""

    slug = "too-many-status-pages"
    title = "There are as many status pages as there may be"


class TooManyEntries(Conflict):
    """A post has as many entries as it may have."""

    slug = "too-many-entries"
    title = "This post has grown too long"


class NoSuchBadge(NotFound):
    """There is no such badge, or it is not for everybody."""

    slug = "no-such-badge"
    title = "There is no such badge"


class NoChecksFile(InvalidInput):
    """A file can't be read as checks."""

    slug = "no-checks-file"
    title = "These are no checks that can be read"


class NobodyWithChecks(NotFound):
    """There is no such account, or it has never had a check."""

    slug = "nobody-with-checks"
    title = "There is nobody with checks under this id"

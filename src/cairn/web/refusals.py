"""What the web itself refuses, before or after anything else of Cairn is asked."""

from collections.abc import Sequence

from cairn.services.problems import InvalidInput, NotAllowed, Problem


class Unreadable(InvalidInput):
    """The request is not what its head says that it is."""

    slug = "unreadable"
    title = "The request can't be read"


class CrossSite(NotAllowed):
    """Another site had a browser ask for a change."""

    slug = "cross-site"
    title = "This came from another site"


class WrongHost(Problem):
    """The request is meant for a host that this is not."""

    status = 421
    slug = "wrong-host"
    title = "This host is somebody else"


class NoSuchMethod(Problem):
    """What is here can't be asked for in this way."""

    status = 405
    slug = "no-such-method"
    title = "This can't be done here"

    def __init__(self, detail: str, *, allowed: Sequence[str]) -> None:
        super().__init__(detail)
        self.allowed = tuple(allowed)


class BodyTooLarge(Problem):
    """The request's body is larger than what is taken here."""

    status = 413
    slug = "body-too-large"
    title = "This is more than is taken here"


class Broken(Problem):
    """Something went wrong that should not have. The log says what."""

    status = 500
    slug = "broken"
    title = "Something went wrong here"


class NotReady(Problem):
    """Something that is needed does not answer."""

    status = 503
    slug = "not-ready"
    title = "Not ready"

"""Why a file is not taken."""

from cairn.services.problems import Problem


class TooLarge(Problem):
    """A file is larger than it may be here."""

    status = 413
    slug = "too-large"
    title = "This file is too large"


class WrongType(Problem):
    """A file is something else than is taken here."""

    status = 415
    slug = "wrong-type"
    title = "This is not a kind of file that is taken here"

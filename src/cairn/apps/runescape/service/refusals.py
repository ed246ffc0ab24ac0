"""What people are refused, in words that say what would be right."""

from cairn.services.problems import Conflict, InvalidInput, NotFound, TooMany


class NoSuchCharacter(NotFound):
    """The person follows no such character, or it is somebody else's."""

    slug = "no-such-character"
    title = "You follow no such character"


class NoSuchGoal(NotFound):
    """There is no such goal, or it is somebody else's."""

    slug = "no-such-goal"
    title = "There is no such goal"


class NoSuchGroup(NotFound):
    """There is no such group of goals, or it is somebody else's."""

    slug = "no-such-group"
    title = "There is no such group of goals"


class NotOnHiscores(NotFound):
    """The hiscores know no such name, or don't rank it."""

    slug = "not-on-hiscores"
    title = "The hiscores don't have this name"


class NotTheSame(Conflict):
    """A character under another name can't be the one that was followed."""

    slug = "not-the-same"
    title = "That is another character"


class HiscoresBusy(TooMany):
    """The hiscores can't be asked just now."""

    slug = "hiscores-busy"
    title = "The hiscores can't be asked just now"


class LookedJustNow(TooMany):
    """The character was looked at a moment ago."""

    slug = "character-looked-just-now"
    title = "This character was looked at just now"


class NoPast(Conflict):
    """Nobody has kept the past of what is played on this board."""

    slug = "no-past"
    title = "Nobody has kept this past"


class NoSuchBringing(NotFound):
    """The past of this character was never asked for."""

    slug = "past-not-asked-for"
    title = "This past was never asked for"


class BroughtJustNow(TooMany):
    """The past of this character was brought a moment ago."""

    slug = "past-brought-just-now"
    title = "This past was brought a moment ago"


class TooManyGoals(Conflict):
    """There are as many characters, or goals, as there can be."""

    slug = "too-many-goals"
    title = "That is as many as there can be"


class ValueUnknown(InvalidInput):
    """The hiscores don't tell where the character stands."""

    slug = "value-unknown"
    title = "The hiscores don't tell where this stands"


class NoChannels(Conflict):
    """There is no channel to which a message of a goal could go."""

    slug = "no-channels"
    title = "There is nowhere to send it"

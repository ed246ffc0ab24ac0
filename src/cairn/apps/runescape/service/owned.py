"""A character as its follower has it, and what boards say of a name before anybody follows it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.hiscores.compact import unpacked
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.account_types import AccountType, board_of
from cairn.apps.runescape.rules.lately import line
from cairn.apps.runescape.rules.polling import MISSING_FOR_GOOD
from cairn.apps.runescape.schema import Character
from cairn.apps.runescape.tracking_schema import Followed, Following
from cairn.services.problems import InvalidInput


@dataclass(frozen=True, slots=True)
class Own:
    """A character of a person's: as the document has it, on which board, and what was seen of it."""

    character: Character
    following: Following
    followed: Followed | None

    @property
    def name(self) -> CharacterName:
        return self.following.name

    @property
    def board(self) -> Board:
        return self.following.board

    @property
    def reading(self) -> Reading:
        """What was seen last; nothing when nothing was yet."""
        kept = None if self.followed is None else self.followed.reading
        return Reading() if kept is None else unpacked(kept)

    @property
    def is_lost(self) -> bool:
        """Whether the name is gone from its board, or somebody else's: the character has another one, perhaps."""
        followed = self.followed
        return followed is not None and (followed.is_somebody_else or followed.missing >= MISSING_FOR_GOOD)

    def lately(self, today: date) -> list[int]:
        """Experience in all on each of the last thirty days, as far as it is known."""
        return [] if self.followed is None else line(self.followed.lately, today)


@dataclass(frozen=True, slots=True)
class Found:
    """What the boards of a game say of a name. `readings` is empty for one that is on none of them."""

    name: CharacterName
    game: Game
    kind: AccountType
    readings: Mapping[Board, Reading]

    @property
    def board(self) -> Board:
        """Where it would be followed."""
        return board_of(self.kind, self.game)


def named(name: str) -> CharacterName:
    """A name that somebody gave."""
    try:
        return CharacterName(name.strip())
    except ValueError as fault:
        raise InvalidInput.of("name", str(fault)) from fault

"""Use-cases: a person's characters. A name is looked up before it is followed."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from cairn.apps.runescape.hiscores.answers import NotOnBoard
from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.names import CharacterName, checked_name
from cairn.apps.runescape.rules.account_types import AccountType, board_of, boards_to_compare
from cairn.apps.runescape.schema import Character, User
from cairn.apps.runescape.service.hiscores import Hiscores, NotNow
from cairn.apps.runescape.service.jobs import LOOKS
from cairn.apps.runescape.service.looking import Looking, first_look, key_of
from cairn.apps.runescape.service.owned import Found, Own, named
from cairn.apps.runescape.service.refusals import (
    HiscoresBusy,
    LookedJustNow,
    NoSuchCharacter,
    NotOnHiscores,
    TooManyGoals,
)
from cairn.apps.runescape.tracking_schema import Followed, Follower, Following
from cairn.services.accounts import Member
from cairn.services.accounts.limits import Limit, Limits
from cairn.services.clock import SECOND, Clock
from cairn.services.jobs import Jobs
from cairn.services.problems import InvalidInput
from cairn.services.timetables import changed
from cairn.tables import (
    Action,
    ConditionFailedError,
    Tables,
    attribute,
    create,
    delete,
    put,
    update,
)

MOST_CHARACTERS: Final = 50
_PATIENCE: Final = timedelta(seconds=12)
_BETWEEN_LOOKS: Final = timedelta(seconds=60)
_MOST_TRIES: Final = 5
_LOOK_UP: Final = Limit("runescape-look-up", 20, timedelta(seconds=20))
"""All share the turns at the hiscores, so that nobody takes most of them."""


class Characters:
    """A person's characters."""

    def __init__(
        self, tables: Tables, jobs: Jobs, clock: Clock, hiscores: Hiscores, looking: Looking
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._hiscores = hiscores
        self._looking = looking
        self._limits = Limits(tables, clock)

    async def of_member(self, member: Member) -> list[Own]:
        """All characters of a person, by name: three requests, however many there are."""
        user = member.account_id
        characters = await self._tables.all(Character.of_user(user))
        following = {each.name: each for each in await self._tables.all(Following.of_user(user))}
        kept = [
            (each, following[name]) for each in characters if (name := CharacterName(each.name)) in following
        ]
        seen = await self._tables.get_all([Followed.named(each.board, each.name) for _, each in kept])
        return [Own(character, each, look) for (character, each), look in zip(kept, seen, strict=True)]

    async def one(self, member: Member, name: str) -> Own:
        """One of them. Raises `NoSuchCharacter`."""
        try:
            known = CharacterName(name)
        except ValueError as fault:
            raise NoSuchCharacter(f"You follow nobody called {name!r}") from fault
        user = member.account_id
        character = await self._tables.get(Character.named(user, known), consistent=True)
        following = await self._tables.get(Following.with_name(user, known), consistent=True)
        if character is None or following is None:
            raise NoSuchCharacter(f"You follow nobody called {name}")
        followed = await self._tables.get(Followed.named(following.board, known), consistent=True)
        return Own(character, following, followed)

    async def look_up(self, member: Member, name: str, board: Board) -> Reading:
        """What a board says of a name, whether anybody follows it or not."""
        known = named(name)
        await self._limits.of_account(_LOOK_UP, member.account_id)
        return await self._asked(board, known)

    async def find_out(self, member: Member, name: str, game: Game) -> Found:
        """On which boards of a game a name stands, and what kind of account it is. On none is an answer as well."""
        known = named(name)
        await self._limits.of_account(_LOOK_UP, member.account_id)
        kind, readings = await self._kind_of(game, known)
        return Found(known, game, kind, readings)

    async def add(
        self, member: Member, name: str, *, game: Game = Game.OLD_SCHOOL, board: Board | None = None
    ) -> Own:
        """Follows a character. Without a board, what kind of account it is says which one.

        Who follows it already gets what is there: `created_at` stays.
        """
        known = named(name)
        written = checked_name(name.strip())
        mine = {each.name: each for each in await self.of_member(member)}
        if known in mine and board in {None, mine[known].board}:
            return mine[known]
        if known in mine:
            raise InvalidInput.of(
                "board",
                f"you follow {known} on {mine[known].board}; remove it there before you change the board",
            )
        if len(mine) >= MOST_CHARACTERS:
            raise TooManyGoals(f"You follow {MOST_CHARACTERS} characters; remove one first")
        await self._limits.of_account(_LOOK_UP, member.account_id)
        kind = AccountType.UNKNOWN
        if board is None:
            kind, found = await self._kind_of(game, known)
            if not found:
                raise _not_there(known, boards_to_compare(game))
            board = board_of(kind, game)
            reading = found.get(board) or next(iter(found.values()))
        else:
            reading = await self._asked(board, known)
        await self._follow(member, written, known, board, kind, reading)
        return await self.one(member, known)

    async def look_now(self, member: Member, name: str) -> Own:
        """Looks at a character at once, as its follower asks; not more than once a minute."""
        own = await self.one(member, name)
        if own.followed is None:
            raise NoSuchCharacter(f"You follow nobody called {name}")
        now = self._clock.now()
        last = own.followed.looked_at
        if last is not None and now - last < _BETWEEN_LOOKS:
            raise LookedJustNow(
                "It was looked at less than a minute ago", retry_after=_BETWEEN_LOOKS - (now - last)
            )
        try:
            await self._looking.look(own.followed, patience=_PATIENCE)
        except NotNow as refusal:
            raise self._busy(refusal) from refusal
        except ConditionFailedError:
            return await self.one(member, name)  # somebody else has looked at the same moment
        await self._tables.write(changed(self._jobs, LOOKS, key_of(own.board, own.name)))
        self._jobs.nudge()
        return await self.one(member, name)

    async def leave(self, member: Member, own: Own) -> None:
        """Follows a character no more. Its goals have to be gone. What everybody could see of it is kept."""
        user = member.account_id
        for _ in range(_MOST_TRIES):
            followed = await self._tables.get(Followed.named(own.board, own.name), consistent=True)
            actions: list[Action] = [
                delete(own.character),
                delete(own.following),
                delete(Follower.key(board=own.board, name=own.name, user_id=user)),
                changed(self._jobs, LOOKS, key_of(own.board, own.name)),
            ]
            if followed is not None:
                still = Followed.followers == followed.followers
                actions.append(
                    delete(followed, when=still)
                    if followed.followers <= 1
                    else update(followed.key, attribute(Followed.followers).add(-1), when=still)
                )
            try:
                await self._tables.write(*actions)
            except ConditionFailedError:
                continue
            self._jobs.nudge()
            return
        raise HiscoresBusy("Others come and go at this name; try again", retry_after=SECOND)

    async def user(self, member: Member) -> User:
        """The document's user, made at first use."""
        found = await self._tables.get(User.with_id(member.account_id), consistent=True)
        if found is not None:
            return found
        now = self._clock.now()
        made = User(id=member.account_id, email=member.email, created_at=now, updated_at=now)
        await self._tables.write(put(made))
        return made

    async def _follow(
        self,
        member: Member,
        written: str,
        known: CharacterName,
        board: Board,
        kind: AccountType,
        reading: Reading,
    ) -> None:
        user, now = member.account_id, self._clock.now()
        await self.user(member)
        character = Character(user_id=user, name=written, created_at=now, updated_at=now, tracked_skills={})
        following = Following(user_id=user, name=known, board=board, account_type=kind)
        for _ in range(_MOST_TRIES):
            followed = await self._tables.get(Followed.named(board, known), consistent=True)
            actions: list[Action] = [
                create(character),
                put(following),
                put(Follower(board=board, name=known, user_id=user)),
                changed(self._jobs, LOOKS, key_of(board, known)),
            ]
            if followed is None:
                actions += first_look(board, known, reading, now)
            else:
                actions.append(update(followed.key, attribute(Followed.followers).add(1)))
            try:
                await self._tables.write(*actions)
            except ConditionFailedError as refusal:
                if refusal.position == 0:
                    return  # the same person, at the same moment
                continue
            self._jobs.nudge()
            return
        raise HiscoresBusy("Others come and go at this name; try again", retry_after=SECOND)

    async def _kind_of(self, game: Game, name: CharacterName) -> tuple[AccountType, dict[Board, Reading]]:
        try:
            kind, found = await self._hiscores.find_out(game, name, patience=_PATIENCE)
        except NotNow as refusal:
            raise self._busy(refusal) from refusal
        return kind, found

    async def _asked(self, board: Board, name: CharacterName) -> Reading:
        try:
            return await self._hiscores.look(board, name, patience=_PATIENCE)
        except NotOnBoard as fault:
            raise _not_there(name, [board]) from fault
        except NotNow as refusal:
            raise self._busy(refusal) from refusal

    def _busy(self, refusal: NotNow) -> HiscoresBusy:
        wait = max(refusal.until - self._clock.now(), SECOND)
        return HiscoresBusy(f"Try again in a while: {refusal.reason}", retry_after=wait)


def _not_there(name: CharacterName, boards: Sequence[Board]) -> NotOnHiscores:
    where = ", ".join(boards)
    return NotOnHiscores(
        f"{name} is not on the hiscores ({where}): the name is misspelt, was changed, or is not ranked yet"
    )

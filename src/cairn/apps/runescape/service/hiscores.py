"""Asking the hiscores: one call after another, whichever worker asks, and none at all while they refuse."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final

from cairn.apps.runescape.hiscores.answers import BoardUnavailable, NotOnBoard, reading_of, reading_of_lines
from cairn.apps.runescape.hiscores.boards import IN_LINES, Board, Game, url_of, url_of_lines
from cairn.apps.runescape.hiscores.entries import BOSSES, SCORES, SKILLS
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.rules.account_types import AccountType, account_type, boards_to_compare
from cairn.apps.runescape.rules.measures import OVERALL
from cairn.apps.runescape.rules.polling import Pause, pause_after_refusal
from cairn.apps.runescape.settings import RunescapeSettings
from cairn.apps.runescape.tracking_schema import Turns
from cairn.services.clock import SECOND, Clock
from cairn.services.outbound import Answer, Outbound, OutboundError
from cairn.tables import ConditionFailedError, Tables, attribute, create, update

_MOST_TRIES: Final = 50
_MOST_BYTES: Final = 200_000


class NotNow(Exception):
    """The hiscores are not asked now: others are before, or they refuse."""

    def __init__(self, until: datetime, reason: str) -> None:
        super().__init__(reason)
        self.until = until
        self.reason = reason


class Hiscores:
    """The hiscores, as everybody in this installation shares them."""

    def __init__(self, tables: Tables, clock: Clock, outbound: Outbound, settings: RunescapeSettings) -> None:
        self._tables = tables
        self._clock = clock
        self._outbound = outbound
        self._settings = settings
        # Workers of other processes take turns by conditional writes; those of this one need not compete.
        self._at_the_door = asyncio.Lock()

    async def look(self, board: Board, name: str, *, patience: timedelta) -> Reading:
        """What a board says of a name. Raises `NotOnBoard`, and `NotNow` when it would take longer than `patience`."""
        try:
            return await self._ask(url_of(self._settings.hiscores, board, name), reading_of, patience)
        except NotOnBoard:
            if board not in IN_LINES:
                raise
            url = url_of_lines(self._settings.hiscores, board, name)
            return await self._ask(url, _reading_lines(board), patience)

    async def _ask(self, url: str, read: Callable[[int, bytes], Reading], patience: timedelta) -> Reading:
        turns = await self._wait_for_a_turn(patience)
        headers: Mapping[str, str] = {"user-agent": self._settings.user_agent}
        try:
            answer = await self._outbound.fetch(
                url, headers=headers, most_bytes=_MOST_BYTES, most_redirects=0
            )
        except OutboundError as fault:
            raise await self._refused(str(fault), None) from fault
        try:
            reading = read(answer.status, answer.body)
        except BoardUnavailable as fault:
            raise await self._refused(str(fault), _retry_after(answer)) from fault
        except NotOnBoard:
            await self._answered(turns)
            raise
        await self._answered(turns)
        return reading

    async def find_out(
        self, game: Game, name: str, *, patience: timedelta
    ) -> tuple[AccountType, dict[Board, Reading]]:
        """What kind of account a name is, by all boards of a game on which its kind can be told."""
        found: dict[Board, Reading] = {}
        for board in boards_to_compare(game):
            try:
                found[board] = await self.look(board, name, patience=patience)
            except NotOnBoard:
                continue
        overall = {
            board: skill.xp
            for board, reading in found.items()
            if (skill := reading.skills.get(OVERALL)) is not None
        }
        return account_type(overall, game), found

    async def pause(self) -> Turns | None:
        """The pause that everybody observes, if there is one."""
        turns = await self._tables.get(Turns.of_all())
        if turns is None or turns.paused_until is None or turns.paused_until <= self._clock.now():
            return None
        return turns

    async def down_since(self) -> datetime | None:
        """Since when they have been asked in vain. None while they answer."""
        turns = await self._tables.get(Turns.of_all())
        return None if turns is None else turns.down_since

    async def _wait_for_a_turn(self, patience: timedelta) -> Turns | None:
        """Waits for it, and gives what was known when it was taken."""
        async with self._at_the_door:
            turns, mine = await self._turn(patience)
        await self._clock.sleep((mine - self._clock.now()) / SECOND)
        return turns

    async def _turn(self, patience: timedelta) -> tuple[Turns | None, datetime]:
        for _ in range(_MOST_TRIES):
            turns = await self._tables.get(Turns.of_all(), consistent=True)
            now = self._clock.now()
            if turns is not None and turns.paused_until is not None and turns.paused_until > now:
                raise NotNow(turns.paused_until, turns.reason or "they refuse")
            mine = now if turns is None else max(now, turns.next_at)
            if mine - now > patience:
                raise NotNow(mine, "many characters are looked up before")
            if await self._take(turns, mine + self._settings.pace):
                return turns, mine
        raise NotNow(self._clock.now() + timedelta(minutes=1), "too many ask at the same time")

    async def _take(self, turns: Turns | None, next_at: datetime) -> bool:
        try:
            if turns is None:
                await self._tables.write(create(Turns(next_at=next_at)))
            else:
                await self._tables.write(
                    update(turns, attribute(Turns.next_at).set(next_at), when=Turns.next_at == turns.next_at)
                )
        except ConditionFailedError:
            return False
        return True

    async def _refused(self, reason: str, retry_after: timedelta | None) -> NotNow:
        """Has everybody leave the hiscores alone. Who was refused while they are left alone already makes it no longer."""
        turns = await self._tables.expect(Turns.of_all(), consistent=True)
        now = self._clock.now()
        if turns.paused_until is not None and turns.paused_until > now:
            return NotNow(turns.paused_until, turns.reason or reason)
        before = Pause(turns.paused_until, turns.refusals) if turns.paused_until is not None else None
        pause = pause_after_refusal(before, now=now, retry_after=retry_after)
        await self._tables.write(
            update(
                turns,
                attribute(Turns.paused_until).set(pause.until),
                attribute(Turns.refusals).set(pause.times),
                attribute(Turns.reason).set(reason),
                attribute(Turns.down_since).set(turns.down_since or now),
            )
        )
        return NotNow(pause.until, reason)

    async def _answered(self, turns: Turns | None) -> None:
        """Ends a pause that was over when they were asked. One that began since then is somebody else's."""
        if turns is None or turns.paused_until is None:
            return
        with suppress(ConditionFailedError):
            await self._tables.write(
                update(
                    turns,
                    attribute(Turns.paused_until).unset(),
                    attribute(Turns.refusals).set(0),
                    attribute(Turns.reason).unset(),
                    attribute(Turns.down_since).unset(),
                    when=Turns.paused_until == turns.paused_until,
                )
            )


def _reading_lines(board: Board) -> Callable[[int, bytes], Reading]:
    skills, activities = (OVERALL, *SKILLS[board.game]), (*SCORES[board.game], *BOSSES)
    return lambda status, body: reading_of_lines(status, body, skills=skills, activities=activities)


def _retry_after(answer: Answer) -> timedelta | None:
    """What the answer itself asks for, where it does in seconds."""
    seconds = answer.headers.get("retry-after", "")
    return timedelta(seconds=min(int(seconds), 86_400)) if seconds.isascii() and seconds.isdigit() else None

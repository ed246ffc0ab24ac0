"""Looking at characters: one call a name, however many follow it, and what it brings handed on to all of them."""

import base64
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from cairn.apps.runescape.hiscores.answers import NotOnBoard
from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import packed, unpacked
from cairn.apps.runescape.hiscores.readings import Reading
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.account_types import has_left, wider
from cairn.apps.runescape.rules.lately import with_day
from cairn.apps.runescape.rules.milestones import passed
from cairn.apps.runescape.rules.polling import MISSING_FOR_GOOD, interval, interval_when_missing
from cairn.apps.runescape.rules.readings import has_played
from cairn.apps.runescape.rules.renames import is_somebody_else
from cairn.apps.runescape.service.hiscores import Hiscores, NotNow
from cairn.apps.runescape.service.jobs import PROGRESS, RECKON, SPREAD, News, Reckoned, Seen, SeenBy
from cairn.apps.runescape.settings import RunescapeSettings
from cairn.apps.runescape.tracking_schema import Day, Followed, Follower, Passed, Snapshot
from cairn.services.clock import Clock
from cairn.services.jobs import Jobs, Run
from cairn.services.shards import shard_of
from cairn.services.timetables import Entry
from cairn.tables import Action, Change, Tables, attribute, create, put, update

_PATIENCE: Final = timedelta(seconds=30)
_COMPARED_EVERY: Final = timedelta(days=7)
_AT_ONCE: Final = 25
_FEW: Final = 5
"""So many followers are handed on to in the transaction of the look itself, which saves a job."""


@dataclass(frozen=True, slots=True)
class Look:
    """A name that is looked at."""

    board: Board
    name: CharacterName


def key_of(board: Board, name: CharacterName) -> str:
    """How a name on a board is called in the timetable."""
    return f"{board}/{name}"


class Looking:
    """The looks at the hiscores that recur."""

    def __init__(
        self, tables: Tables, jobs: Jobs, clock: Clock, hiscores: Hiscores, settings: RunescapeSettings
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._hiscores = hiscores
        self._settings = settings

    async def load(self, shard: int) -> AsyncIterator[Entry[Look]]:
        async for ref in self._tables.iterate(Followed.in_shard(shard)):
            look = Look(ref["board"], ref["name"])
            yield Entry(key_of(look.board, look.name), ref["next_look"], look)

    async def find(self, key: str) -> Entry[Look] | None:
        board, _, name = key.partition("/")
        look = Look(Board(board), CharacterName(name))
        followed = await self._tables.get(Followed.named(look.board, look.name), consistent=True)
        return None if followed is None else Entry(key, followed.next_look, look)

    async def run(self, entry: Entry[Look]) -> Entry[Look] | None:
        """One look. While the hiscores refuse, it is put off and nothing is written."""
        followed = await self._tables.get(Followed.named(entry.what.board, entry.what.name), consistent=True)
        if followed is None:
            return None
        try:
            return entry.again(await self.look(followed, patience=_PATIENCE))
        except NotNow as refusal:
            return entry.again(refusal.until)

    async def look(self, followed: Followed, *, patience: timedelta) -> datetime:
        """Looks at a name, keeps what was seen, hands it on, and says when to look again."""
        try:
            reading = await self._hiscores.look(followed.board, followed.name, patience=patience)
        except NotOnBoard:
            return await self._miss(followed)
        now = self._clock.now()
        before = None if followed.reading is None else unpacked(followed.reading)
        if before is not None and is_somebody_else(before, reading):
            return await self._meet_somebody_else(followed, now)
        if before is not None and self._is_to_compare(followed, before, reading, now):
            await self._compare(followed, reading, now, patience)
        return await self._keep(followed, before, reading, now)

    def _is_to_compare(self, followed: Followed, before: Reading, reading: Reading, now: datetime) -> bool:
        """A board says nothing of it when it stops counting somebody: they seem to play no more."""
        if wider(followed.board) is None or has_played(before, reading):
            return False
        compared_at = max(
            filter(None, (followed.compared_at, followed.changed_at, followed.since)), default=now
        )
        return now - compared_at >= _COMPARED_EVERY

    async def _compare(
        self, followed: Followed, reading: Reading, now: datetime, patience: timedelta
    ) -> None:
        """Looks whether a character counts on elsewhere, and hands on that it does."""
        elsewhere = wider(followed.board)
        if elsewhere is None:
            return
        actions: list[Action] = [update(followed.key, attribute(Followed.compared_at).set(now))]
        try:
            found = await self._hiscores.look(elsewhere, followed.name, patience=patience)
        except NotOnBoard:
            found = Reading()
        except NotNow:
            return
        if has_left(reading, found):
            actions += await self._spread(followed, now, News.LEFT_BOARD, packed(found))
        await self._tables.write(*actions)

    async def spread(self, seen: Seen, run: Run) -> None:
        """Hands on to each follower what was seen. A repeat finds the same jobs."""
        cursor: str | None = run.state
        while True:
            page = await self._tables.page(
                Follower.of(seen.board, seen.name), size=_AT_ONCE, caller=None, cursor=cursor
            )
            if page.items:
                await self._tables.write(*(self._handed_on(seen, each.user_id) for each in page.items))
                self._jobs.nudge()
            if page.cursor is None:
                return
            cursor = page.cursor
            await run.save(cursor)

    def _handed_on(self, seen: Seen, user_id: str) -> Action:
        payload = SeenBy(
            board=seen.board,
            name=seen.name,
            at=seen.at,
            news=seen.news,
            reading=base64.b64encode(seen.reading),
            user_id=user_id,
        )
        key = f"{user_id}/{key_of(seen.board, seen.name)}/{seen.at.isoformat()}"
        return self._jobs.enqueue(PROGRESS, payload, key=key)

    async def _keep(
        self, followed: Followed, before: Reading | None, reading: Reading, now: datetime
    ) -> datetime:
        played = before is None or has_played(before, reading)
        changed_at = now if played else followed.changed_at
        next_look = now + interval(changed_at, since=followed.since, now=now)
        kept = packed(reading)
        actions = [
            self._looked(
                followed,
                attribute(Followed.next_look).set(next_look),
                attribute(Followed.looked_at).set(now),
                attribute(Followed.changed_at).set(changed_at),
                attribute(Followed.missing).set(0),
                attribute(Followed.missing_since).unset(),
                attribute(Followed.is_somebody_else).set(False),
                attribute(Followed.reading).set(kept),
                attribute(Followed.lately).set(with_day(followed.lately, now.date(), reading)),
            )
        ]
        board, name = followed.board, followed.name
        milestones = [] if before is None else passed(before, reading)
        if milestones:
            told = tuple(str(each) for each in milestones)
            actions.append(put(Passed(board=board, name=name, at=now, milestones=told)))
        if followed.looked_at is not None and _month(followed.looked_at) != _month(now):
            reckoned = Reckoned(board=board, name=name)
            actions.append(self._jobs.enqueue(RECKON, reckoned, key=key_of(board, name)))
        if played:
            expires_at = now + self._settings.snapshots_kept
            actions.append(put(Snapshot(board=board, name=name, at=now, reading=kept, expires_at=expires_at)))
        if played or followed.looked_at is None or followed.looked_at.date() < now.date():
            actions.append(put(Day(board=board, name=name, day=now.date(), at=now, reading=kept)))
        # Ranks move whenever others play: whom no goal for a rank is set for, they tell nothing.
        if played or (followed.rank_goals > 0 and reading != before):
            actions += await self._spread(followed, now, News.READING, kept)
        await self._tables.write(*actions)
        self._jobs.nudge()
        return next_look

    async def _miss(self, followed: Followed) -> datetime:
        now = self._clock.now()
        missing = followed.missing + 1
        next_look = now + interval_when_missing(missing)
        actions = [
            self._looked(
                followed,
                attribute(Followed.next_look).set(next_look),
                attribute(Followed.missing).set(missing),
                attribute(Followed.missing_since).set(followed.missing_since or now),
            )
        ]
        if missing == MISSING_FOR_GOOD:
            actions += await self._spread(followed, now, News.MISSING)
        await self._tables.write(*actions)
        self._jobs.nudge()
        return next_look

    async def _meet_somebody_else(self, followed: Followed, now: datetime) -> datetime:
        """Keeps what is known of who was followed. Whoever bears the name now is nobody's progress."""
        next_look = now + timedelta(days=1)
        actions = [
            self._looked(
                followed,
                attribute(Followed.next_look).set(next_look),
                attribute(Followed.is_somebody_else).set(True),
            )
        ]
        if not followed.is_somebody_else:
            actions += await self._spread(followed, now, News.SOMEBODY_ELSE)
        await self._tables.write(*actions)
        self._jobs.nudge()
        return next_look

    def _looked(self, followed: Followed, *changes: Change) -> Action:
        # A worker that was taken for dead may still come back with what it saw long ago.
        return update(followed, *changes, when=Followed.next_look == followed.next_look)

    async def _spread(self, followed: Followed, at: datetime, news: News, kept: bytes = b"") -> list[Action]:
        """What hands on what was seen: a job for each of a few followers, or one that hands it on to many."""
        board, name = followed.board, followed.name
        seen = Seen(board=board, name=name, at=at, news=news, reading=base64.b64encode(kept))
        if followed.followers > _FEW:
            return [self._jobs.enqueue(SPREAD, seen, key=f"{key_of(board, name)}/{at.isoformat()}")]
        followers = await self._tables.all(Follower.of(board, name).first(_AT_ONCE))
        return [self._handed_on(seen, each.user_id) for each in followers]


def first_look(board: Board, name: CharacterName, reading: Reading, now: datetime) -> list[Action]:
    """What is written of a name that nobody followed before."""
    kept = packed(reading)
    followed = Followed(
        board=board,
        name=name,
        shard=shard_of(key_of(board, name)),
        next_look=now + interval(None, since=now, now=now),
        since=now,
        looked_at=now,
        reading=kept,
        lately=with_day({}, now.date(), reading),
    )
    return [create(followed), put(Day(board=board, name=name, day=now.date(), at=now, reading=kept))]


def _month(moment: datetime) -> tuple[int, int]:
    return moment.year, moment.month

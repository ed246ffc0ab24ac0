"""Use-cases: a character's past is brought from Wise Old Man, part by part, by a job that goes on where it stopped.

A day that is here already stays as it is, so that the past may be brought again without effect.
"""

from datetime import date, timedelta
from typing import Final

from cairn.apps.runescape.hiscores.boards import Board
from cairn.apps.runescape.hiscores.compact import packed, unpacked
from cairn.apps.runescape.past.snapshots import Part, PastUnreadable, Taken, part_of, url_of
from cairn.apps.runescape.rules.lately import DAYS, with_day
from cairn.apps.runescape.rules.renames import may_be
from cairn.apps.runescape.service.characters import Characters
from cairn.apps.runescape.service.jobs import BRING, RECKON, Brought, Reckoned
from cairn.apps.runescape.service.looking import key_of
from cairn.apps.runescape.service.refusals import BroughtJustNow, NoPast, NoSuchBringing
from cairn.apps.runescape.settings import RunescapeSettings
from cairn.apps.runescape.tracking_schema import Bringing, Day, Followed
from cairn.services.accounts import Member
from cairn.services.clock import SECOND, Clock
from cairn.services.jobs import Jobs, Postpone, Run
from cairn.services.outbound import Answer, Outbound, OutboundError
from cairn.tables import Action, ConditionFailedError, Tables, attribute, put, update

_BOARDS: Final = frozenset({Board.OSRS, Board.OSRS_IRONMAN, Board.OSRS_HARDCORE, Board.OSRS_ULTIMATE})
_MOST_BYTES: Final = 8_000_000
_REST: Final = timedelta(minutes=1)
_TRIED_FOR: Final = timedelta(days=1)
_BETWEEN: Final = timedelta(minutes=10)


class BringingPasts:
    """The pasts that are brought."""

    def __init__(
        self,
        tables: Tables,
        jobs: Jobs,
        clock: Clock,
        outbound: Outbound,
        characters: Characters,
        settings: RunescapeSettings,
    ) -> None:
        self._tables = tables
        self._jobs = jobs
        self._clock = clock
        self._outbound = outbound
        self._characters = characters
        self._settings = settings

    async def ask(self, member: Member, name: str) -> Bringing:
        """Has the past of a character brought. While it is under way, that is the same wish."""
        own = await self._characters.one(member, name)
        if own.board not in _BOARDS:
            raise NoPast(
                f"Nobody keeps the past of {own.board}: Wise Old Man knows Old School's players alone"
            )
        user, now = member.account_id, self._clock.now()
        before = await self._tables.get(Bringing.of_character(user, own.name), consistent=True)
        if before is not None and before.ended_at is None and now - before.asked_at < 2 * _TRIED_FOR:
            return before
        if before is not None and before.failure is None and now - before.asked_at < _BETWEEN:
            wait = _BETWEEN - (now - before.asked_at)
            raise BroughtJustNow("It was brought a moment ago", retry_after=wait)
        bringing = Bringing(user_id=user, name=own.name, board=own.board, asked_at=now)
        job = Brought(user_id=user, board=own.board, name=own.name)
        await self._tables.write(put(bringing), self._jobs.enqueue(BRING, job, key=f"{user}/{own.name}"))
        self._jobs.nudge()
        return bringing

    async def progress(self, member: Member, name: str) -> Bringing:
        """How far it is. Raises `NoSuchBringing`."""
        own = await self._characters.one(member, name)
        found = await self._tables.get(Bringing.of_character(member.account_id, own.name), consistent=True)
        if found is None:
            raise NoSuchBringing(f"The past of {own.name} was never asked for")
        return found

    async def bring(self, brought: Brought, run: Run) -> None:
        """The job: one part after another, the latest first, until one is empty."""
        bringing = await self._tables.get(
            Bringing.of_character(brought.user_id, brought.name), consistent=True
        )
        followed = await self._tables.get(Followed.named(brought.board, brought.name), consistent=True)
        if bringing is None or bringing.ended_at is not None or followed is None:
            return
        offset: int = run.state or 0
        while True:
            part = await self._part(bringing, offset)
            if part is None:
                return
            bringing = await self._keep(bringing, followed, part, offset)
            offset += part.count
            if part.count == 0:
                break
            await run.save(offset, note=f"{offset} snapshots looked through")
            await self._clock.sleep(self._settings.past_pace / SECOND)
        await self._end(bringing, followed)

    async def _part(self, bringing: Bringing, offset: int) -> Part | None:
        """A part of the past; None where it is known now that there will be none."""
        url = url_of(self._settings.past, bringing.name, offset=offset)
        headers = {"user-agent": self._settings.user_agent}
        try:
            answer = await self._outbound.fetch(
                url, headers=headers, most_bytes=_MOST_BYTES, most_redirects=0
            )
            if answer.status == 200:
                return part_of(answer.body, with_ranks=bringing.board is Board.OSRS)
        except (OutboundError, PastUnreadable) as fault:
            await self._rest(bringing, str(fault), _REST)
            return None
        if answer.status in {400, 404}:
            await self._fail(bringing, f"Wise Old Man does not know {bringing.name}")
            return None
        await self._rest(bringing, f"it answered {answer.status}", _asked_rest(answer))
        return None

    async def _rest(self, bringing: Bringing, reason: str, rest: timedelta) -> None:
        """Asks again later, unless it was asked in vain for a day."""
        now = self._clock.now()
        if now - bringing.asked_at >= _TRIED_FOR:
            await self._fail(bringing, f"Wise Old Man could not be asked for a day: {reason}")
            return
        raise Postpone(now + rest)

    async def _fail(self, bringing: Bringing, reason: str) -> None:
        await self._tables.write(_noted(bringing.changed(ended_at=self._clock.now(), failure=reason)))

    async def _keep(self, bringing: Bringing, followed: Followed, part: Part, offset: int) -> Bringing:
        """Keeps what was last on each day that is not here yet. An attempt that breaks off here is repeated whole."""
        current = None if followed.reading is None else unpacked(followed.reading)
        today = self._clock.now().date()
        by_day: dict[date, Taken] = {}
        for taken in part.taken:
            day = taken.at.date()
            # Who has less now than then is somebody else, who bears the name today.
            if day < today and (current is None or may_be(taken.reading, current)):
                known = by_day.get(day)
                if known is None or taken.at > known.at:
                    by_day[day] = taken
        new = dict(by_day)
        if by_day:
            query = Day.of(bringing.board, bringing.name).since(min(by_day)).until(max(by_day))
            for there in await self._tables.all(query.consistently()):
                new.pop(there.day, None)
        await self._tables.write_batch(
            [
                put(
                    Day(
                        board=bringing.board,
                        name=bringing.name,
                        day=day,
                        at=taken.at,
                        reading=packed(taken.reading),
                    )
                )
                for day, taken in new.items()
            ]
        )
        oldest = min([taken.at for taken in part.taken], default=bringing.oldest)
        changed = bringing.changed(
            looked_through=offset + part.count, days=bringing.days + len(new), oldest=oldest
        )
        await self._tables.write(_noted(changed))
        return changed

    async def _end(self, bringing: Bringing, followed: Followed) -> None:
        """The last step: the little line of the character, and its records and milestones, which a job reckons anew."""
        since = self._clock.now().date() - timedelta(days=DAYS)
        lately: dict[str, int] = {}
        for day in await self._tables.all(Day.of(bringing.board, bringing.name).since(since)):
            lately = with_day(lately, day.day, unpacked(day.reading))
        reckoned = Reckoned(board=bringing.board, name=bringing.name, anew=True)
        job = self._jobs.enqueue(RECKON, reckoned, key=key_of(bringing.board, bringing.name))
        ended = _noted(bringing.changed(ended_at=self._clock.now()))
        line = update(
            followed.key, attribute(Followed.lately).set(lately), when=attribute(Followed.shard).exists()
        )
        try:
            await self._tables.write(ended, job, line)
        except ConditionFailedError:
            await self._tables.write(ended, job)  # nobody follows it any more
        self._jobs.nudge()


def _noted(bringing: Bringing) -> Action:
    """How far it is, unless the person has left the character meanwhile: then the attempt ends here, and the next finds nothing."""
    return put(bringing, when=Bringing.asked_at == bringing.asked_at)


def _asked_rest(answer: Answer) -> timedelta:
    seconds = answer.headers.get("retry-after", "")
    asked = timedelta(seconds=min(int(seconds), 3_600)) if seconds.isascii() and seconds.isdigit() else _REST
    return max(asked, SECOND)

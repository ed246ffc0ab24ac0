"""Characters with a past and goals on their way, for who looks around: lived by the rules, written and not waited for.

It asks nobody anything: that nobody bears these names would else be found out.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from math import exp
from random import Random
from typing import Any, Final
from uuid import UUID

from cairn.apps.runescape.demo_lives import LIVES, GoalSketch, Life, Push
from cairn.apps.runescape.hiscores.boards import Board, Game
from cairn.apps.runescape.hiscores.compact import packed
from cairn.apps.runescape.hiscores.entries import BOSSES, SCORES, SKILLS
from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill
from cairn.apps.runescape.names import CharacterName
from cairn.apps.runescape.rules.experience import HIGHEST, MOST_XP, level_of_xp
from cairn.apps.runescape.rules.lately import with_day
from cairn.apps.runescape.rules.measures import OVERALL, Measure, beneath, value_of
from cairn.apps.runescape.rules.milestones import passed
from cairn.apps.runescape.rules.periods import running
from cairn.apps.runescape.rules.projection import Point
from cairn.apps.runescape.schema import (
    Character,
    EarliestProgress,
    Goal,
    LatestProgress,
    Progress,
    TargetType,
    User,
)
from cairn.apps.runescape.service.jobs import RECKON, Reckoned
from cairn.apps.runescape.service.looking import key_of
from cairn.apps.runescape.service.progressing import Whose
from cairn.apps.runescape.tracking_schema import (
    Day,
    Followed,
    Follower,
    Following,
    Group,
    Passed,
    Plan,
    Snapshot,
    Tracked,
)
from cairn.services.accounts import Member
from cairn.services.identifiers import Identifiers
from cairn.services.services import Services
from cairn.services.shards import shard_of
from cairn.tables import Action, put

_DAY: Final = timedelta(days=1)
_ASLEEP: Final = timedelta(days=60)
"""Until then, the hiscores are not asked about those whom they don't know."""
_KEPT: Final = timedelta(days=30)
_EVENING: Final = timedelta(hours=20, minutes=40)
_A_MOMENT: Final = timedelta(minutes=25)
_PLAYERS: Final = 2_000_000
_KILLS_TO_BE_RANKED: Final = 5


@dataclass(frozen=True, slots=True)
class Seen:
    """What was seen on an evening."""

    at: datetime
    reading: Reading


@dataclass
class Body:
    """What a character has, day by day more of it."""

    xp: dict[str, float]
    counts: dict[str, float] = field(default_factory=dict)

    def reading(self, board: Board) -> Reading:
        skills = {name: self._skill(name) for name in SKILLS[board.game]}
        total = sum(each.xp or 0 for each in skills.values())
        levels = sum(each.level or 1 for each in skills.values())
        overall = Skill(_rank(total, 9e7), levels, total)
        names = (*SCORES[board.game], *(BOSSES if board.game is Game.OLD_SCHOOL else ()))
        return Reading({OVERALL: overall, **skills}, {name: self._count(name) for name in names})

    def _skill(self, name: str) -> Skill:
        xp = int(self.xp[name])
        return Skill(_rank(xp, 6e6), min(level_of_xp(xp), HIGHEST), xp)

    def _count(self, name: str) -> Activity:
        count = int(self.counts.get(name, 0))
        return Activity(_rank(count, 1_500), count) if count >= _KILLS_TO_BE_RANKED else Activity(None, None)


def _rank(value: float, spread: float) -> int:
    return max(37, int(_PLAYERS * exp(-value / spread)))


async def fill(services: Services, people: Sequence[Member]) -> None:
    """Gives everybody a character or more, the first person most."""
    now = services.clock.now().replace(microsecond=0)
    ids = Identifiers(services.clock)
    tracked: Counter[tuple[Game, str]] = Counter()
    for life in LIVES:
        followers = [people[place] for place in life.followed_by if place < len(people)]
        if not followers:
            continue
        seen = lived(life, now)
        actions = _looks(life, seen, len(followers), now)
        for member in followers:
            sketches = life.goals if member is followers[0] else ()
            tracked.update((life.board.game, each.of) for each in sketches)
            actions += _following(member, life, sketches, seen, now)
            for sketch in sketches:
                actions += goal_of(member, life, sketch, seen, UUID(ids.new()), now)
            if member is followers[0] and life.base is not None:
                made, skills = _group(member, life, life.base, seen, ids, now)
                actions += made
                tracked.update((life.board.game, each) for each in skills)
        await services.tables.write_batch(actions)
        reckoned = Reckoned(board=life.board, name=CharacterName(life.name), anew=True)
        await services.tables.write(
            services.jobs.enqueue(RECKON, reckoned, key=key_of(life.board, CharacterName(life.name)))
        )
    counted = [
        put(Tracked(game=game, attribute_name=name, goals=goals)) for (game, name), goals in tracked.items()
    ]
    await services.tables.write_batch(counted)


def lived(life: Life, now: datetime) -> list[Seen]:
    """What was seen on each evening of a life, and today a moment ago."""
    chance = Random(life.name)  # noqa: S311 - the same life each time
    body = Body({name: life.xp.get(name, 0.0) for name in SKILLS[life.board.game]}, dict(life.counts))
    found = []
    for ago in range(life.days, -1, -1):
        week = ago // 7
        is_lively = Random(f"{life.name} {week}").random() < 0.75  # noqa: S311 - as above
        for push in life.pushes:
            if push.first >= ago >= push.last and chance.random() < (
                push.often if is_lively else push.often / 4
            ):
                _play(body, push, chance)
        midnight = datetime.combine((now - ago * _DAY).date(), time(), UTC)
        evening = min(midnight + _EVENING, max(midnight, now - _A_MOMENT))
        found.append(Seen(evening, body.reading(life.board)))
    return found


def _play(body: Body, push: Push, chance: Random) -> None:
    amount = push.a_day * chance.lognormvariate(-0.1, 0.45)
    if push.of in body.xp:
        body.xp[push.of] = min(body.xp[push.of] + amount, MOST_XP)
        body.xp["Hitpoints" if "Hitpoints" in body.xp else "Constitution"] += amount * push.hitpoints
    else:
        body.counts[push.of] = body.counts.get(push.of, 0) + amount


def _looks(life: Life, seen: Sequence[Seen], followers: int, now: datetime) -> list[Action]:
    """What is everybody's: the name, its days, what was seen lately, and its milestones."""
    board, name = life.board, CharacterName(life.name)
    actions: list[Action] = []
    lately: Mapping[str, int] = {}
    changed_at = seen[0].at
    before = seen[0]
    for each in seen:
        kept = packed(each.reading)
        lately = with_day(lately, each.at.date(), each.reading)
        actions.append(put(Day(board=board, name=name, day=each.at.date(), at=each.at, reading=kept)))
        told = tuple(map(str, passed(before.reading, each.reading)))
        if told:
            actions.append(put(Passed(board=board, name=name, at=each.at, milestones=told)))
        if each.reading != before.reading:
            changed_at = each.at
            if now - each.at < _KEPT:
                expires_at = each.at + _KEPT
                actions.append(
                    put(Snapshot(board=board, name=name, at=each.at, reading=kept, expires_at=expires_at))
                )
        before = each
    followed = Followed(
        board=board,
        name=name,
        shard=shard_of(key_of(board, name)),
        next_look=now + _ASLEEP,
        followers=followers,
        looked_at=seen[-1].at,
        changed_at=changed_at,
        reading=packed(seen[-1].reading),
        lately=dict(lately),
    )
    return [put(followed), *actions]


def _following(
    member: Member, life: Life, sketches: Sequence[GoalSketch], seen: Sequence[Seen], now: datetime
) -> list[Action]:
    user, name, begun = member.account_id, CharacterName(life.name), seen[0].at
    tracked = dict(Counter(each.of for each in sketches))
    return [
        put(User(id=user, email=member.email, created_at=begun, updated_at=begun)),
        put(
            Character(user_id=user, name=life.name, created_at=begun, updated_at=now, tracked_skills=tracked)
        ),
        put(Following(user_id=user, name=name, board=life.board, account_type=life.kind)),
        put(Follower(board=life.board, name=name, user_id=user)),
    ]


def goal_of(
    member: Member,
    life: Life,
    sketch: GoalSketch,
    seen: Sequence[Seen],
    goal_id: UUID,
    now: datetime,
    *,
    group_id: UUID | None = None,
) -> list[Action]:
    """A goal with its records: one for each evening on which it had moved."""
    user, name = member.account_id, CharacterName(life.name)
    measure = Measure(sketch.of, sketch.type)
    began = (now - sketch.began * _DAY).date()
    since = [each for each in seen if each.at.date() >= began]
    values = [(each.at, value_of(measure, each.reading)) for each in since]
    points: list[Point] = []
    for at, value in values:
        if value is not None and (not points or points[-1].value != value):
            points.append(Point(at, value))
    first, last = points[0], points[-1]
    below, _ = beneath(measure, sketch.target)
    reached = next((each.at for each in points if measure.is_reached(each.value, sketch.target)), None)
    by = None if sketch.due is None else (now + sketch.due * _DAY).date()
    whose = Whose(user, name, goal_id)
    goal = Goal(
        user_id=user,
        character_name=name,
        goal_id=goal_id,
        target_attribute=sketch.of,
        target_type=sketch.type,
        target_value=sketch.target,
        target_date=by,
        frequency=sketch.frequency,
        created_at=first.at,
        updated_at=first.at,
    )
    plan = Plan(
        user_id=user,
        name=name,
        goal_id=goal_id,
        is_relative=sketch.is_relative,
        start_beneath=None if below == measure else value_of(below, since[0].reading),
        is_paused=sketch.is_paused,
        repeats=sketch.repeats,
        group_id=group_id,
        reached_at=None if sketch.repeats is not None else reached,
        missed_at=now if by is not None and by < now.date() and reached is None else None,
        told_value=last.value,
        told_at=last.at,
    )
    if sketch.repeats is not None:
        begin, _ = running(now, sketch.repeats, member.preferences.zone)
        base = next((each.value for each in reversed(points) if each.at <= begin), first.value)
        plan = plan.changed(round_since=begin, round_base=base)
    ends = [
        put(
            kind(
                progress_value=each.value,
                timestamp=each.at,
                created_at=each.at,
                updated_at=each.at,
                **_keys(whose),
            )
        )
        for kind, each in ((LatestProgress, last), (EarliestProgress, first))
    ]
    records = [
        put(
            Progress(
                progress_value=each.value,
                timestamp=each.at,
                created_at=each.at,
                updated_at=each.at,
                **_keys(whose),
            )
        )
        for each in points
    ]
    return [put(goal), put(plan), *ends, *records]


def _group(
    member: Member, life: Life, level: int, seen: Sequence[Seen], ids: Identifiers, now: datetime
) -> tuple[list[Action], list[str]]:
    """A goal for each skill that was below a level when the character was followed first, all in one group."""
    name = CharacterName(life.name)
    group_id = UUID(ids.new())
    actions: list[Action] = [
        put(
            Group(
                user_id=member.account_id,
                name=name,
                group_id=group_id,
                title=f"All skills to level {level}",
                created_at=seen[0].at,
            )
        )
    ]
    first = seen[0].reading.skills
    skills = [each for each in SKILLS[life.board.game] if (first[each].level or 1) < level]
    for skill in skills:
        sketch = GoalSketch(skill, TargetType.LEVEL, level, life.days, is_relative=True)
        actions += goal_of(member, life, sketch, seen, UUID(ids.new()), now, group_id=group_id)
    return actions, skills


def _keys(whose: Whose) -> dict[str, Any]:
    return {"user_id": whose.user_id, "character_name": whose.name, "goal_id": whose.goal_id}

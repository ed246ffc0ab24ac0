"""What was gained of everything between two readings."""

from dataclasses import dataclass

from cairn.apps.runescape.hiscores.readings import Activity, Reading, Skill


@dataclass(frozen=True, slots=True)
class EntryGain:
    """How much more of an entry there is. None stands for what either reading does not tell."""

    name: str
    is_skill: bool
    value: int | None  # experience, kills, or a score
    gained: int | None
    levels: int | None
    ranks: int | None  # places that somebody has gone up


def gained_between(before: Reading, after: Reading) -> list[EntryGain]:
    """Of each entry of the later reading, in the board's order."""
    nothing, none = Skill(None, None, None), Activity(None, None)
    found = []
    for name, skill in after.skills.items():
        was = before.skills.get(name, nothing)
        found.append(
            EntryGain(
                name,
                is_skill=True,
                value=skill.xp,
                gained=_more(was.xp, skill.xp),
                levels=_more(was.level, skill.level),
                ranks=_more(skill.rank, was.rank),
            )
        )
    for name, activity in after.activities.items():
        once = before.activities.get(name, none)
        found.append(
            EntryGain(
                name,
                is_skill=False,
                value=activity.score,
                gained=_more(once.score, activity.score),
                levels=None,
                ranks=_more(activity.rank, once.rank),
            )
        )
    return found


def _more(before: int | None, after: int | None) -> int | None:
    return None if before is None or after is None else after - before

"""What people are told, in whole: each message as it is sent."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from cairn.apps.runescape.rules.account_types import wider
from cairn.apps.runescape.rules.words import day_words, line_of, signed
from cairn.apps.runescape.service.charts import course_chart
from cairn.apps.runescape.service.courses import Coming
from cairn.apps.runescape.service.groups import Grouped
from cairn.apps.runescape.service.jobs import News, SeenBy
from cairn.apps.runescape.service.tracking import Tracking
from cairn.services.notify import Message

MOST_LINES: Final = 40
_MOST_CHARTS: Final = 3
_MOST_OF_A_GROUP: Final = 8
_LONGEST: Final = 10_000


@dataclass(frozen=True, slots=True)
class Told:
    """A goal that a digest tells of, how it comes, where to, and how much has changed since it was told last."""

    tracking: Tracking
    coming: Coming
    channels: tuple[str, ...]
    since: int
    falls_behind: bool = False


class Messages:
    """Writes them. `address` is where this Cairn is."""

    def __init__(self, address: str) -> None:
        self._address = address

    def reached(
        self, tracking: Tracking, value: int, coming: Coming | None, zone: ZoneInfo, *, at: datetime
    ) -> Message:
        if tracking.plan.repeats is None:
            title, text = "is reached", f"{tracking.name} has reached it, with {value:,}."
        else:
            title, text = "is done", f"{tracking.name} has done it for this {tracking.plan.repeats}."
        return Message(
            title=f"{tracking.name}: {tracking.title} {title}",
            text=f"{text} It was seen on {day_words(at, zone)}.",
            link=self._link(tracking),
            charts=() if coming is None else (course_chart(tracking, coming, zone),),
        )

    def changed(self, tracking: Tracking, before: int, value: int) -> Message:
        measure = tracking.measure
        text = f"{value:,} now, {measure.gained(before, value):,} gained."
        if tracking.plan.repeats is None:
            text += f" {measure.remaining(value, tracking.goal.target_value):,} are left."
        return Message(title=f"{tracking.name}: {tracking.title}", text=text, link=self._link(tracking))

    def as_it_stands(self, tracking: Tracking, coming: Coming, zone: ZoneInfo) -> Message:
        """A goal by itself, as a digest would tell of it."""
        before = tracking.plan.told_value
        told = Told(tracking, coming, (), 0 if before is None else coming.shown - before)
        return Message(
            title=f"{tracking.name}: {tracking.title}",
            text=_line(told, zone).partition("\n")[2],
            link=self._link(tracking),
            charts=(course_chart(tracking, coming, zone),),
        )

    def digest(self, told: Sequence[Told], groups: Sequence[Grouped], zone: ZoneInfo) -> Message:
        """All that there is to tell by some channels: a line a goal, and one for all goals of a group."""
        title_of_group = {each.group.group_id: each for each in groups}
        alone = [each for each in told if each.tracking.plan.group_id not in title_of_group]
        blocks = [_line(each, zone) for each in alone]
        for group_id, grouped in title_of_group.items():
            members = [each for each in told if each.tracking.plan.group_id == group_id]
            if members:
                blocks.append(_group_line(grouped, members))
        names = list(dict.fromkeys(each.tracking.name for each in told))
        whose = f"Goals of {names[0]}" if len(names) == 1 else f"Goals of {len(names)} characters"
        behind = sum(each.falls_behind for each in told)
        return Message(
            title=whose if not behind else f"{whose}: {behind} behind",
            text="\n\n".join(blocks)[:_LONGEST],
            link=f"{self._address}/runescape",
            charts=tuple(
                course_chart(each.tracking, each.coming, zone) for each in (alone or told)[:_MOST_CHARTS]
            ),
        )

    def of_name(self, seen: SeenBy) -> Message:
        """That a name is gone from its board, that somebody else bears it, or that it counts on another board now."""
        name = seen.name
        if seen.news is News.LEFT_BOARD:
            return Message(
                title=f"{name} is on another board",
                text=f"The board {seen.board} counts {name} no longer, and {wider(seen.board)} does. It is followed there "
                "from now on, with all its goals.",
                link=self._of_character(name),
            )
        if seen.news is News.MISSING:
            title = f"{name} is not where it was"
            text = (
                f"The hiscores did not have {name} three times in a row. If the name was changed, say the new one: "
                "the goals and all that was recorded of them come along."
            )
        else:
            title = f"{name} may be somebody else"
            text = (
                f"Whoever is called {name} now has less experience than before, so that it may be somebody else. "
                "Nothing of it is taken for progress. If your character is called otherwise now, say the new name."
            )
        return Message(title=title, text=text, link=self._of_character(name))

    def outage(self, since: datetime, zone: ZoneInfo) -> Message:
        return Message(
            title="The hiscores don't answer",
            text=f"They have not since {day_words(since, zone)}. Goals stand still until they do; nothing is lost.",
            link=f"{self._address}/runescape",
        )

    def _link(self, tracking: Tracking) -> str:
        return f"{self._address}/runescape/goals/{_in_path(tracking.name)}/{tracking.goal.goal_id}"

    def _of_character(self, name: str) -> str:
        return f"{self._address}/runescape/characters/{_in_path(name)}"


def _line(told: Told, zone: ZoneInfo) -> str:
    tracking = told.tracking
    line = line_of(
        tracking.title,
        told.coming.projection,
        shown=told.coming.shown,
        since=told.since,
        zone=zone,
        is_relative=tracking.plan.is_relative or tracking.plan.repeats is not None,
    )
    return f"{tracking.name}\n{line}"


def _group_line(grouped: Grouped, members: Sequence[Told]) -> str:
    progress = grouped.progress
    changes = [
        f"{each.tracking.goal.target_attribute} {each.coming.shown:,} ({signed(each.since)})"
        for each in members[:_MOST_OF_A_GROUP]
    ]
    if len(members) > _MOST_OF_A_GROUP:
        changes.append(f"{len(members) - _MOST_OF_A_GROUP} more")
    share = int(progress.share * 100)
    return (
        f"{grouped.group.name}\n{grouped.group.title}: {progress.reached} of {progress.goals} reached, {share}% in all. "
        + ", ".join(changes)
        + "."
    )


def _in_path(name: str) -> str:
    return name.replace(" ", "_")

"""What is said of a goal, the same to its owner and to those who have its link."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from cairn.apps.runescape.pages.words import a_day, needed, standing_in_words, tone_of
from cairn.apps.runescape.rules.periods import Period
from cairn.apps.runescape.rules.projection import Standing, percent
from cairn.apps.runescape.rules.words import unit_of
from cairn.apps.runescape.service.charts import course_chart
from cairn.apps.runescape.service.viewing import GoalView
from cairn.apps.runescape.tracking_schema import Plan
from cairn.services.charts import Chart, ChartKind, Series

_MOST_ROUNDS: Final = 26


@dataclass(frozen=True)
class GoalFigures:
    """A goal in figures. Each is a name and a value, in the order in which they are read."""

    title: str
    standing: str
    tone: str
    said: str
    percent: int
    of_what: str
    by: date | None
    figures: Sequence[tuple[str, str]]
    drawing: Chart | None
    rounds: Chart | None = None


def figures_of(view: GoalView) -> GoalFigures:
    tracking, coming = view.tracking, view.coming
    goal, plan = tracking.goal, tracking.plan
    if coming is None:
        said = "Nothing was recorded of it yet."
        return GoalFigures(tracking.title, "new", "told", said, 0, "", goal.target_date, (), None)
    told = coming.projection
    unit = unit_of(coming.course.measure)
    is_resting = plan.is_paused and told.standing is not Standing.REACHED
    is_of_way = plan.is_relative or plan.repeats is not None
    share = told.of_the_way if is_of_way else told.of_the_target
    figures = [("now", f"{coming.shown:,}"), (f"{unit} to go", f"{told.remaining:,}")]
    if coming.rounds is not None:
        figures.append((f"met in a row, {plan.repeats} by {plan.repeats}", f"{coming.rounds.in_a_row:,}"))
    if told.standing is not Standing.REACHED:
        if told.needed_a_day is not None:
            figures.append((f"{unit} a day needed", needed(told)))
        if told.days_left is not None:
            figures.append(_days_left(told.days_left))
        paces = [("since it began", told.pace.all_time)]
        if plan.repeats is None:
            paces = [("the last 7 days", told.pace.week), ("the last 30 days", told.pace.month), *paces]
        figures += [(f"{unit} a day, {lately}", a_day(pace)) for lately, pace in paces]
    return GoalFigures(
        title=tracking.title,
        standing="paused" if is_resting else told.standing,
        tone="" if is_resting else tone_of(told.standing),
        said=standing_in_words(told, view.zone),
        percent=percent(share),
        of_what=_of_what(plan),
        by=goal.target_date,
        figures=figures,
        drawing=course_chart(tracking, coming, view.zone),
        rounds=_rounds(view),
    )


def _rounds(view: GoalView) -> Chart | None:
    """Of what repeats: the rounds that are over, beside what was wanted of each."""
    coming, plan = view.coming, view.tracking.plan
    if coming is None or coming.rounds is None or plan.repeats is None or not coming.rounds.over:
        return None
    over = [gain for gain, _ in coming.rounds.over][-_MOST_ROUNDS:]
    named = "%b %Y" if plan.repeats in {Period.MONTH, Period.YEAR} else "%-d %b"
    return Chart(
        kind=ChartKind.BAR,
        title=f"Each {plan.repeats} so far",
        labels=tuple(each.first.astimezone(view.zone).strftime(named) for each in over),
        series=(Series(name="gained", values=tuple(float(each.gained) for each in over)),),
        unit=unit_of(view.tracking.measure),
        goal=float(view.tracking.goal.target_value),
    )


def _of_what(plan: Plan) -> str:
    if plan.repeats is not None:
        return f"of this {plan.repeats}’s amount"
    return "of the way from its start" if plan.is_relative else "of the target"


def _days_left(days: float) -> tuple[str, str]:
    if days >= 1:
        return ("day left" if days == 1 else "days left"), f"{days:,.0f}"
    return "hours left", f"{days * 24:.0f}"

"""What the items of the Personal OS are made of. Document: Entity Definitions.

Where an example shows None, what has no value is stored as NULL; elsewhere it has no attribute. Ids are text, as in
the examples (`task-xyz-789`); what would make another key of them is refused where a key is built.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Final

from pydantic import Field

Day = date
"""A day of the user's calendar. Under a name of its own, since there are attributes called `date`."""

Number = int | Decimal
"""A number, exactly as it is stored."""

Percentage = Annotated[Number, Field(ge=0, le=100)]
Points = Annotated[int, Field(ge=0)]


class Area(StrEnum):
    """A life area. The document names the first two, and the earlier application had the others."""

    HEALTH = "Health"
    WEALTH = "Wealth"
    LOVE = "Love"
    HAPPINESS = "Happiness"
    OPERATIONS = "Operations"
    DAY_JOB = "DayJob"


class SubCategory(StrEnum):
    """A part of an area. The document shows Income alone."""

    PHYSICAL = "Physical"
    MENTAL = "Mental"
    SPIRITUAL = "Spiritual"
    NUTRITION = "Nutrition"
    SLEEP = "Sleep"
    EXERCISE = "Exercise"
    INCOME = "Income"
    EXPENSES = "Expenses"
    INVESTMENTS = "Investments"
    DEBT = "Debt"
    NET_WORTH = "NetWorth"
    ROMANTIC = "Romantic"
    FAMILY = "Family"
    FRIENDS = "Friends"
    SOCIAL = "Social"
    JOY = "Joy"
    GRATITUDE = "Gratitude"
    PURPOSE = "Purpose"
    PEACE = "Peace"
    PRODUCTIVITY = "Productivity"
    ORGANIZATION = "Organization"
    SYSTEMS = "Systems"
    HABITS = "Habits"
    CAREER = "Career"
    SKILLS = "Skills"
    PROJECTS = "Projects"
    PERFORMANCE = "Performance"


SUB_CATEGORIES: Final[Mapping[Area, tuple[SubCategory, ...]]] = {
    Area.HEALTH: (
        SubCategory.PHYSICAL,
        SubCategory.MENTAL,
        SubCategory.SPIRITUAL,
        SubCategory.NUTRITION,
        SubCategory.SLEEP,
        SubCategory.EXERCISE,
    ),
    Area.WEALTH: (
        SubCategory.INCOME,
        SubCategory.EXPENSES,
        SubCategory.INVESTMENTS,
        SubCategory.DEBT,
        SubCategory.NET_WORTH,
    ),
    Area.LOVE: (SubCategory.ROMANTIC, SubCategory.FAMILY, SubCategory.FRIENDS, SubCategory.SOCIAL),
    Area.HAPPINESS: (SubCategory.JOY, SubCategory.GRATITUDE, SubCategory.PURPOSE, SubCategory.PEACE),
    Area.OPERATIONS: (
        SubCategory.PRODUCTIVITY,
        SubCategory.ORGANIZATION,
        SubCategory.SYSTEMS,
        SubCategory.HABITS,
    ),
    Area.DAY_JOB: (SubCategory.CAREER, SubCategory.SKILLS, SubCategory.PROJECTS, SubCategory.PERFORMANCE),
}
"""The parts that an area is offered with."""


class Priority(StrEnum):
    """P1 is the most urgent."""

    P1 = "P1"
    P2 = "P2"
    P3 = "P3"
    P4 = "P4"

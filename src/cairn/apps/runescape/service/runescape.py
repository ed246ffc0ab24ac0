"""All that can be done with RuneScape goals, by subject: `runescape.goals.set_goal(…)`."""

from dataclasses import dataclass
from typing import Any, Self

from cairn.apps.runescape.service.bringing import BringingPasts
from cairn.apps.runescape.service.channels import Channels
from cairn.apps.runescape.service.characters import Characters
from cairn.apps.runescape.service.comparing import Comparing
from cairn.apps.runescape.service.counting import Counting
from cairn.apps.runescape.service.courses import Courses
from cairn.apps.runescape.service.digesting import Digesting
from cairn.apps.runescape.service.following_on import FollowingOn
from cairn.apps.runescape.service.goals import Goals
from cairn.apps.runescape.service.groups import Groups
from cairn.apps.runescape.service.hiscores import Hiscores
from cairn.apps.runescape.service.histories import Histories
from cairn.apps.runescape.service.hours import Hours
from cairn.apps.runescape.service.jobs import (
    BRING,
    DIGEST,
    FILL,
    FORGET,
    LOOKS,
    MOVE,
    PROGRESS,
    RECKON,
    SPREAD,
)
from cairn.apps.runescape.service.links import Links
from cairn.apps.runescape.service.looking import Look, Looking
from cairn.apps.runescape.service.messages import Messages
from cairn.apps.runescape.service.progressing import Progressing
from cairn.apps.runescape.service.renaming import Renaming
from cairn.apps.runescape.service.taking import Taking
from cairn.apps.runescape.service.trying import Trying
from cairn.apps.runescape.service.viewing import Viewing
from cairn.apps.runescape.settings import RunescapeSettings
from cairn.services.jobs import JobHandler
from cairn.services.services import Services
from cairn.services.settings import Settings
from cairn.services.timetables import Timetable


@dataclass(frozen=True, kw_only=True, slots=True)
class Runescape:
    """The goals of an installation."""

    hiscores: Hiscores
    looking: Looking
    characters: Characters
    goals: Goals
    groups: Groups
    links: Links
    renaming: Renaming
    bringing: BringingPasts
    counting: Counting
    comparing: Comparing
    channels: Channels
    hours: Hours
    histories: Histories
    courses: Courses
    viewing: Viewing
    trying: Trying
    taking: Taking
    digesting: Digesting

    @classmethod
    def of(cls, services: Services) -> Self:
        own = services.settings[RunescapeSettings]
        tables, jobs, clock = services.tables, services.jobs, services.clock
        hiscores = Hiscores(tables, clock, services.outbound, own)
        looking = Looking(tables, jobs, clock, hiscores, own)
        characters = Characters(tables, jobs, clock, hiscores, looking)
        progressing = Progressing(tables, kept=own.progress_kept)
        counting, hours = Counting(tables, clock), Hours(tables, jobs, clock)
        goals = Goals(tables, jobs, clock, characters, progressing, counting, hours)
        histories = Histories(tables, clock)
        courses = Courses(tables, histories)
        channels, messages = Channels(tables, clock), Messages(services.settings[Settings].address)
        groups = Groups(tables, jobs, clock, characters, goals, counting)
        taking = Taking(
            tables,
            jobs,
            clock,
            services.notify,
            goals,
            courses,
            progressing,
            channels,
            hours,
            messages,
            FollowingOn(tables, jobs, clock),
        )
        digesting = Digesting(
            tables,
            jobs,
            clock,
            services.notify,
            hiscores,
            goals,
            groups,
            courses,
            channels,
            hours,
            messages,
        )
        links = Links(tables, goals)
        viewing = Viewing(tables, clock, goals, links, courses)
        return cls(
            hiscores=hiscores,
            looking=looking,
            characters=characters,
            goals=goals,
            groups=groups,
            bringing=BringingPasts(tables, jobs, clock, services.outbound, characters, own),
            links=links,
            renaming=Renaming(tables, jobs, clock, services.outbound, characters, goals, own),
            counting=counting,
            comparing=Comparing(clock, characters, histories),
            channels=channels,
            hours=hours,
            histories=histories,
            courses=courses,
            viewing=viewing,
            trying=Trying(tables, jobs, clock, services.notify, viewing, channels, messages),
            taking=taking,
            digesting=digesting,
        )

    @property
    def handlers(self) -> tuple[JobHandler[Any], ...]:
        """What a worker does of it when it is asked to."""
        return (
            JobHandler(SPREAD, self.looking.spread, at_once=4),
            JobHandler(PROGRESS, self.taking.take),
            JobHandler(DIGEST, self.digesting.digest, at_once=8),
            JobHandler(FILL, self.groups.fill),
            JobHandler(MOVE, self.renaming.move, at_once=2),
            JobHandler(BRING, self.bringing.bring, at_once=1),
            JobHandler(RECKON, self.histories.reckon),
            JobHandler(FORGET, self.goals.forget, at_once=2),
        )

    @property
    def timetable(self) -> Timetable[Look]:
        """The names that are looked at. A few at once are enough to use every turn that there is."""
        looking = self.looking
        return Timetable(name=LOOKS, load=looking.load, find=looking.find, run=looking.run, at_once=8)

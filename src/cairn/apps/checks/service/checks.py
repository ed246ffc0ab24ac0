"""All that can be done with checks, by subject: `checks.keeping.create_check(…)`, `checks.running.run(…)`."""

from dataclasses import dataclass
from typing import Self

from cairn.apps.checks.ebay.asking import Ebay
from cairn.apps.checks.service.badges import Badges
from cairn.apps.checks.service.beating import Beating
from cairn.apps.checks.service.forgetting import Forgetting
from cairn.apps.checks.service.keeping import Keeping
from cairn.apps.checks.service.moving import Moving
from cairn.apps.checks.service.oversight import Oversight
from cairn.apps.checks.service.people import People
from cairn.apps.checks.service.personal_data import CheckData
from cairn.apps.checks.service.planning import Planning
from cairn.apps.checks.service.running import Running
from cairn.apps.checks.service.several import Several
from cairn.apps.checks.service.showing import Showing
from cairn.apps.checks.service.shown_pages import ShownPages
from cairn.apps.checks.service.telling import Tellers
from cairn.apps.checks.service.trying import Trying
from cairn.apps.checks.service.viewing import Viewing
from cairn.apps.checks.service.witnesses import Witnesses
from cairn.apps.checks.settings import CheckSettings
from cairn.services.services import Services
from cairn.services.settings import Settings


@dataclass(frozen=True, slots=True)
class Checks:
    """The use-cases of checks, bound to the services of one Cairn."""

    people: People
    keeping: Keeping
    planning: Planning
    running: Running
    beating: Beating
    ebay: Ebay
    tellers: Tellers
    oversight: Oversight
    trying: Trying
    viewing: Viewing
    forgetting: Forgetting
    data: CheckData
    showing: Showing
    shown_pages: ShownPages
    badges: Badges
    moving: Moving
    several: Several

    @classmethod
    def of(cls, services: Services) -> Self:
        tables, clock = services.tables, services.clock
        settings = services.settings[CheckSettings]
        people = People(tables, clock, settings)
        keeping = Keeping(tables, services.jobs, clock, people)
        planning = Planning(tables, services.jobs, clock, people)
        ebay = Ebay(tables, clock, services.outbound, settings)
        address = services.settings[Settings].address
        tellers = Tellers(tables, services.jobs, clock, services.notify, address=address)
        running = Running(
            tables,
            clock,
            services.outbound,
            tellers,
            ebay,
            Witnesses(services.outbound, clock, settings.witnesses),
            settings,
            address=address,
        )
        forgetting = Forgetting(tables)
        viewing = Viewing(tables, clock, keeping)
        showing = Showing(tables, clock, people)
        shown_pages = ShownPages(tables, clock, planning)
        return cls(
            people=people,
            keeping=keeping,
            planning=planning,
            running=running,
            beating=Beating(tables, services.jobs, clock, services.keys, keeping, address=address),
            ebay=ebay,
            tellers=tellers,
            oversight=Oversight(
                tables, services.jobs, clock, services.notify, settings, planning, address=address
            ),
            trying=Trying(running, people),
            viewing=viewing,
            forgetting=forgetting,
            data=CheckData(tables, keeping, planning, tellers, forgetting, showing),
            showing=showing,
            shown_pages=shown_pages,
            moving=Moving(keeping, people),
            several=Several(keeping),
            badges=Badges(tables, clock, keeping, viewing, shown_pages),
        )

"""Checks, as they register themselves."""

from pathlib import Path
from typing import Any, Final

from cairn.apps.base import App
from cairn.apps.checks import account_schema, ebay_schema, history_schema, schema, status_schema
from cairn.apps.checks.api import router
from cairn.apps.checks.demo import fill
from cairn.apps.checks.pages import PUBLIC, ROUTER, card
from cairn.apps.checks.service import Checks
from cairn.apps.checks.service.keeping import FORGET
from cairn.apps.checks.service.oversight import FIT
from cairn.apps.checks.service.personal_data import CheckData
from cairn.apps.checks.service.planning import REPLAN
from cairn.apps.checks.service.telling import TELL
from cairn.apps.checks.settings import CheckSettings
from cairn.services.jobs import JobHandler
from cairn.services.services import Services
from cairn.services.timetables import Timetable


def jobs(services: Services) -> tuple[JobHandler[Any], ...]:
    checks = Checks.of(services)
    return (
        JobHandler(FORGET, checks.forgetting.forget),
        JobHandler(REPLAN, checks.planning.replan),
        JobHandler(TELL, checks.tellers.tell),
        JobHandler(FIT, checks.oversight.fit),
    )


def timetables(services: Services) -> tuple[Timetable[Any], ...]:
    return (Checks.of(services).running.timetable,)


def personal_data(services: Services) -> CheckData:
    return Checks.of(services).data


CHECKS: Final = App(
    name="checks",
    title="Checks",
    summary="Watch pages, ports, certificates and prices, and be told once when something changes.",
    tables=(
        *schema.TABLES,
        *history_schema.TABLES,
        *account_schema.TABLES,
        *ebay_schema.TABLES,
        *status_schema.TABLES,
    ),
    sections=(CheckSettings,),
    api=router,
    pages=ROUTER,
    public=PUBLIC,
    templates=Path(__file__).with_name("templates"),
    card=card,
    demo=fill,
    jobs=jobs,
    timetables=timetables,
    personal_data=personal_data,
)

"""RuneScape goals, as they register themselves."""

from pathlib import Path
from typing import Final

from cairn.apps.base import App
from cairn.apps.runescape import schema, tracking_schema
from cairn.apps.runescape.api import ROUTER as API
from cairn.apps.runescape.demo import fill
from cairn.apps.runescape.pages import ROUTER, card
from cairn.apps.runescape.service import Runescape
from cairn.apps.runescape.service.personal_data import RunescapeData
from cairn.apps.runescape.settings import RunescapeSettings

RUNESCAPE: Final = App(
    name="runescape",
    title="RuneScape goals",
    summary="Set a goal for a character, watch it come, be told.",
    tables=(*schema.TABLES, *tracking_schema.TABLES),
    sections=(RunescapeSettings,),
    pages=ROUTER,
    templates=Path(__file__).with_name("templates"),
    card=card,
    demo=fill,
    personal_data=RunescapeData,
    api=API,
    jobs=lambda services: Runescape.of(services).handlers,
    timetables=lambda services: (Runescape.of(services).timetable,),
)

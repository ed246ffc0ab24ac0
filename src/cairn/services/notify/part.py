"""Messages as a part: what they bring to what is assembled."""

from typing import Final

from cairn.services.notify.personal_data import NotifyData
from cairn.services.notify.schema import TABLES
from cairn.services.part import Part

PART: Final = Part(
    name="notify",
    tables=TABLES,
    personal_data=lambda services: NotifyData(services.tables),
    jobs=lambda services: services.notify.handlers,
)
